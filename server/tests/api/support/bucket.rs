//! Buckets of a server that speaks S3 and that others wrote, one for all tests of this process.

use std::path::Path;
use std::sync::OnceLock;

use postrider_engine::objects::{Bucket, Location, Objects};

use super::bucket_server::{self, BucketServer};
use super::server::TestServer;
use super::settings;

/// The bucket that is there from the start.
pub const BUCKET: &str = "files";
pub const ACCESS_KEY: &str = "the-key";
pub const SECRET_KEY: &str = "the-secret";

static SERVER: OnceLock<BucketServer> = OnceLock::new();

/// Where the server listens.
pub fn bucket_url() -> &'static str {
    &SERVER.get_or_init(BucketServer::start).url
}

/// A place in a bucket, behind an address: the server's own or a proxy's.
pub fn in_bucket(endpoint: &str, name: &str, prefix: &str) -> Location {
    Location::Bucket(Bucket {
        name: name.to_owned(),
        prefix: prefix.to_owned(),
        endpoint: Some(endpoint.to_owned()),
        region: "us-east-1".to_owned(),
        access_key: ACCESS_KEY.to_owned(),
        secret_key: SECRET_KEY.to_owned(),
        patience: Bucket::PATIENCE,
    })
}

pub fn objects_in_bucket(prefix: &str) -> Objects {
    Objects::open(&in_bucket(bucket_url(), BUCKET, prefix)).unwrap()
}

/// Where the server of a test keeps its objects: beside its database, or in a bucket where the suite is told so.
pub fn usual_place(folder: &Path) -> Location {
    match settings::get("POSTRIDER_TEST_OBJECTS").as_deref() {
        None | Some("folder") => Location::Folder(folder.join("objects")),
        Some("bucket") => {
            let name = folder.file_name().unwrap().to_str().unwrap();
            in_bucket(bucket_url(), BUCKET, name.trim_start_matches('.'))
        }
        Some(other) => panic!("POSTRIDER_TEST_OBJECTS is `{other}`: folder or bucket"),
    }
}

impl TestServer {
    /// What lies in a folder of the object store, with what is on its way there.
    pub async fn files_in(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = match &self.app().config.objects {
            Location::Folder(root) => {
                let files = std::fs::read_dir(root.join(folder)).into_iter().flatten();
                files
                    .map(|file| file.unwrap().file_name().into_string().unwrap())
                    .collect()
            }
            Location::Bucket(bucket) => {
                let stored = self.app().objects.list(folder).await.unwrap();
                let mut names: Vec<String> = stored.into_iter().map(|file| file.name).collect();
                names.extend(unfinished(&bucket.prefix, folder).await);
                let name = |path: String| path.rsplit('/').next().unwrap().to_owned();
                names.into_iter().map(name).collect()
            }
        };
        names.sort();
        names
    }
}

/// Uploads in parts that have begun and not ended.
pub async fn unfinished(prefix: &str, folder: &str) -> Vec<String> {
    let listed = bucket_server::asked(bucket_url(), "uploads").await;
    let keys = listed.split("<Key>").skip(1);
    let keys = keys.filter_map(|rest| rest.split("</Key>").next());
    let ours = format!("{prefix}/{folder}");
    keys.filter(|key| key.starts_with(&ours))
        .map(str::to_owned)
        .collect()
}
