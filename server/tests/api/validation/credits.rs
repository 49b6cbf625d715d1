//! What checks cost, and when.

use futures_util::future::join_all;
use serde_json::json;

use super::{VALIDATE, contact, ended, many, used, validate, with_credits};
use crate::support::assert_problem;
use crate::support::dns_server::Says;

#[tokio::test]
async fn two_credits_an_address_and_the_balance_after() {
    let (_server, _dns, brand) = with_credits(10).await;
    let answer = validate(&brand, &["a@takes.test", "b@takes.test"])
        .await
        .expect(200);
    assert_eq!(answer.number("x-credit-cost"), Some(4));
    assert_eq!(answer.number("x-credits-remaining"), Some(6));
    let body = json!({ "email": "c@takes.test", "validate": true });
    let answer = brand.post("/v1/contacts", body).await.expect(201);
    assert_eq!(answer.number("x-credit-cost"), Some(2));
    assert_eq!(answer.number("x-credits-remaining"), Some(4));
    // Without it the same route is free, and says nothing of credits.
    let answer = brand
        .post("/v1/contacts", json!({ "email": "d@takes.test" }))
        .await
        .expect(201);
    assert_eq!(answer.header("x-credit-cost"), None);
    assert_eq!(used(&brand).await, 6);
}

#[tokio::test]
async fn too_few_credits_are_402_before_dns_is_asked_and_nothing_is_written() {
    let (_server, dns, brand) = with_credits(3).await;
    let refused = validate(&brand, &["a@takes.test", "b@takes.test"]).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    let details = json!({ "cost": 4, "remaining": 3, "planKey": "small" });
    assert_eq!(refused.json["error"]["details"], details);
    let many = brand
        .post(VALIDATE, json!({ "emails": many(101, "takes.test") }))
        .await;
    assert_problem(&many, 402, "INSUFFICIENT_CREDITS", None);
    let rows = json!([{ "email": "a@takes.test" }, { "email": "b@takes.test" }]);
    let batch = brand
        .post(
            "/v1/contacts",
            json!({ "contacts": rows, "validate": true }),
        )
        .await;
    assert_problem(&batch, 402, "INSUFFICIENT_CREDITS", None);
    assert_eq!(brand.get("/v1/contacts/a@takes.test").await.status, 404);
    assert_eq!(dns.asked_in_all(), 0);
    assert_eq!(used(&brand).await, 0);
    // An empty balance takes nothing from those who ask for nothing.
    validate(&brand, &["a@takes.test"]).await.expect(200);
    brand
        .post("/v1/contacts", json!({ "email": "a@takes.test" }))
        .await
        .expect(201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_want_the_last_credits_one_gets_them() {
    let (_server, _dns, brand) = with_credits(2).await;
    let answers = join_all((0..8).map(|_| validate(&brand, &["a@takes.test"]))).await;
    let won = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(won, 1);
    for lost in answers.iter().filter(|answer| answer.status != 200) {
        assert_problem(lost, 402, "INSUFFICIENT_CREDITS", None);
    }
    assert_eq!(used(&brand).await, 2);
}

#[tokio::test]
async fn a_replay_is_the_same_answer_and_is_not_charged() {
    let (server, _dns, brand) = with_credits(1000).await;
    for emails in [json!(["a@takes.test"]), json!(many(101, "takes.test"))] {
        let before = used(&brand).await;
        let key = format!("k{before}");
        let body = json!({ "emails": emails });
        let first = brand.post_once(&key, VALIDATE, body.clone()).await;
        assert!([200, 202].contains(&first.status));
        let again = brand.post_once(&key, VALIDATE, body).await;
        assert_eq!((again.status, &again.bytes), (first.status, &first.bytes));
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!(again.number("x-credit-cost"), first.number("x-credit-cost"));
        let cost = first.number("x-credit-cost").unwrap();
        assert_eq!(used(&brand).await, before + cost);
    }
    server.at_rest().await;
}

#[tokio::test]
async fn a_refused_check_frees_its_key() {
    let (_server, dns, brand) = with_credits(10).await;
    let body = || json!({ "emails": ["a@mute.test"] });
    let refused = brand.post_once("k", VALIDATE, body()).await;
    assert_problem(&refused, 503, "SERVICE_UNAVAILABLE", None);
    dns.says("mute.test", Says::Mx);
    brand.post_once("k", VALIDATE, body()).await.expect(200);
    assert_eq!(used(&brand).await, 2);
}

#[tokio::test]
async fn many_are_paid_when_they_are_accepted() {
    let (_server, _dns, brand) = with_credits(1000).await;
    let mut emails = many(150, "takes.test");
    emails.push("P0@takes.test".to_owned());
    let accepted = brand
        .post(VALIDATE, json!({ "emails": emails }))
        .await
        .expect(202);
    assert_eq!(accepted.number("x-credit-cost"), Some(300));
    assert_eq!(accepted.number("x-credits-remaining"), Some(700));
    assert_eq!(accepted["status"], "queued");
    ended(&brand, &accepted["validationId"]).await;
    assert_eq!(used(&brand).await, 300);
}

#[tokio::test]
async fn rows_that_are_not_written_are_not_paid() {
    let (_server, _dns, brand) = with_credits(100).await;
    brand
        .post(
            "/v1/fields",
            json!({ "fieldName": "age", "fieldType": "number" }),
        )
        .await
        .expect(201);
    let rows = json!([
        { "email": "a@takes.test" },
        { "email": "b@takes.test", "customFields": { "age": "old" } },
        { "email": "nobody" },
        { "email": "A@takes.test", "firstName": "Ada" },
    ]);
    let answer = brand
        .post(
            "/v1/contacts",
            json!({ "contacts": rows, "validate": true }),
        )
        .await
        .expect(200);
    assert_eq!(
        answer["summary"],
        json!({ "created": 1, "updated": 1, "failed": 2 })
    );
    assert_eq!(answer.number("x-credit-cost"), Some(2));
    assert_eq!(
        contact(&brand, "a@takes.test").await["validationStatus"],
        "valid"
    );
}
