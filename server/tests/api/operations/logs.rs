//! Logs.

use serde_json::json;

use crate::support::{Installation, until};

#[tokio::test]
async fn a_json_log_names_the_request_and_nobodys_address_or_key() {
    let installation = Installation::new().await.set("RUST_LOG", "debug");
    let server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let caller = server.caller(&secret);
    let made = caller
        .post(
            "/v1/contacts",
            json!({ "email": "somebody@private.example" }),
        )
        .await
        .expect(201);
    let refused = caller
        .get("/v1/contacts/nobody@private.example")
        .await
        .expect(404);
    caller
        .get("/v1/contacts?search=private.example")
        .await
        .expect(200);
    caller
        .get("/v1/contacts/somebody@private.example")
        .await
        .expect(200);
    for answer in [&made, &refused] {
        let id = answer.header("x-request-id").unwrap();
        let entry = until("the request is in the log", async || {
            server
                .log()
                .into_iter()
                .find(|entry| entry.to_string().contains(id) && entry.get("http.status").is_some())
        })
        .await;
        assert_eq!(entry["http.status"], answer.status, "{entry}");
        assert!(
            entry["timestamp"].is_string() && entry["level"].is_string(),
            "{entry}"
        );
    }
    let log = server.raw_log();
    assert!(
        !log.contains("private.example"),
        "{}",
        line_with(&log, "private.example")
    );
    assert!(!log.contains(&secret), "{}", line_with(&log, &secret));
}

fn line_with<'l>(log: &'l str, text: &str) -> &'l str {
    log.lines()
        .find(|line| line.contains(text))
        .unwrap_or_default()
}

#[tokio::test]
async fn by_default_the_log_is_for_people() {
    let installation = Installation::new()
        .await
        .set("POSTRIDER_LOG_FORMAT", "pretty");
    let mut process = installation.process(&["serve"]);
    let log = installation.data().join("../pretty.log");
    let file = std::fs::File::create(&log).unwrap();
    let mut child = process
        .stderr(file)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let text = until("it serves", async || {
        Some(std::fs::read_to_string(&log).unwrap()).filter(|text| text.contains("serving"))
    })
    .await;
    child.kill().await.unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(text.lines().next().unwrap()).is_err());
    assert!(!text.contains('\u{1b}'), "no colours in a file");
}
