//! What tests of automations do not do: flood an inbox, mail those who complained, remember those who are gone.

use serde_json::{Value, json};

use super::test_run::{draft, inbox, test, try_test};
use super::text;
use crate::support::{TestServer, assert_problem};
use crate::walking::{ADA, DAY, Walk, wait};

#[tokio::test]
async fn a_test_mails_an_inbox_twenty_times_at_most() {
    let walk = Walk::begin().await;
    let mail = walk.send_email("mail", "automation").await;
    let nodes = (0..22).map(|number| {
        let mut node = mail.clone();
        node["id"] = json!(format!("m{number}"));
        node
    });
    let made = draft(&walk.brand, nodes.collect()).await;
    let automation = text(&made["automationId"]);
    let run = test(&walk, &automation, json!({ "recipient": ADA })).await;
    assert_eq!(run["status"], "completed");
    let logs = run["logs"].as_array().unwrap();
    let left_out: Vec<(&Value, &Value)> = logs
        .iter()
        .filter(|log| log["status"] == "skipped")
        .map(|log| (&log["nodeId"], &log["error"]["code"]))
        .collect();
    let code = json!("TEST_MAIL_LIMIT");
    assert_eq!(left_out, [(&json!("m20"), &code), (&json!("m21"), &code)]);
    assert_eq!(inbox(&walk).len(), 20);
}

#[tokio::test]
async fn whoever_complained_gets_no_test_either() {
    let walk = Walk::begin().await;
    let contact = json!({ "email": ADA });
    walk.brand.post("/v1/contacts", contact).await.expect(201);
    let sql = "UPDATE contacts SET suppressed_reason = 'complained', suppressed_at = 1";
    walk.server.sql(sql).await;
    let made = draft(&walk.brand, vec![wait("pause", 1, "days")]).await;
    let automation = text(&made["automationId"]);
    let refused = try_test(&walk.brand, &automation, json!({ "recipient": ADA })).await;
    assert_problem(&refused, 422, "NO_ELIGIBLE_RECIPIENTS", Some("recipient"));
    // Not after being deleted either.
    let body = json!({ "emails": [ADA] });
    let deleted = walk.brand.post("/v1/contacts/batch-delete", body).await;
    deleted.expect(200);
    assert_eq!(walk.server.number("SELECT count(*) FROM contacts").await, 0);
    let refused = try_test(&walk.brand, &automation, json!({ "recipient": ADA })).await;
    assert_problem(&refused, 422, "NO_ELIGIBLE_RECIPIENTS", Some("recipient"));
    let other = json!({ "recipient": "grace@example.com" });
    try_test(&walk.brand, &automation, other).await.expect(202);
    walk.server.at_rest().await;
}

#[tokio::test]
async fn whoever_is_deleted_is_gone_from_tests_too() {
    let walk = Walk::begin().await;
    let contact = json!({ "email": ADA });
    walk.brand.post("/v1/contacts", contact).await.expect(201);
    let made = draft(&walk.brand, vec![wait("pause", 1, "days")]).await;
    let automation = text(&made["automationId"]);
    let run = test(&walk, &automation, json!({ "recipient": ADA })).await;
    assert_eq!(run["recipientEmail"], ADA);
    let other = json!({ "recipient": "grace@example.com" });
    test(&walk, &automation, other).await;
    let body = json!({ "emails": [ADA] });
    let deleted = walk.brand.post("/v1/contacts/batch-delete", body).await;
    deleted.expect(200);
    let run = walk.run(&text(&run["automationRunId"])).await;
    assert_eq!(run["mode"], "test");
    assert!(run.json.get("recipientEmail").is_none(), "{}", run.text());
    let kept = "SELECT count(*) FROM runs WHERE test_payload IS NOT NULL OR test_address <> ''";
    assert_eq!(walk.server.number(kept).await, 1);
}

#[tokio::test]
async fn mails_of_a_test_are_counted_with_all_tests_of_the_day() {
    let builder = TestServer::with().configure(|config| config.tests_a_day = 2);
    let walk = Walk::with(builder).await;
    let mail = walk.send_email("mail", "automation").await;
    let nodes = (0..3).map(|number| {
        let mut node = mail.clone();
        node["id"] = json!(format!("m{number}"));
        node
    });
    let made = draft(&walk.brand, nodes.collect()).await;
    let automation = text(&made["automationId"]);
    let run = test(&walk, &automation, json!({ "recipient": ADA })).await;
    assert_eq!(run["status"], "completed");
    let last = run["logs"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["nodeId"], &last["status"], &last["error"]["code"]),
        (&json!("m2"), &json!("skipped"), &json!("RATE_LIMITED"))
    );
    assert_eq!(inbox(&walk).len(), 2);
    // Neither another run nor a test of a design gets round it.
    let refused = try_test(&walk.brand, &automation, json!({ "recipient": ADA })).await;
    assert_problem(&refused, 429, "RATE_LIMITED", None);
    let body = json!({ "test": true, "emailId": mail["config"]["emailId"], "to": ADA });
    let refused = walk.brand.post("/v1/sends", body).await;
    assert_problem(&refused, 429, "RATE_LIMITED", None);
    walk.server.clock.advance(DAY);
    test(&walk, &automation, json!({ "recipient": ADA })).await;
    assert_eq!(inbox(&walk).len(), 4);
}
