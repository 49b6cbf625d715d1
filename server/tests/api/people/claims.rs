//! Claiming an account with a link: used once, by whoever has it, and by nobody who guesses.

use std::time::Duration;

use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token;
use postrider_engine::accounts::people;
use postrider_server::entropy;
use serde_json::{Value, json};

use super::{post, sign_in, token_of};
use crate::support::members::{PASSWORD, with_session};
use crate::support::{Answer, TestServer, assert_problem};

const OWNER: &str = "owner@localhost";
const PATH: &str = "/app/api/claim";

/// What the command prints behind the `#`.
pub(super) async fn link(server: &TestServer, email: &str) -> String {
    let (now, email) = (server.app().clock.now(), email.to_owned());
    let made = server.app().db.write(move |tx| {
        let email = email.clone();
        async move {
            let entropy: postrider_engine::assets::Entropy = std::sync::Arc::new(entropy::bytes);
            people::link(&tx, &entropy, &email, now).await
        }
    });
    made.await.unwrap()
}

async fn claim(server: &TestServer, token: &str, email: Option<&str>) -> Answer {
    let mut body = json!({ "token": token, "password": PASSWORD, "name": "Ada" });
    if let Some(email) = email {
        body["email"] = json!(email);
    }
    post(&server.nobody(), PATH, body).await
}

#[tokio::test]
async fn whoever_has_the_first_link_becomes_the_owner() {
    let server = TestServer::start().await;
    let state = server.nobody().get("/app/api/state").await.expect(200);
    assert_eq!(
        state.json,
        json!({ "claimed": false, "capturesMail": true, "person": null })
    );
    let token = link(&server, OWNER).await;
    let no_address = claim(&server, &token, None).await;
    assert_problem(&no_address, 400, "INVALID_REQUEST", Some("email"));
    for email in [OWNER, "ada", "ada@"] {
        let answer = claim(&server, &token, Some(email)).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some("email"));
    }
    let made = claim(&server, &token, Some("Ada@Example.com"))
        .await
        .expect(201);
    assert_eq!(made["person"]["email"], "ada@example.com");
    assert_eq!(made["person"]["name"], "Ada");
    assert_eq!(made["organizations"][0]["role"], "owner");
    let caller = with_session(&server.nobody(), &token_of(&made));
    caller.get("/v1/brands").await.expect(200);
    let state = caller.get("/app/api/state").await.expect(200);
    assert_eq!(state["claimed"], true);
    sign_in(&server.nobody(), "ada@example.com", PASSWORD)
        .await
        .expect(201);
    let old = sign_in(&server.nobody(), OWNER, PASSWORD).await;
    assert_problem(&old, 401, "INVALID_CREDENTIALS", None);
    server.all_written().await;
}

#[tokio::test]
async fn a_link_is_good_once_and_for_a_day() {
    let server = TestServer::with().clock_stopped().start().await;
    let ada = server.org().await.member(Role::Editor).await;
    let (first, second) = (
        link(&server, &ada.email).await,
        link(&server, &ada.email).await,
    );
    let replaced = claim(&server, &first, None).await;
    assert_problem(&replaced, 404, "LINK_NOT_FOUND", None);
    let other_address = claim(&server, &second, Some("eve@example.com")).await;
    assert_problem(&other_address, 400, "INVALID_REQUEST", Some("email"));
    claim(&server, &second, None).await.expect(201);
    assert_problem(
        &claim(&server, &second, None).await,
        404,
        "LINK_NOT_FOUND",
        None,
    );
    // What was signed in before is not any more.
    let before = ada.get("/app/api/session").await;
    assert_problem(&before, 401, "AUTHENTICATION_REQUIRED", None);
    let third = link(&server, &ada.email).await;
    server.clock.advance(Duration::from_hours(24));
    assert_problem(
        &claim(&server, &third, None).await,
        404,
        "LINK_NOT_FOUND",
        None,
    );
}

