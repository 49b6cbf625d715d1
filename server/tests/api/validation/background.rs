//! More than 100 addresses, checked in the background.

use std::time::Duration;

use serde_json::{Value, json};

use super::{VALIDATE, contact, ended, many, start, used, with_credits};
use crate::support::dns_server::Says;
use crate::support::{Answer, Brand, TestServer, assert_problem, until};

async fn accepted(brand: &Brand, emails: &[String]) -> Answer {
    brand
        .post(VALIDATE, json!({ "emails": emails }))
        .await
        .expect(202)
}

#[tokio::test]
async fn answers_come_in_the_order_of_the_addresses_and_show_on_contacts() {
    let (_server, dns, brand) = start(TestServer::with().mail_leaves()).await;
    brand
        .post("/v1/contacts", json!({ "email": "p7@no.test" }))
        .await
        .expect(201);
    let mut emails = many(450, "takes.test");
    emails.extend(many(10, "no.test"));
    emails.push("nothing".to_owned());
    emails.push("p0@takes.test".to_owned());
    let validation = accepted(&brand, &emails).await;
    let progress = ended(&brand, &validation["validationId"]).await;
    assert_eq!(progress["status"], "completed");
    assert_eq!(
        (&progress["total"], &progress["processed"]),
        (&json!(462), &json!(462))
    );
    assert_eq!(progress["progressPercent"], 100);
    assert_eq!(
        progress["summary"],
        json!({ "total": 462, "valid": 451, "risky": 0, "invalid": 11, "unknown": 0 })
    );
    let data = progress["data"].as_array().unwrap();
    let answered: Vec<_> = data
        .iter()
        .map(|answer| answer["email"].as_str().unwrap())
        .collect();
    assert_eq!(answered, emails);
    assert_eq!(data[460]["reason"], "invalid_syntax");
    assert!(progress["createdAt"].is_string() && progress["completedAt"].is_string());
    assert_eq!(progress["error"], Value::Null);
    assert_eq!(
        contact(&brand, "p7@no.test").await["suppressedReason"],
        "invalid"
    );
    assert!(dns.asked_in_all() > 0);
}

#[tokio::test]
async fn a_validation_is_the_brands_own() {
    let (server, _dns, brand) = start(TestServer::with()).await;
    let validation = accepted(&brand, &many(101, "takes.test")).await;
    let path = format!(
        "/v1/contacts/validations/{}",
        validation["validationId"].as_str().unwrap()
    );
    let sibling = brand.org.brand().await;
    let stranger = server.brand().await;
    for other in [&sibling, &stranger] {
        assert_problem(&other.get(&path).await, 404, "VALIDATION_NOT_FOUND", None);
    }
    assert_problem(
        &brand.get("/v1/contacts/validations/none").await,
        404,
        "VALIDATION_NOT_FOUND",
        None,
    );
    brand.get(&path).await.expect(200);
    ended(&brand, &validation["validationId"]).await;
}

#[tokio::test]
async fn domains_of_which_dns_says_nothing_leave_it_partially_completed() {
    let (_server, _dns, brand) = with_credits(1000).await;
    let emails = [many(150, "takes.test"), many(3, "mute.test")].concat();
    let validation = accepted(&brand, &emails).await;
    let progress = ended(&brand, &validation["validationId"]).await;
    assert_eq!(progress["status"], "partially_completed");
    assert_eq!(progress["summary"]["unknown"], 3);
    assert_eq!(progress["error"], Value::Null);
    assert_eq!(used(&brand).await, 306);
}

#[tokio::test]
async fn where_nothing_can_be_checked_it_fails_after_some_tries_and_the_credits_come_back() {
    let (server, dns, brand) = with_credits(1000).await;
    let emails = many(101, "mute.test");
    let validation = accepted(&brand, &emails).await;
    assert_eq!(used(&brand).await, 202);
    let path = format!(
        "/v1/contacts/validations/{}",
        validation["validationId"].as_str().unwrap()
    );
    let progress = until("it fails", async || {
        server.clock.advance(Duration::from_secs(10));
        let progress = brand.get(&path).await.expect(200);
        (progress["status"] == "failed").then_some(progress)
    })
    .await;
    assert_eq!(progress["error"]["code"], "SERVICE_UNAVAILABLE");
    assert_eq!(progress["summary"]["unknown"], 101);
    assert_eq!(used(&brand).await, 0);
    assert!(dns.asked("mute.test") >= 6, "{}", dns.asked("mute.test"));
}

#[tokio::test]
async fn it_goes_on_when_dns_is_back() {
    let (server, dns, brand) = start(TestServer::with().clock_stopped()).await;
    let validation = accepted(&brand, &many(101, "mute.test")).await;
    until("it was tried", async || {
        (dns.asked("mute.test") >= 2).then_some(())
    })
    .await;
    dns.says("mute.test", Says::Mx);
    let path = format!(
        "/v1/contacts/validations/{}",
        validation["validationId"].as_str().unwrap()
    );
    let progress = until("it ends", async || {
        server.clock.advance(Duration::from_secs(2));
        let progress = brand.get(&path).await.expect(200);
        (progress["status"] == "completed").then_some(progress)
    })
    .await;
    assert_eq!(progress["summary"]["valid"], 101);
}

#[tokio::test]
async fn answers_are_kept_for_a_month() {
    let (server, _dns, brand) = start(TestServer::with().clock_stopped()).await;
    let validation = accepted(&brand, &many(101, "takes.test")).await;
    let progress = ended(&brand, &validation["validationId"]).await;
    assert_eq!(progress["data"].as_array().unwrap().len(), 101);
    server.clock.advance(Duration::from_hours(31 * 24));
    until("the addresses are gone", async || {
        let left = server
            .number("SELECT count(*) FROM validation_pieces")
            .await;
        (left == 0).then_some(())
    })
    .await;
    let progress = ended(&brand, &validation["validationId"]).await;
    assert_eq!(
        (&progress["status"], &progress["data"]),
        (&json!("completed"), &Value::Null)
    );
    assert_eq!(progress["summary"]["valid"], 101);
}
