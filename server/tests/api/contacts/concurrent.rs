//! Many writers at once.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{ADA, create, read};
use crate::support::{Answer, TestServer};

const WRITERS: usize = 16;

fn with_status(answers: &[Answer], status: u16) -> usize {
    answers
        .iter()
        .filter(|answer| answer.status == status)
        .count()
}

#[tokio::test]
async fn many_writers_of_one_address_make_one_contact() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let post = |n: usize| {
        let custom = json!({ format!("field {}", n % 4): n });
        brand.post(
            "/v1/contacts",
            json!({ "email": ADA, "customFields": custom }),
        )
    };
    let answers = join_all((0..WRITERS).map(post)).await;
    assert_eq!(
        (with_status(&answers, 201), with_status(&answers, 200)),
        (1, WRITERS - 1)
    );
    assert!(
        answers
            .iter()
            .all(|answer| answer["contactId"] == answers[0]["contactId"])
    );
    let contact = read(&brand, ADA).await;
    assert_eq!(contact["customFields"].as_object().unwrap().len(), 4);
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 4);
}

#[tokio::test]
async fn batches_that_overlap_in_any_order_do_not_lock_each_other_out() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let batch = |n: usize| {
        let mut rows: Vec<Value> = (0..60)
            .map(|row| json!({ "email": format!("n{row}@example.com"), "lastName": "x" }))
            .collect();
        if n.is_multiple_of(2) {
            rows.reverse();
        }
        brand.post("/v1/contacts", json!({ "contacts": rows }))
    };
    let answers = join_all((0..8).map(batch)).await;
    assert_eq!(with_status(&answers, 200), 8);
    let sum = |key: &str| -> i64 {
        answers
            .iter()
            .map(|answer| answer["summary"][key].as_i64().unwrap())
            .sum()
    };
    assert_eq!(
        (sum("created"), sum("updated"), sum("failed")),
        (60, 420, 0)
    );
}

#[tokio::test]
async fn a_field_that_many_type_at_once_gets_one_type() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let post = |n: usize| {
        let value = if n.is_multiple_of(2) {
            json!(n)
        } else {
            json!("text")
        };
        let body =
            json!({ "email": format!("n{n}@example.com"), "customFields": { "plan": value } });
        brand.post("/v1/contacts", body)
    };
    let answers = join_all((0..WRITERS).map(post)).await;
    assert_eq!(
        (with_status(&answers, 201), with_status(&answers, 409)),
        (WRITERS / 2, WRITERS / 2)
    );
    assert!(
        answers
            .iter()
            .all(|answer| answer.status == 201 || answer.code() == "FIELD_TYPE_MISMATCH")
    );
    assert_eq!(
        server.number("SELECT count(*) FROM contacts").await,
        (WRITERS / 2) as i64
    );
}

#[tokio::test]
async fn an_opt_out_is_not_lost_between_a_deletion_and_an_upload() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for _ in 0..8 {
        brand
            .post("/v1/contacts", json!({ "email": ADA, "subscribed": false }))
            .await;
        let upload = || brand.post("/v1/contacts", json!({ "email": ADA, "subscribed": true }));
        let deletion = brand
            .request("DELETE", "/v1/contacts")
            .json(&json!({ "email": ADA }))
            .send();
        let (first, deleted, second) = tokio::join!(upload(), deletion, upload());
        assert_eq!(deleted.status, 200, "{}", deleted.text());
        for answer in [first, second, upload().await] {
            assert!(answer.status < 300, "{}", answer.text());
            assert_eq!(answer["subscribed"], false, "{}", answer.text());
        }
    }
    let other = create(&brand, json!({ "email": "bob@example.com" })).await;
    assert_eq!(other["subscribed"], true);
}
