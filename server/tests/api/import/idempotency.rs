//! A file under an `Idempotency-Key`.

use serde_json::json;

use super::{PATH, ended, numbered, stored};
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn upload_once(brand: &Brand, key: &str, file: &str) -> Answer {
    brand
        .request("POST", PATH)
        .header("Content-Type", "text/csv")
        .header("Idempotency-Key", key)
        .body(file)
        .send()
        .await
}

#[tokio::test]
async fn the_same_file_is_imported_once_and_another_is_a_conflict() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let first = upload_once(&brand, "k", &numbered(3)).await.expect(202);
    ended(&server, &brand, &first).await;
    let again = upload_once(&brand, "k", &numbered(3)).await.expect(202);
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    let other = upload_once(&brand, "k", &numbered(4)).await;
    assert_problem(&other, 409, "IDEMPOTENCY_CONFLICT", Some("Idempotency-Key"));
    assert_eq!(stored(&server).await, [""; 0]);
    assert_eq!(server.number("SELECT count(*) FROM imports").await, 1);
    // A refused file frees its key.
    upload_once(&brand, "x", "nothing\n").await.expect(400);
    let accepted = upload_once(&brand, "x", "email\n").await.expect(202);
    ended(&server, &brand, &accepted).await;
}

#[tokio::test]
async fn twins_that_arrive_together_are_one_import() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let file = numbered(2000);
    let twins = (0..6).map(|_| upload_once(&brand, "twin", &file));
    let answers = futures_util::future::join_all(twins).await;
    for answer in &answers {
        assert_eq!(answer.status, 202);
        assert_eq!(answer["importId"], answers[0]["importId"]);
    }
    ended(&server, &brand, &answers[0]).await;
    assert_eq!(server.number("SELECT count(*) FROM imports").await, 1);
}

#[tokio::test]
async fn twins_of_a_long_text_leave_no_file_behind() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "csv": numbered(1500) });
    let twins = (0..6).map(|_| brand.post_once("twin", PATH, body.clone()));
    let answers = futures_util::future::join_all(twins).await;
    for answer in &answers {
        assert_eq!(answer.status, 202);
        assert_eq!(answer["importId"], answers[0]["importId"]);
    }
    ended(&server, &brand, &answers[0]).await;
    assert_eq!(server.number("SELECT count(*) FROM imports").await, 1);
}
