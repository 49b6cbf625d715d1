//! Objects in a bucket, of a server that others wrote, and on their way there and back.

mod faults;
mod hanging;
mod moving;
mod pictures;
mod scene;
mod serving;

use postrider_engine::objects::ObjectError;
use serde_json::json;

use crate::support::bucket::{ACCESS_KEY, SECRET_KEY, bucket_url, objects_in_bucket};
use crate::support::{Installation, until};

/// With all that a bucket needs, and objects where they are without it.
async fn installation(endpoint: &str) -> Installation {
    Installation::new()
        .await
        .set("POSTRIDER_S3_ENDPOINT", endpoint)
        .set("POSTRIDER_S3_ACCESS_KEY", ACCESS_KEY)
        .set("POSTRIDER_S3_SECRET_KEY", SECRET_KEY)
}

#[tokio::test]
async fn objects_are_written_in_parts_read_in_ranges_listed_and_deleted() {
    let objects = objects_in_bucket("post/rider");
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
    let (here, there) = (objects_in_bucket("here"), objects_in_bucket("there"));
    assert_eq!(here.identity("one").await.unwrap(), "one");
    assert_eq!(here.identity("two").await.unwrap(), "one");
    assert_eq!(there.identity("two").await.unwrap(), "two");
}

#[tokio::test]
async fn a_service_keeps_what_it_imports_in_a_bucket() {
    let installation = installation(bucket_url()).await;
    let installation = installation.set("POSTRIDER_OBJECTS", "s3://files/service");
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
