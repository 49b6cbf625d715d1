//! A campaign is sent once.

use futures_util::future::join_all;
use serde_json::json;

use super::{LATER, PATH, accepted, body, campaign, ready, send, set_status};
use crate::emails::design;
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_second_send_conflicts_and_tells_of_the_first() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let first = accepted(&brand, json!({})).await;
    let state = json!({
        "sendId": first, "status": "scheduled", "scheduledAt": LATER, "recipientCount": 2,
    });
    for with in [json!({}), json!({ "dryRun": true })] {
        let refused = send(&brand, with).await;
        assert_problem(&refused, 409, "EMAIL_ALREADY_SENT", Some("emailId"));
        assert_eq!(refused["error"]["details"]["sendState"], state);
    }
    let email = brand.get("/v1/emails/news").await.expect(200);
    assert_eq!(email["sendState"], state);
    let listed = brand.get("/v1/emails").await.expect(200);
    assert_eq!(listed["data"][0]["sendState"], state);
    let copy = brand
        .post("/v1/emails/news/duplicate", json!({}))
        .await
        .expect(201);
    assert!(copy["sendState"].is_null());
    accepted(&brand, json!({ "emailId": copy["emailId"] })).await;
}

#[tokio::test]
async fn of_many_at_once_one_is_accepted() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let answers = join_all((0..8).map(|_| send(&brand, json!({})))).await;
    let taken: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status == 202)
        .collect();
    assert_eq!(taken.len(), 1);
    for refused in answers.iter().filter(|answer| answer.status != 202) {
        assert_problem(refused, 409, "EMAIL_ALREADY_SENT", Some("emailId"));
        let state = &refused["error"]["details"]["sendState"];
        assert_eq!(state["sendId"], taken[0]["sendId"]);
    }
    assert_eq!(server.number("SELECT count(*) FROM sends").await, 1);
    assert_eq!(
        server
            .number("SELECT count(*) FROM jobs WHERE kind = 'send'")
            .await,
        1
    );
}

#[tokio::test]
async fn the_same_key_gets_the_same_answer() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let call = || brand.post_once("once", PATH, body(&json!({})));
    let (first, twin) = (call().await.expect(202), call().await.expect(202));
    assert_eq!(first.bytes, twin.bytes);
    assert_eq!(twin.header("idempotent-replayed"), Some("true"));
    let twins = join_all((0..4).map(|_| call())).await;
    assert!(twins.iter().all(|twin| twin.bytes == first.bytes));
    let other = brand
        .post_once("once", PATH, body(&json!({ "subject": "Other" })))
        .await;
    assert_problem(&other, 409, "IDEMPOTENCY_CONFLICT", Some("Idempotency-Key"));
    let fresh = brand.post_once("twice", PATH, body(&json!({}))).await;
    assert_problem(&fresh, 409, "EMAIL_ALREADY_SENT", Some("emailId"));
}

#[tokio::test]
async fn twins_at_once_are_one_send() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let call = || brand.post_once("once", PATH, body(&json!({})));
    let answers = join_all((0..6).map(|_| call())).await;
    for answer in &answers {
        assert_eq!(answer.status, 202, "{}", answer.text());
        assert_eq!(answer.bytes, answers[0].bytes);
    }
}

#[tokio::test]
async fn a_send_canceled_before_anybody_was_mailed_frees_its_design() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let first = accepted(&brand, json!({})).await;
    brand
        .post(&format!("{PATH}/{first}/cancel"), json!({}))
        .await
        .expect(200);
    let email = brand.get("/v1/emails/news").await.expect(200);
    assert!(email["sendState"].is_null());
    let second = accepted(&brand, json!({})).await;
    assert_ne!(first, second);
}

#[tokio::test]
async fn a_send_canceled_later_keeps_its_design() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    design(&server, &brand, campaign("tried")).await;
    let first = accepted(&brand, json!({})).await;
    let tried = accepted(&brand, json!({ "emailId": "tried" })).await;
    // Of the one somebody has a mail; of the other one was tried, and put off.
    for (id, mailed) in [(&first, 1), (&tried, 0)] {
        set_status(&server, id, "running").await;
        server
            .sql(&format!(
                "INSERT INTO heads (org, brand, send, lane, next_ordinal)
                SELECT org, brand, id, 1, 3 FROM sends WHERE public_id = '{id}'"
            ))
            .await;
        server
            .sql(&format!(
                "INSERT INTO tallies SELECT org, brand, id, 1, 2, 0, 0, 0, 0, 1, {mailed}, {mailed}, 0, 0, 0, 0, 0, 0, 0,
                    0, 0 FROM sends WHERE public_id = '{id}'"
            ))
            .await;
        let canceled = brand
            .post(&format!("{PATH}/{id}/cancel"), json!({}))
            .await
            .expect(200);
        assert_eq!(canceled["previousStatus"], "running");
    }
    let refused = send(&brand, json!({})).await;
    assert_problem(&refused, 409, "EMAIL_ALREADY_SENT", Some("emailId"));
    assert_eq!(
        refused["error"]["details"]["sendState"]["status"],
        "canceled"
    );
    accepted(&brand, json!({ "emailId": "tried" })).await;
}
