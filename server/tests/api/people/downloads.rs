//! Links to files: for a minute, for one session, for one brand.

use std::time::Duration;

use postrider_domain::accounts::role::Role;
use serde_json::json;

use crate::support::members::{sign_in, with_session};
use crate::support::{TestServer, assert_problem};

const PATH: &str = "/app/api/downloads";

#[tokio::test]
async fn a_link_is_good_for_a_minute_and_for_its_session() {
    let server = TestServer::with().clock_stopped().start().await;
    let org = server.org().await;
    let (brand, other) = (org.brand().await, org.brand().await);
    let editor = org.member(Role::Editor).await;
    let caller = (*editor).clone().on(&brand);
    for email in ["ada@example.com", "bob@example.com"] {
        caller
            .post("/v1/contacts", json!({ "email": email }))
            .await
            .expect(201);
    }
    let made = caller
        .post(PATH, json!({ "contacts": { "search": "ada" } }))
        .await
        .expect(201);
    let url = made["url"].as_str().unwrap().to_owned();
    // As a browser follows it: the cookie, and nothing else.
    let follow = server
        .nobody()
        .with_header("Cookie", &format!("postrider={}", editor.token));
    let file = follow.get(&url).await.expect(200);
    assert!(file.text().contains("ada@example.com") && !file.text().contains("bob@"));
    assert!(
        file.header("content-disposition")
            .unwrap()
            .starts_with("attachment")
    );
    let log = "SELECT count(*) FROM audit_log WHERE act = 'downloads.create'";
    assert_eq!(server.number(log).await, 0);
    // Another session of the same person, somebody else, nobody, another site, another brand.
    let second = sign_in(server.app(), editor.number, org.number).await;
    let second = with_session(&server.nobody(), &second);
    assert_problem(&second.get(&url).await, 404, "LINK_NOT_FOUND", None);
    let colleague = org.member(Role::Owner).await;
    assert_problem(&colleague.get(&url).await, 404, "LINK_NOT_FOUND", None);
    let stranger = server.org().await.member(Role::Owner).await;
    assert_problem(&stranger.get(&url).await, 404, "BRAND_NOT_FOUND", None);
    assert_problem(
        &server.nobody().get(&url).await,
        401,
        "AUTHENTICATION_REQUIRED",
        None,
    );
    let evil = follow.clone().with_header("Sec-Fetch-Site", "cross-site");
    assert_problem(&evil.get(&url).await, 403, "CROSS_SITE_REQUEST", None);
    let moved = url.replace(&brand.brand_id, &other.brand_id);
    assert_problem(&follow.get(&moved).await, 404, "LINK_NOT_FOUND", None);
    for broken in [format!("{url}A"), url[..url.len() - 2].to_owned()] {
        assert_problem(&follow.get(&broken).await, 404, "LINK_NOT_FOUND", None);
    }
    server.clock.advance(Duration::from_mins(1));
    assert_problem(&follow.get(&url).await, 404, "LINK_NOT_FOUND", None);
    server.at_rest().await;
}

#[tokio::test]
async fn one_file_is_asked_for_by_whoever_may() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let (viewer, editor) = (
        org.member(Role::Viewer).await,
        org.member(Role::Editor).await,
    );
    let (viewer, editor) = ((*viewer).clone().on(&brand), (*editor).clone().on(&brand));
    let answer = viewer.post(PATH, json!({ "contacts": {} })).await;
    assert_problem(&answer, 403, "INSUFFICIENT_ROLE", Some("editor"));
    for body in [
        json!({}),
        json!({ "contacts": {}, "importErrors": { "importId": "x" } }),
    ] {
        let answer = editor.post(PATH, body).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some("contacts"));
    }
    let body = json!({ "importErrors": { "importId": "x" } });
    let made = editor.post(PATH, body).await.expect(201);
    let answer = editor.get(made["url"].as_str().unwrap()).await;
    assert_eq!(answer.status, 404, "{}", answer.text());
}
