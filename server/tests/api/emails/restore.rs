//! `POST /v1/emails/{emailId}/restore`.

use postrider_domain::designs::design::EmailStatus;
use serde_json::{Value, json};

use super::{add_version, design, draft, set_status, version};
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn restore(brand: &Brand, email: &str, version: &str) -> Answer {
    let path = format!("/v1/emails/{email}/restore");
    brand
        .post(&path, json!({ "emailVersionId": version }))
        .await
}

async fn detail(brand: &Brand, email: &str) -> Answer {
    let path = format!("/v1/emails/{email}?include=html,versions");
    brand.get(&path).await.expect(200)
}

fn history(answer: &Answer) -> Vec<(Value, Value)> {
    let versions = answer["versions"].as_array().unwrap();
    versions
        .iter()
        .map(|row| (row["version"].clone(), row["source"].clone()))
        .collect()
}

#[tokio::test]
async fn an_earlier_version_becomes_a_new_head_and_none_is_lost() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, draft("a")).await;
    add_version(&server, &brand, "a", version("a-2", "<p>Two</p>")).await;
    let restored = restore(&brand, "a", "a-1").await.expect(200);
    let head = restored["emailVersionId"].as_str().unwrap();
    assert!(head.len() == 21 && head != "a-1", "{head}");
    assert_eq!(restored["html"], Value::Null, "the plain row");
    let read = detail(&brand, "a").await;
    assert_eq!(
        (&read["emailVersionId"], &read["html"]),
        (&json!(head), &json!("<p>Hi</p>"))
    );
    assert_eq!(
        history(&read),
        [
            (json!(3), json!("restored")),
            (json!(2), json!("imported")),
            (json!(1), json!("imported"))
        ]
    );
    restore(&brand, "a", head).await.expect(200);
    assert_eq!(history(&detail(&brand, "a").await).len(), 4, "the head too");
}

#[tokio::test]
async fn the_same_key_restores_once() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, draft("a")).await;
    let body = json!({ "emailVersionId": "a-1" });
    let path = "/v1/emails/a/restore";
    let first = brand.post_once("k", path, body.clone()).await.expect(200);
    let again = brand.post_once("k", path, body).await.expect(200);
    assert_eq!(first.bytes, again.bytes);
    assert_eq!(history(&detail(&brand, "a").await).len(), 2);
}

#[tokio::test]
async fn only_versions_of_this_design_can_be_restored() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    design(&server, &brand, draft("a")).await;
    design(&server, &brand, draft("b")).await;
    design(&server, &other, draft("c")).await;
    for version in ["nothing", "b-1", "c-1"] {
        let refused = restore(&brand, "a", version).await;
        assert_problem(
            &refused,
            404,
            "EMAIL_VERSION_NOT_FOUND",
            Some("emailVersionId"),
        );
    }
    for email in ["nothing", "c"] {
        let refused = restore(&brand, email, "a-1").await;
        assert_problem(&refused, 404, "EMAIL_NOT_FOUND", None);
    }
    let refused = brand.post("/v1/emails/a/restore", json!({})).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("emailVersionId"));
    let refused = brand.key("contacts").await;
    let refused = refused
        .post("/v1/emails/a/restore", json!({ "emailVersionId": "a-1" }))
        .await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    assert_eq!(history(&detail(&brand, "a").await).len(), 1);
}

#[tokio::test]
async fn a_design_in_the_works_is_not_touched() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = design(&server, &brand, draft("a")).await;
    for (status, expect, code) in [
        (EmailStatus::Generating, 409, "EMAIL_IN_PROGRESS"),
        (EmailStatus::Failed, 422, "EMAIL_NOT_READY"),
    ] {
        set_status(&server, &brand, &made, status).await;
        assert_problem(&restore(&brand, "a", "a-1").await, expect, code, None);
        // What is named comes before the state.
        let refused = restore(&brand, "a", "nothing").await;
        assert_problem(
            &refused,
            404,
            "EMAIL_VERSION_NOT_FOUND",
            Some("emailVersionId"),
        );
    }
    assert_eq!(history(&detail(&brand, "a").await).len(), 1);
}

#[tokio::test]
async fn restores_at_once_are_all_kept() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, draft("a")).await;
    let (one, two, three) = tokio::join!(
        restore(&brand, "a", "a-1"),
        restore(&brand, "a", "a-1"),
        restore(&brand, "a", "a-1")
    );
    for answer in [one, two, three] {
        answer.expect(200);
    }
    let numbers: Vec<_> = history(&detail(&brand, "a").await)
        .into_iter()
        .map(|(number, _)| number)
        .collect();
    assert_eq!(numbers, [4, 3, 2, 1]);
}
