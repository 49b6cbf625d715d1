//! Objects in a bucket, of a server that others wrote.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use postrider_engine::objects::{Bucket, Location, ObjectError, Objects};
use serde_json::json;
use tokio::process::{Child, Command};

use crate::support::{Installation, settings, until};

/// A server that speaks S3.
struct Store {
    url: String,
    _process: Child,
}

impl Store {
    async fn start() -> Self {
        let program = tool("moto_server");
        assert!(
            program.exists(),
            "{} is not there: run scripts/install",
            program.display()
        );
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let process = Command::new(program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let url = format!("http://127.0.0.1:{port}");
        let http = reqwest::Client::new();
        // It takes its time to start on a machine that does other things.
        let is_there = async {
            loop {
                let made = http.put(format!("{url}/files")).send().await;
                if made.is_ok_and(|made| made.status().is_success()) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let is_there = tokio::time::timeout(Duration::from_mins(2), is_there);
        is_there.await.expect("there is a bucket");
        Self {
            url,
            _process: process,
        }
    }

    fn objects(&self, prefix: &str) -> Objects {
        let bucket = Bucket {
            name: "files".to_owned(),
            prefix: prefix.to_owned(),
            endpoint: Some(self.url.clone()),
            region: "us-east-1".to_owned(),
            access_key: "a key".to_owned(),
            secret_key: "its secret".to_owned(),
        };
        Objects::open(&Location::Bucket(bucket)).unwrap()
    }
}

fn tool(name: &str) -> PathBuf {
    let target = settings::get("CARGO_TARGET_DIR").unwrap_or_else(|| "target".to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join(target).join("tools/bin").join(name)
}

#[tokio::test]
async fn objects_are_written_in_parts_read_in_ranges_listed_and_deleted() {
    let store = Store::start().await;
    let objects = store.objects("post/rider");
    // More than one part, and no whole number of them.
    let bytes: Vec<u8> = (0..12_000_001_u32).map(|at| (at % 251) as u8).collect();
    let mut upload = objects.upload("imports/large").await.unwrap();
    for piece in bytes.chunks(1 << 20) {
        upload.write(piece.to_vec().into()).await.unwrap();
    }
    upload.finish().await.unwrap();
    let aborted = objects.upload("imports/aborted").await.unwrap();
    aborted.abort().await.unwrap();
    let read = objects.read("imports/large", 5_000_000..13_000_000).await;
    assert_eq!(read.unwrap(), &bytes[5_000_000..], "over its end");
    let listed = objects.list("imports").await.unwrap();
    let names: Vec<&str> = listed.iter().map(|stored| stored.name.as_str()).collect();
    assert_eq!(names, ["imports/large"]);
    objects.clear_cut_off("imports", i64::MAX).await.unwrap();
    assert_eq!(objects.room(), None);
    for _ in 0..2 {
        objects.delete("imports/large").await.unwrap();
    }
    let gone = objects.read("imports/large", 0..1).await;
    assert!(matches!(gone, Err(ObjectError::Missing(_))), "{gone:?}");
}

#[tokio::test]
async fn a_store_is_told_from_others_by_its_identity() {
    let store = Store::start().await;
    let (here, there) = (store.objects("here"), store.objects("there"));
    assert_eq!(here.identity("one").await.unwrap(), "one");
    assert_eq!(here.identity("two").await.unwrap(), "one");
    assert_eq!(there.identity("two").await.unwrap(), "two");
}

#[tokio::test]
async fn a_service_keeps_what_it_imports_in_a_bucket() {
    let store = Store::start().await;
    let installation = Installation::new()
        .await
        .set("POSTRIDER_OBJECTS", "s3://files/service")
        .set("POSTRIDER_S3_ENDPOINT", &store.url)
        .set("POSTRIDER_S3_ACCESS_KEY", "a key")
        .set("POSTRIDER_S3_SECRET_KEY", "its secret");
    let server = installation.serve().await;
    let caller = server.caller(server.made()["secret"].as_str().unwrap());
    let request = caller
        .request("POST", "/v1/contacts/import-csv")
        .header("Content-Type", "text/csv")
        .body("email\nada@example.com\n");
    let import = request.send().await.expect(202);
    let path = format!(
        "/v1/contacts/imports/{}",
        import["importId"].as_str().unwrap()
    );
    until("the import is done", async || {
        let import = caller.get(&path).await.expect(200);
        (import["status"] == json!("completed")).then_some(())
    })
    .await;
    caller.get("/v1/contacts/ada@example.com").await.expect(200);
    assert!(!installation.data().join("objects").exists());
}
