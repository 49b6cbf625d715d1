//! The process is killed while a model writes.

use postrider_test_support::model_server::{KEY, ModelServer};
use serde_json::{Value, json};

use super::{ANSWER, OWN, PROMPT, mail};
use crate::support::{Installation, until};

#[tokio::test]
async fn the_next_process_asks_again_and_charges_once_and_nothing_is_logged() {
    let double = ModelServer::start(|_| mail(OWN).to_string()).await;
    let installation = Installation::new()
        .await
        .configured("[ai.prices.silent-once]\ninput = 10\noutput = 100\n")
        .set("POSTRIDER_AI_URL", &double.base_url())
        .set("POSTRIDER_AI_MODEL", "silent-once")
        .set("POSTRIDER_AI_KEY", KEY);
    let first = installation.serve().await;
    let secret = first.made()["secret"].as_str().unwrap().to_owned();
    let body = json!({ "prompt": PROMPT });
    let asked = first
        .caller(&secret)
        .post("/v1/emails", body)
        .await
        .expect(202);
    until("the model is asked", async || {
        (double.asked().len() == 1).then_some(())
    })
    .await;
    let log = first.raw_log();
    first.kill().await;
    let second = installation.serve().await;
    let caller = second.caller(&secret);
    let path = format!(
        "/v1/emails/{}?include=html,versions",
        asked["emailId"].as_str().unwrap()
    );
    let email = until("it is made", async || {
        let email = caller.get(&path).await.expect(200);
        (email["status"] != "generating").then_some(email)
    })
    .await;
    assert!(
        email["html"].as_str().unwrap().contains(OWN),
        "{}",
        email.text()
    );
    assert_eq!(email["versions"].as_array().unwrap().len(), 1);
    assert_eq!(double.asked().len(), 2);
    let usage = caller.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["used"], ANSWER);
    assert!(says_who_writes(&second.log()), "{}", second.raw_log());
    let log = [log, second.raw_log()].concat();
    assert!(log.contains("a model wrote"), "{log}");
    for word in [
        "BLOOM30",
        "fern.example",
        "Announce our",
        "second helping",
        KEY,
    ] {
        assert!(!log.contains(word), "{word} in {log}");
    }
}

/// At its start, by name and protocol.
fn says_who_writes(log: &[Value]) -> bool {
    log.iter().any(|entry| {
        let message = entry["message"].as_str().unwrap_or_default();
        message.starts_with("a model makes designs")
            && (&entry["model"], &entry["protocol"]) == (&json!("silent-once"), &json!("chat"))
    })
}
