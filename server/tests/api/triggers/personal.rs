//! What a payload says about people stays with them.

use serde_json::json;

use super::{automation, fire, fired, instance, ready, trigger};
use crate::support::{Installation, TestServer};

const SECRET: &str = "passport-4711";

#[tokio::test]
async fn personal_values_are_in_no_log_and_no_feed() {
    let installation = Installation::new().await.set("RUST_LOG", "debug");
    let server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let caller = server.caller(&secret);
    let passport = json!({ "key": "passport", "type": "string", "pii": true });
    trigger(&caller, "signed-up", &[passport]).await;
    automation(&caller, "signed-up").await;
    let good = json!({ "email": "ada@private.example", "passport": SECRET });
    fired(&caller, "signed-up", good).await;
    let bad = json!({ "email": "ada@private.example", "passport": [SECRET] });
    let refused = fire(&caller, "signed-up", bad).await.expect(400);
    assert!(!refused.text().contains(SECRET), "{}", refused.text());
    let feed = caller.get("/v1/analytics/events").await.expect(200);
    assert!(feed.text().contains("\"rejected\""), "{}", feed.text());
    assert!(!feed.text().contains(SECRET), "{}", feed.text());
    let log = server.raw_log();
    for word in [SECRET, "private.example"] {
        let line = log.lines().find(|line| line.contains(word));
        assert_eq!(line, None);
    }
}

#[tokio::test]
async fn a_deleted_contact_leaves_no_payload_behind() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    let ada = json!({ "email": "ada@example.com", "passport": SECRET });
    let details = fired(&brand, "signed-up", ada).await;
    let grace = json!({ "email": "grace@example.com", "passport": "another" });
    fired(&brand, "signed-up", grace).await;
    let body = json!({ "email": "ada@example.com" });
    let deleted = brand.request("DELETE", "/v1/contacts").json(&body);
    deleted.send().await.expect(200);
    let read = instance(&brand, &details["triggerInstanceId"]).await;
    assert_eq!(read["state"], "fired");
    assert!(read.get("recipientEmail").is_none());
    let kept = server
        .sql("SELECT payload FROM trigger_instances ORDER BY id")
        .await;
    assert_eq!(kept[0].text(0).unwrap(), "{}");
    assert!(kept[1].text(0).unwrap().contains("another"));
}
