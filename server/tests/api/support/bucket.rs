//! Buckets of a server that speaks S3 and that others wrote, one for all tests of this process.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use postrider_engine::objects::{Bucket, Location, Objects};

use super::server::TestServer;
use super::settings;

/// The bucket that is there from the start.
pub const BUCKET: &str = "files";

static SERVER: OnceLock<BucketServer> = OnceLock::new();

struct BucketServer {
    url: String,
    /// Its standard input closes with the process of the tests, and then it ends.
    _process: Child,
}

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
        access_key: "a key".to_owned(),
        secret_key: "its secret".to_owned(),
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
    let url = format!("{}/{BUCKET}?uploads", bucket_url());
    let listed = reqwest::get(url).await.unwrap().text().await.unwrap();
    let keys = listed.split("<Key>").skip(1);
    let keys = keys.filter_map(|rest| rest.split("</Key>").next());
    let ours = format!("{prefix}/{folder}");
    keys.filter(|key| key.starts_with(&ours))
        .map(str::to_owned)
        .collect()
}

impl BucketServer {
    fn start() -> Self {
        let program = tool("moto_server");
        let shown = program.display();
        assert!(
            program.exists(),
            "{shown} is not there: run scripts/install"
        );
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        // Whoever is killed closes its end of a pipe, but tells nobody to end.
        let mut process = Command::new("sh")
            .args(["-c", "\"$@\" & read -r _; kill $!", "sh"])
            .arg(program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // It takes its time to start on a machine that does other things.
        let is_there = (0..2400).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            make_bucket(port)
        });
        let ended = process.try_wait().unwrap();
        assert!(is_there && ended.is_none(), "there is no bucket");
        Self {
            url: format!("http://127.0.0.1:{port}"),
            _process: process,
        }
    }
}

fn make_bucket(port: u16) -> bool {
    let ask = || {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        let request = format!(
            "PUT /{BUCKET} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok::<_, std::io::Error>(answer.contains(" 200 "))
    };
    ask().unwrap_or(false)
}

fn tool(name: &str) -> PathBuf {
    let target = settings::get("CARGO_TARGET_DIR").unwrap_or_else(|| "target".to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join(target).join("tools/bin").join(name)
}