#[tokio::test]
async fn of_two_claims_at_once_one_is_right() {
    let server = TestServer::start().await;
    for _ in 0..3 {
        let ada = server.org().await.member(Role::Owner).await;
        let token = link(&server, &ada.email).await;
        let (one, two) = tokio::join!(claim(&server, &token, None), claim(&server, &token, None));
        let mut answers = [one.status, two.status];
        answers.sort_unstable();
        assert_eq!(answers, [201, 404]);
        let sessions = format!(
            "SELECT count(*) FROM sessions WHERE person = {}",
            ada.number.0
        );
        assert_eq!(server.number(&sessions).await, 1);
    }
}

#[tokio::test]
async fn a_token_is_not_guessed() {
    let server = TestServer::with().clock_stopped().start().await;
    let token = link(&server, OWNER).await;
    let hashes = server.app().passwords.hashes();
    let email = Some("eve@example.com");
    let guesses = [
        String::new(),
        "x".to_owned(),
        token[1..].to_owned(),
        format!("{token}A"),
    ];
    let random = (0..16).map(|_| token::mint(entropy::bytes()).text);
    for guess in guesses.into_iter().chain(random) {
        let answer = claim(&server, &guess, email).await;
        assert_problem(&answer, 404, "LINK_NOT_FOUND", None);
    }
    let answer = claim(&server, &token, email).await;
    assert_problem(&answer, 429, "RATE_LIMITED", None);
    assert_eq!(
        server.app().passwords.hashes(),
        hashes,
        "a guess costs nothing"
    );
    server.clock.advance(Duration::from_mins(1));
    claim(&server, &token, email).await.expect(201);
}

#[tokio::test]
async fn the_address_of_somebody_else_is_not_taken() {
    let server = TestServer::start().await;
    let ada = server.org().await.member(Role::Viewer).await;
    let token = link(&server, OWNER).await;
    let answer = claim(&server, &token, Some(&ada.email)).await;
    assert_problem(&answer, 409, "EMAIL_TAKEN", Some("email"));
    // Nothing came of it: the link is good still.
    claim(&server, &token, Some("eve@example.com"))
        .await
        .expect(201);
}

/// A password that is refused uses no link up.
#[tokio::test]
async fn a_weak_password_is_refused() {
    let server = TestServer::start().await;
    let token = link(&server, OWNER).await;
    let ask = async |password: &str| {
        let body: Value =
            json!({ "token": token, "email": "ada@example.com", "password": password });
        post(&server.nobody(), PATH, body).await
    };
    for password in ["", "elevenchars", "aaaaaaaaaaaaa", "ada@example.com"] {
        let answer = ask(password).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some("password"));
    }
    ask(PASSWORD).await.expect(201);
}

/// As it comes from a version before links: with a password, and still without an address.
#[tokio::test]
async fn the_first_owner_of_an_older_version_signs_in_and_gives_an_address() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let ada = org.member(Role::Owner).await;
    let sql = format!("UPDATE people SET email = 'first@example.test' WHERE email = '{OWNER}'");
    server.sql(&sql).await;
    let sql = format!(
        "UPDATE people SET email = '{OWNER}' WHERE id = {}",
        ada.number.0
    );
    server.sql(&sql).await;
    let entered = sign_in(&server.nobody(), OWNER, PASSWORD).await.expect(201);
    assert_eq!(entered["person"]["needsAddress"], true);
    let caller = with_session(&server.nobody(), &token_of(&entered));
    let path = "/app/api/profile/email";
    for (email, status, code) in [
        ("nonsense", 400, "INVALID_REQUEST"),
        ("first@example.test", 409, "EMAIL_TAKEN"),
    ] {
        let answer = caller.put(path, json!({ "email": email })).await;
        assert_problem(&answer, status, code, Some("email"));
    }
    let given = caller
        .put(path, json!({ "email": "Real@Example.com" }))
        .await
        .expect(200);
    assert_eq!(given["email"], "real@example.com");
    assert_eq!(given["needsAddress"], false);
    let again = caller
        .put(path, json!({ "email": "other@example.com" }))
        .await;
    assert_problem(&again, 400, "INVALID_REQUEST", Some("email"));
    sign_in(&server.nobody(), "real@example.com", PASSWORD)
        .await
        .expect(201);
}
