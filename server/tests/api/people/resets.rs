//! Passwords that were forgotten: a link by mail, for whoever has the address.

use std::time::Duration;

use postrider_domain::accounts::role::Role;
use serde_json::json;

use super::{notices, post, sign_in, token_in, token_of};
use crate::support::members::{PASSWORD, with_session};
use crate::support::{Answer, TestServer, assert_problem};

const PATH: &str = "/app/api/password-resets";
const CHOSEN: &str = "a password of my own";

async fn ask(server: &TestServer, email: &str) -> Answer {
    let answer = post(&server.nobody(), PATH, json!({ "email": email })).await;
    server.all_written().await;
    answer
}

async fn choose(server: &TestServer, token: &str) -> Answer {
    let request = server.nobody().request("PUT", PATH);
    let request = request.header("Sec-Fetch-Site", "same-origin");
    request
        .json(&json!({ "token": token, "password": CHOSEN }))
        .send()
        .await
}

#[tokio::test]
async fn a_link_comes_by_mail_and_is_good_once() {
    let server = TestServer::start().await;
    let ada = server.org().await.member(Role::Owner).await;
    ask(&server, &ada.email.to_uppercase()).await.expect(202);
    ask(&server, &ada.email).await.expect(202);
    let mails = notices(&server, &ada.email);
    let tokens: Vec<_> = mails
        .iter()
        .map(|mail| token_in(&mail.text, &server, "reset"))
        .collect();
    assert_eq!(tokens.len(), 2);
    assert_ne!(tokens[0], tokens[1]);
    let mut worked = 0;
    for token in &tokens {
        let short = json!({ "token": token, "password": "short" });
        let request = server
            .nobody()
            .request("PUT", PATH)
            .header("Sec-Fetch-Site", "same-origin");
        let short = request.json(&short).send().await;
        assert!([400, 404].contains(&short.status), "{}", short.text());
        let answer = choose(&server, token).await;
        if answer.status == 201 {
            worked += 1;
            let caller = with_session(&server.nobody(), &token_of(&answer));
            caller.get("/app/api/session").await.expect(200);
        }
        assert_problem(&choose(&server, token).await, 404, "LINK_NOT_FOUND", None);
    }
    // The newer one took the place of the older.
    assert_eq!(worked, 1);
    assert_problem(
        &ada.get("/app/api/session").await,
        401,
        "AUTHENTICATION_REQUIRED",
        None,
    );
    assert_eq!(
        sign_in(&server.nobody(), &ada.email, PASSWORD).await.status,
        401
    );
    sign_in(&server.nobody(), &ada.email, CHOSEN)
        .await
        .expect(201);
    server.all_written().await;
}

#[tokio::test]
async fn nobody_learns_whose_address_it_is() {
    let server = TestServer::start().await;
    let ada = server.org().await.member(Role::Owner).await;
    let known = ask(&server, &ada.email).await.expect(202);
    let unknown = ask(&server, "nobody@example.com").await.expect(202);
    assert_eq!(known.json, unknown.json);
    assert!(notices(&server, "nobody@example.com").is_empty());
    assert_eq!(server.app().passwords.hashes(), 0);
    assert_problem(
        &ask(&server, "nonsense").await,
        400,
        "INVALID_REQUEST",
        Some("email"),
    );
    // Nobody's inbox is filled by others, whether there is one or not.
    for email in [ada.email.as_str(), "nobody@example.com"] {
        for _ in 0..4 {
            ask(&server, email).await.expect(202);
        }
        assert_problem(&ask(&server, email).await, 429, "RATE_LIMITED", None);
    }
    assert_eq!(notices(&server, &ada.email).len(), 5);
}

#[tokio::test]
async fn it_ends_after_an_hour_and_with_a_new_password() {
    let server = TestServer::with().clock_stopped().start().await;
    let ada = server.org().await.member(Role::Owner).await;
    ask(&server, &ada.email).await.expect(202);
    let mail = notices(&server, &ada.email).remove(0);
    let token = token_in(&mail.text, &server, "reset");
    server.clock.advance(Duration::from_hours(1));
    assert_problem(&choose(&server, token).await, 404, "LINK_NOT_FOUND", None);
    ask(&server, &ada.email).await.expect(202);
    let body = json!({ "currentPassword": PASSWORD, "password": "yet another password" });
    ada.put("/app/api/profile/password", body).await.expect(200);
    for mail in notices(&server, &ada.email) {
        let token = token_in(&mail.text, &server, "reset");
        assert_problem(&choose(&server, token).await, 404, "LINK_NOT_FOUND", None);
    }
    // A link of one kind is none of another.
    let answer = post(
        &server.nobody(),
        "/app/api/claim",
        json!({ "token": token, "password": CHOSEN }),
    )
    .await;
    assert_problem(&answer, 404, "LINK_NOT_FOUND", None);
}
