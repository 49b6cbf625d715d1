use serde_json::{Value, json};

use super::Writers;
use crate::support::{Answer, Caller, TestServer, assert_problem};
use crate::triggers::{automation, events, instance, trigger};

const FIRE: &str = "/v1/automations/triggers/signed-up/fire";

fn payload(payload: &Value) -> (&'static str, Value) {
    (FIRE, json!({ "payload": payload }))
}

/// That a fire was answered with its own contact and run.
async fn assert_fired(brand: &Caller, answer: &Answer, email: &str, plan: &str) {
    let details = &answer.json["details"];
    assert_eq!(details["state"], "fired", "{}", answer.text());
    let read = instance(brand, &details["triggerInstanceId"]).await;
    assert_eq!(read["recipientEmail"], email);
    assert_eq!(read["automationRunIds"], details["automationRunIds"]);
    let run = details["automationRunIds"][0].as_str().unwrap();
    let run = brand.get(&format!("/v1/automations/runs/{run}")).await;
    assert_eq!(run.expect(200)["recipientEmail"], email);
    let contact = brand.get(&format!("/v1/contacts/{email}")).await;
    assert_eq!(contact.expect(200)["customFields"]["plan"], plan);
}

#[tokio::test]
async fn fires_that_wait_are_one_transaction_and_each_is_answered_as_if_alone() {
    let writers = Writers::start(TestServer::with()).await;
    let brand = &writers.brand;
    let fields = ["plan", "city"].map(|key| json!({ "key": key, "type": "string" }));
    trigger(brand, "signed-up", &fields).await;
    automation(brand, "signed-up").await;
    let out = json!({ "email": "out@example.com", "subscribed": false });
    brand.post("/v1/contacts", out).await.expect(201);
    let known = json!({ "email": "known@example.com", "customFields": { "city": 7 } });
    brand.post("/v1/contacts", known).await.expect(201);

    let (answers, transactions) = writers
        .posted(vec![
            payload(&json!({ "email": "first@example.com", "plan": "free" })),
            payload(&json!({ "email": "new@example.com", "plan": "pro" })),
            payload(&json!({ "email": "known@example.com", "plan": "pro", "city": "Rome" })),
            payload(&json!({ "email": "wrong@example.com", "plan": 3 })),
            payload(&json!({ "email": "out@example.com" })),
            payload(&json!({ "email": "new@example.com", "plan": "later" })),
        ])
        .await;
    assert_eq!(transactions, 3);
    assert_problem(&answers[3], 400, "INVALID_PAYLOAD", Some("payload.plan"));
    let rejected = &answers[3]["error"]["details"]["triggerInstanceId"];
    assert_eq!(instance(brand, rejected).await["state"], "rejected");
    brand
        .get("/v1/contacts/wrong@example.com")
        .await
        .expect(404);

    assert_fired(brand, &answers[0], "first@example.com", "free").await;
    assert_fired(brand, &answers[1], "new@example.com", "later").await;
    assert_fired(brand, &answers[2], "known@example.com", "pro").await;
    let misfit = &answers[2]["details"]["warnings"][0];
    assert_eq!(misfit["code"], "FIELD_TYPE_MISMATCH");
    assert_eq!(misfit["field"], "city");
    let refused = &answers[4]["details"];
    assert_eq!(refused["automationRunIds"], json!([]));
    assert_eq!(refused["notStarted"][0]["reason"], "recipient_unsubscribed");
    assert_eq!(answers[5]["details"]["state"], "fired");
    assert_eq!(writers.server.number("SELECT count(*) FROM runs").await, 4);
    let fired = events(brand)
        .await
        .into_iter()
        .filter(|kind| kind == "fired");
    assert_eq!(fired.count(), 4);
}

#[tokio::test]
async fn fires_of_a_trigger_that_is_not_there_are_refused_each() {
    let writers = Writers::start(TestServer::with()).await;
    let missing = json!({ "payload": { "email": "ada@example.com" } });
    let ask = || writers.brand.post(FIRE, missing.clone());
    let answers = futures_util::future::join_all((0..8).map(|_| ask())).await;
    for answer in answers {
        assert_problem(&answer, 404, "TRIGGER_EVENT_NOT_FOUND", None);
    }
}
