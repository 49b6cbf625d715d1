//! What sends take from the month's deliveries.

use serde_json::{Value, json};

use super::{PATH, campaign, people, read, send};
use crate::emails::design;
use crate::support::{Brand, TestServer, assert_problem, until};

async fn email_sends(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["emailSends"].clone()
}

/// Sends a design to these addresses, at once, and waits until it has ended.
async fn mail(server: &TestServer, brand: &Brand, email: &str, to: &[&str]) -> Value {
    design(server, brand, campaign(email)).await;
    let with = json!({ "emailId": email, "audienceId": null, "to": to, "scheduledAt": null });
    let id = send(brand, with).await.expect(202)["sendId"].clone();
    let id = id.as_str().unwrap();
    until("the send has ended", async || {
        let sent = read(brand, id).await;
        (sent["status"] == "completed").then_some(sent)
    })
    .await
}

#[tokio::test]
async fn every_recipient_is_one_delivery_and_tests_are_none() {
    let server = TestServer::with()
        .plan("small", None, Some(5))
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    people(&brand, &["out@example.com"]).await;
    let out = json!({ "email": "out@example.com", "subscribed": false });
    brand.patch("/v1/contacts", out).await.expect(200);
    let to = [
        "a@example.com",
        "b@example.com",
        "A@example.com",
        "out@example.com",
    ];
    let sent = mail(&server, &brand, "one", &to).await;
    assert_eq!(sent["recipientCount"], 2);
    assert_eq!(sent["delivery"]["delivered"], 2);
    assert_eq!(
        sent["exclusions"],
        json!({ "unsubscribed": 1, "invalid": 0, "suppressed": 0, "duplicate": 1 })
    );
    let left = json!({ "limit": 5, "used": 2, "remaining": 3 });
    assert_eq!(email_sends(&brand).await, left);
    let test = json!({ "test": true, "emailId": "one", "to": "a@example.com" });
    let tested = brand.post(PATH, test).await.expect(200);
    assert_eq!(
        tested.json,
        json!({ "status": "completed", "recipient": "a@example.com" })
    );
    assert_eq!(email_sends(&brand).await, left);
    let four = [
        "a@example.com",
        "b@example.com",
        "c@example.com",
        "d@example.com",
    ];
    design(&server, &brand, campaign("two")).await;
    let too_many = json!({ "emailId": "two", "audienceId": null, "to": four, "scheduledAt": null });
    let refused = send(&brand, too_many).await;
    assert_problem(&refused, 402, "SEND_QUOTA_EXCEEDED", None);
    mail(&server, &brand, "three", &four[..3]).await;
    assert_eq!(
        email_sends(&brand).await,
        json!({ "limit": 5, "used": 5, "remaining": 0 })
    );
}

#[tokio::test]
async fn an_unlimited_plan_counts_all_the_same() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    mail(&server, &brand, "one", &["a@example.com"]).await;
    assert_eq!(
        email_sends(&brand).await,
        json!({ "limit": null, "used": 1, "remaining": null })
    );
}
