//! Tests of automations leave like the real thing: from the domain of each node, if it is ready.

use postrider_mail::capture::Letter;
use serde_json::{Value, json};

use super::Post;
use crate::runs::test_run::{draft, test};
use crate::walking::Walk;

const INBOX: &str = "me@example.com";

#[tokio::test]
async fn a_test_of_an_automation_comes_from_the_domain_of_its_node() {
    let Post {
        server,
        dns: _dns,
        sink,
        brand,
    } = Post::start("ok").await;
    let domains = brand.get("/v1/domains").await.expect(200);
    let domain = domains["data"][0]["domainId"].clone();
    let walk = Walk::of(server, brand).await;
    let mut plain = walk.send_email("plain", "automation").await;
    plain["config"]["domainId"] = domain.clone();
    plain["config"]["previewText"] = json!(" ");
    let mut named = walk.send_email("named", "transactional").await;
    named["config"]["domainId"] = domain;
    named["config"]["from"] = json!({ "email": "Desk@news.example.com", "name": "The desk" });
    named["config"]["replyTo"] = json!("answers@example.com");
    let made = draft(&walk.brand, vec![plain, named]).await;
    let automation = made["automationId"].as_str().unwrap().to_owned();
    let run = test(&walk, &automation, json!({ "recipient": INBOX })).await;
    assert_eq!(run["status"], "completed", "{}", run.json);
    assert_eq!(warnings(&run.json), [Value::Null, Value::Null, Value::Null]);
    let [first, second] = sink.messages().try_into().unwrap();
    let text = |message: &[u8]| String::from_utf8_lossy(message).into_owned();
    let (first, second) = (text(&first.message), text(&second.message));
    assert!(
        first.contains("From: \"Test brand\" <hello@news.example.com>"),
        "{first}"
    );
    assert!(
        Letter::read(first.as_bytes()).html.contains("A preview"),
        "a blank line counts as left out: {first}"
    );
    assert!(
        second.contains("From: \"The desk\" <desk@news.example.com>"),
        "{second}"
    );
    assert!(second.contains("answers@example.com"), "{second}");
    for mail in [&first, &second] {
        assert!(mail.contains("DKIM-Signature:"), "{mail}");
    }
    // The domain has lost its records since.
    walk.server
        .sql("UPDATE domains SET status = 'failed'")
        .await;
    let run = test(&walk, &automation, json!({ "recipient": INBOX })).await;
    assert_eq!(run["status"], "completed", "{}", run.json);
    let code = json!("INSTALLATION_SENDER");
    assert_eq!(warnings(&run.json), [Value::Null, code.clone(), code]);
    for mail in sink.messages().into_iter().skip(2) {
        let read = Letter::read(&mail.message);
        assert!(
            read.from.starts_with("Test brand <postrider@"),
            "{}",
            read.from
        );
    }
}

/// The code of the first warning of each node, in the order of the logs.
fn warnings(run: &Value) -> Vec<Value> {
    let logs = run["logs"].as_array().unwrap();
    logs.iter()
        .map(|log| log["warnings"][0]["code"].clone())
        .collect()
}
