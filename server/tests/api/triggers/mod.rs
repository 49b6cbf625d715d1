//! Triggers, their fires and what becomes of them.

mod create;
mod delete;
mod fire;
mod idempotency;
mod instances;
mod landing;
mod payloads;
mod personal;
mod read;
mod readiness;
mod retries;
mod states;
mod update;
mod updated;

use postrider_domain::automations::trigger::{Contract, Enforcement};
use postrider_store::triggers::{self, NewProviderTrigger};
use serde_json::{Value, json};

use crate::support::{Answer, Brand, Caller, TestServer};

pub const PATH: &str = "/v1/automations/triggers";
pub const INSTANCES: &str = "/v1/automations/trigger-instances";

/// The contract that every trigger has at least, with these fields beside it.
pub fn schema(more: &[Value]) -> Value {
    let email = json!({ "key": "email", "type": "string", "required": true });
    let fields = [&[email], more].concat();
    json!({ "fields": fields })
}

/// A trigger under this id.
pub async fn trigger(brand: &Caller, id: &str, more: &[Value]) -> Value {
    let body = json!({ "title": id, "triggerEventId": id, "payloadSchema": schema(more) });
    brand.post(PATH, body).await.expect(201).json
}

/// A design of a type, ready to be sent: its ids.
pub async fn design(brand: &Caller, kind: &str, html: &str) -> (String, String) {
    let body = json!({
        "format": "html", "content": html, "type": kind, "title": kind, "subject": "Hello",
        "previewText": "Welcome",
    });
    let made = brand.post("/v1/emails/import", body).await.expect(201);
    let id = |key: &str| made[key].as_str().unwrap().to_owned();
    (id("emailId"), id("emailVersionId"))
}

pub async fn sandbox(brand: &Caller) -> String {
    let domains = brand.get("/v1/domains").await.expect(200);
    domains["data"][0]["domainId"].as_str().unwrap().to_owned()
}

/// The graph of an automation that mails a design at once.
pub async fn graph(brand: &Caller, trigger: &str, (email, version): &(String, String)) -> Value {
    json!({
        "nodes": [
            { "id": "start", "type": "trigger", "config": { "mode": "event", "triggerEventId": trigger } },
            { "id": "mail", "type": "sendEmail", "config": {
                "emailId": email, "emailVersionId": version, "domainId": sandbox(brand).await,
                "subject": "Hello", "previewText": "Welcome",
            } },
        ],
        "connections": [{ "from": "start", "to": "mail" }],
    })
}

/// An automation that is not published yet.
pub async fn draft(brand: &Caller, trigger: &str, design: &(String, String)) -> String {
    let mut body = graph(brand, trigger, design).await;
    body["name"] = json!(format!("On {trigger}"));
    let made = brand.post("/v1/automations", body).await.expect(201);
    made["automationId"].as_str().unwrap().to_owned()
}

pub async fn publish(brand: &Caller, automation: &str) {
    let path = format!("/v1/automations/{automation}");
    let body = json!({ "published": true });
    brand.patch(&path, body).await.expect(200);
}

/// A published automation that mails a design of this type.
pub async fn automation_with(brand: &Caller, trigger: &str, kind: &str, html: &str) -> String {
    let design = design(brand, kind, html).await;
    let automation = draft(brand, trigger, &design).await;
    publish(brand, &automation).await;
    automation
}

/// A published automation that sends marketing.
pub async fn automation(brand: &Caller, trigger: &str) -> String {
    automation_with(brand, trigger, "automation", "<p>Hello</p>").await
}

/// A brand whose trigger `signed-up` starts one automation, by its id.
pub async fn ready(server: &TestServer, more: &[Value]) -> (Brand, String) {
    let brand = server.brand().await;
    trigger(&brand, "signed-up", more).await;
    let automation = automation(&brand, "signed-up").await;
    (brand, automation)
}

pub async fn fire(brand: &Caller, trigger: &str, payload: Value) -> Answer {
    let path = format!("{PATH}/{trigger}/fire");
    brand.post(&path, json!({ "payload": payload })).await
}

/// What a fire that was taken answers.
pub async fn fired(brand: &Caller, trigger: &str, payload: Value) -> Value {
    let answer = fire(brand, trigger, payload).await.expect(200);
    assert_eq!(answer["success"], true);
    assert_eq!(answer["status"], "triggered");
    answer["details"].clone()
}

pub async fn instance(brand: &Caller, id: &Value) -> Value {
    let path = format!("{INSTANCES}/{}", id.as_str().unwrap());
    brand.get(&path).await.expect(200).json
}

/// A trigger as a connection makes it.
pub async fn provided(server: &TestServer, brand: &Brand, id: &str) {
    let (key, id) = (brand.key, id.to_owned());
    let made = server.app().db.write(move |tx| {
        let fields = serde_json::from_value(schema(&[])["fields"].clone()).unwrap();
        let new = NewProviderTrigger {
            public_id: id.clone(),
            title: "Invoice paid".to_owned(),
            provider: "stripe".to_owned(),
            event_key: "invoice.paid".to_owned(),
            contract: Contract::check(fields, Enforcement::Warn).unwrap(),
        };
        async move { triggers::provision(&tx, key, 1, vec![new], 1_767_225_600_000).await }
    });
    made.await.unwrap();
}

pub async fn contact(brand: &Caller, email: &str) -> Value {
    let path = format!("/v1/contacts/{email}");
    brand.get(&path).await.expect(200).json
}

/// The words of the brand's trigger events, oldest first.
pub async fn events(brand: &Caller) -> Vec<String> {
    let feed = brand
        .get("/v1/analytics/events?limit=100")
        .await
        .expect(200);
    let rows = feed["data"].as_array().unwrap().iter().rev();
    let of_triggers = rows.filter(|row| row["domain"] == "trigger");
    of_triggers
        .map(|row| row["eventType"].as_str().unwrap().to_owned())
        .collect()
}
