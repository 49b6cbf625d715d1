//! Who gets a campaign, and who does not.

use serde_json::{Value, json};

use super::{PATH, accepted, audience, campaign, people, read, ready, send};
use crate::emails::design;
use crate::support::{Brand, TestServer, assert_problem};

async fn dry_run(brand: &Brand, with: Value) -> Value {
    let mut with = with;
    with["dryRun"] = json!(true);
    send(brand, with).await.expect(200).json
}

/// Sets what keeps people out, as validation, bounces and a person would.
async fn keep_out(server: &TestServer, email: &str, reason: &str) {
    server
        .sql(&format!(
            "UPDATE contacts SET suppressed_reason = '{reason}' WHERE email = '{email}'"
        ))
        .await;
}

async fn unsubscribe(brand: &Brand, email: &str) {
    let body = json!({ "email": email, "subscribed": false });
    brand.patch("/v1/contacts", body).await.expect(200);
}

#[tokio::test]
async fn everybody_is_counted_once_under_the_first_reason() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let emails: Vec<String> = (0..8).map(|n| format!("c{n}@example.org")).collect();
    let emails: Vec<&str> = emails.iter().map(String::as_str).collect();
    people(&brand, &emails).await;
    for (email, reason) in emails.iter().zip([
        "invalid",
        "risky",
        "bounced",
        "complained",
        "manual",
        "bounced",
        "invalid",
    ]) {
        keep_out(&server, email, reason).await;
    }
    unsubscribe(&brand, emails[5]).await;
    unsubscribe(&brand, emails[7]).await;
    let exclusions = json!({ "unsubscribed": 2, "invalid": 3, "suppressed": 3, "duplicate": 0 });
    let dry = dry_run(&brand, json!({})).await;
    let counted = [&dry["dryRun"], &dry["recipientCount"], &dry["exclusions"]];
    assert_eq!(counted, [&json!(true), &json!(2), &exclusions]);
    let id = accepted(&brand, json!({})).await;
    assert_eq!(read(&brand, &id).await["recipientCount"], 2);
}

#[tokio::test]
async fn an_audience_counts_its_members_alone() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    people(&brand, &["a@example.org", "b@example.org", "c@example.org"]).await;
    unsubscribe(&brand, "c@example.org").await;
    let org = audience(&brand, "At org", "@example.org").await;
    let counted = dry_run(&brand, json!({ "audienceId": org })).await;
    assert_eq!(counted["recipientCount"], 2);
    assert_eq!(counted["exclusions"]["unsubscribed"], 1);
    let id = accepted(&brand, json!({ "audienceId": org })).await;
    let sent = read(&brand, &id).await;
    assert_eq!(
        (&sent["audienceId"], &sent["audienceName"]),
        (&json!(org), &json!("At org"))
    );
    assert_eq!(sent["recipientCount"], 2);
}

#[tokio::test]
async fn a_custom_field_selects_members() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    for (email, plan) in [("a@example.org", "pro"), ("b@example.org", "free")] {
        let body = json!({ "email": email, "customFields": { "plan": plan } });
        brand.post("/v1/contacts", body).await.expect(201);
    }
    let filters = json!({
        "logicalOperator": "and",
        "filters": [{ "field": "customFields.plan", "operator": "equals", "value": "pro" }],
    });
    let made = brand
        .post(
            "/v1/audiences",
            json!({ "name": "Pro", "filters": filters }),
        )
        .await
        .expect(201);
    let counted = dry_run(&brand, json!({ "audienceId": made["audienceId"] })).await;
    assert_eq!(counted["recipientCount"], 1);
}

#[tokio::test]
async fn a_dry_run_changes_nothing() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let to = json!({ "audienceId": null, "to": ["new@example.com", "ada@example.com"] });
    for with in [json!({}), to] {
        assert_eq!(dry_run(&brand, with).await["recipientCount"], 2);
    }
    let contact = brand.get("/v1/contacts/new@example.com").await;
    assert_problem(&contact, 404, "CONTACT_NOT_FOUND", None);
    for table in ["sends", "jobs WHERE kind = 'send'"] {
        let count = format!("SELECT count(*) FROM {table}");
        assert_eq!(server.number(&count).await, 0, "{table}");
    }
    let email = brand.get("/v1/emails/news").await.expect(200);
    assert!(email["sendState"].is_null());
}

#[tokio::test]
async fn a_dry_run_for_nobody_counts_nobody() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, campaign("news")).await;
    assert_eq!(dry_run(&brand, json!({})).await["recipientCount"], 0);
}

#[tokio::test]
async fn addresses_become_contacts_and_nobody_is_subscribed_again() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    unsubscribe(&brand, "grace@example.com").await;
    let left = json!({ "email": "left@example.com", "subscribed": false });
    brand.post("/v1/contacts", left).await.expect(201);
    let gone = json!({ "email": "left@example.com" });
    brand
        .request("DELETE", "/v1/contacts")
        .json(&gone)
        .send()
        .await
        .expect(200);
    let before = brand.get("/v1/contacts/ada@example.com").await.json;
    let to = json!([
        "Ada@example.com",
        "ada@EXAMPLE.com",
        "grace@example.com",
        "new@example.com",
        "left@example.com",
        "new@example.com",
        "someone@mailinator.com",
    ]);
    let with = json!({ "audienceId": null, "to": to });
    let exclusions = json!({ "unsubscribed": 2, "invalid": 1, "suppressed": 0, "duplicate": 2 });
    let counted = dry_run(&brand, with.clone()).await;
    assert_eq!(counted["exclusions"], exclusions);
    assert_eq!(counted["recipientCount"], 2);
    let answer = send(&brand, with).await.expect(202);
    assert_eq!(answer["recipientCount"], 2);
    let new = brand.get("/v1/contacts/new@example.com").await.expect(200);
    assert_eq!(new["subscribed"], true);
    let left = brand.get("/v1/contacts/left@example.com").await.expect(200);
    assert_eq!(left["subscribed"], false);
    let grace = brand.get("/v1/contacts/grace@example.com").await;
    assert_eq!(grace["subscribed"], false);
    let after = brand.get("/v1/contacts/ada@example.com").await.json;
    assert_eq!(after, before);
    let id = answer["sendId"].as_str().unwrap();
    let sent = read(&brand, id).await;
    assert_eq!(
        sent["to"],
        json!([
            "ada@example.com",
            "ada@example.com",
            "grace@example.com",
            "new@example.com",
            "left@example.com",
            "new@example.com",
            "someone@mailinator.com",
        ])
    );
    assert!(sent["audienceId"].is_null());
}

#[tokio::test]
async fn a_thousand_addresses_are_taken() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let to: Vec<String> = (0..1000).map(|n| format!("p{n}@example.org")).collect();
    let answer = brand
        .post(PATH, super::body(&json!({ "audienceId": null, "to": to })))
        .await
        .expect(202);
    assert_eq!(answer["recipientCount"], 1000);
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 1002);
}
