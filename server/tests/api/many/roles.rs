//! What a process does not do, another does.

use serde_json::json;

use crate::support::{Binary, Installation, until};

async fn status(server: &Binary, path: &str) -> (u16, String) {
    let answer = server.nobody().get(path).await;
    let text = String::from_utf8_lossy(&answer.bytes).into_owned();
    (answer.status, text)
}

#[tokio::test]
async fn a_process_answers_what_is_its_role_and_says_whom_to_ask_for_the_rest() {
    let installation = Installation::new().await;
    let server = installation.serve_as("track").await;
    assert!(server.made()["secret"].is_string(), "the first start");
    let (code, text) = status(&server, "/v1/contacts").await;
    assert_eq!(code, 421);
    assert!(text.contains("role api"), "{text}");
    assert_eq!(status(&server, "/docs").await.0, 421);
    // An unreadable token gets the pixel all the same.
    assert_eq!(status(&server, "/o/nothing.gif").await.0, 200);
    assert_eq!(status(&server, "/readyz").await.0, 200);
    assert_eq!(status(&server, "/metrics").await.0, 200);
    server.kill().await;

    let server = installation.serve_as("api,inbound").await;
    assert_eq!(status(&server, "/v1/contacts").await.0, 401);
    assert_eq!(status(&server, "/docs").await.0, 200);
    let (code, text) = status(&server, "/unsubscribe/nothing").await;
    assert_eq!(code, 421);
    assert!(text.contains("role track"), "{text}");
    assert_eq!(status(&server, "/healthz").await.0, 200);
}

#[tokio::test]
async fn an_unknown_role_is_named() {
    let installation = Installation::new().await;
    let ended = installation
        .command(&["serve", "--roles", "api,mailer"])
        .await;
    assert!(!ended.status.success());
    assert!(ended.stderr.contains("`mailer`"), "{}", ended.stderr);
    let installation = installation.set("POSTRIDER_ROLES", "everything");
    let ended = installation.command(&["serve"]).await;
    assert!(ended.stderr.contains("`everything`"), "{}", ended.stderr);
}

/// When the process last said that it lives.
async fn beat(installation: &Installation) -> i64 {
    let seen = "SELECT max(seen_at) FROM processes";
    let rows = installation.database.sql(seen).await;
    rows[0].int(0).unwrap()
}

#[tokio::test]
async fn work_waits_for_a_process_that_does_it() {
    // Every second it says that it lives.
    let installation = Installation::new().await;
    let installation = installation.set("POSTRIDER_TAKEOVER_AFTER", "5");
    let server = installation.serve_as("api,track").await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let caller = server.caller(&secret);
    let request = caller
        .request("POST", "/v1/contacts/import-csv")
        .header("Content-Type", "text/csv")
        .body("email\nada@example.com\n");
    let import = request.send().await.expect(202);
    let path = format!(
        "/v1/contacts/imports/{}",
        import["importId"].as_str().unwrap()
    );
    // A worker would have looked at once.
    let mut last_seen = beat(&installation).await;
    for _ in 0..2 {
        last_seen = until("it beats again", async || {
            let seen = beat(&installation).await;
            (seen > last_seen).then_some(seen)
        })
        .await;
    }
    assert!(caller.get(&path).await.expect(200)["completedAt"].is_null());
    server.kill().await;
    let server = installation.serve_as("api,worker").await;
    let caller = server.caller(&secret);
    until("the import is done", async || {
        let import = caller.get(&path).await.expect(200);
        (import["status"] == json!("completed")).then_some(())
    })
    .await;
}
