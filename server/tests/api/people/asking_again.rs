//! What is dangerous asks for the password again, a quarter of an hour after it was given.

use postrider_domain::accounts::role::Role;
use postrider_server::api::callers::Callers;
use postrider_server::api::routes::{app, contract};
use serde_json::{Value, json};

use super::{A_WHILE, code_of, give_password, post, sign_in, token_of};
use crate::routes::{path_of, with_body};
use crate::support::members::{PASSWORD, with_session};
use crate::support::{Answer, TestServer, assert_problem};

#[tokio::test]
async fn every_row_that_asks_for_it_refuses_a_session_that_was_left_open() {
    let server = TestServer::with().clock_stopped().start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let owner = org.member(Role::Owner).await;
    let caller = (*owner).clone().on(&brand);
    server.clock.advance(A_WHILE);
    let rows = [contract(), app()].concat();
    let asking: Vec<_> = rows.iter().filter(|row| row.asks_password).collect();
    for row in &asking {
        let request = caller.request(row.method.as_str(), &path_of(row));
        let answer = with_body(request, row).send().await;
        assert_problem(&answer, 403, "PASSWORD_REQUIRED", None);
        assert_ne!(row.callers, Callers::Anybody, "{}", row.name);
    }
    let names: Vec<_> = asking.iter().map(|row| row.name).collect();
    assert_eq!(
        names,
        [
            "contacts.export",
            "apiKeys.revoke",
            "session.leave",
            "profile.setEmail",
            "profile.offerTotp",
            "profile.confirmTotp",
            "profile.removeTotp",
            "profile.renewRecoveryCodes",
            "people.update",
            "people.remove",
            "invitations.create",
            "invitations.revoke",
            "keys.create",
            "keys.rotate",
            "brands.delete",
            "downloads.create",
            "notices.get",
        ]
    );
    // A key has no password.
    brand.get("/v1/contacts/export").await.expect(200);
    caller.get("/v1/contacts").await.expect(200);
    give_password(&caller).await;
    caller.get("/v1/contacts/export").await.expect(200);
    server.at_rest().await;
}

const TOTP: &str = "/app/api/profile/totp";
const CODES: &str = "/app/api/profile/recovery-codes";

#[tokio::test]
async fn a_second_factor_counts_once_a_code_of_it_was_given() {
    let server = TestServer::with().clock_stopped().start().await;
    let ada = server.org().await.member(Role::Viewer).await;
    let other = sign_in(&server.nobody(), &ada.email, PASSWORD)
        .await
        .expect(201);
    let other = with_session(&server.nobody(), &token_of(&other));
    let state = ada.get(TOTP).await.expect(200);
    assert_eq!(
        state.json,
        json!({ "enabled": false, "recoveryCodesLeft": 0 })
    );
    let none = ada.put(TOTP, json!({ "code": "123456" })).await;
    assert_problem(&none, 400, "INVALID_REQUEST", Some("code"));
    assert_problem(
        &ada.post(CODES, json!({})).await,
        409,
        "SECOND_FACTOR_MISSING",
        None,
    );
    let first = ada.post(TOTP, json!({})).await.expect(201);
    let second = ada.post(TOTP, json!({})).await.expect(201);
    let code = |answer: &Answer| code_of(&server, answer["secret"].as_str().unwrap());
    let replaced = ada.put(TOTP, json!({ "code": code(&first) })).await;
    assert_problem(&replaced, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    sign_in(&server.nobody(), &ada.email, PASSWORD)
        .await
        .expect(201);
    ada.put(TOTP, json!({ "code": code(&second) }))
        .await
        .expect(200);
    // Sessions that began without it end.
    assert_eq!(other.get("/app/api/session").await.status, 401);
    assert_problem(
        &ada.post(TOTP, json!({})).await,
        409,
        "SECOND_FACTOR_ACTIVE",
        None,
    );
}

#[tokio::test]
async fn recovery_codes_are_renewed_and_leave_with_the_second_factor() {
    let server = TestServer::with().clock_stopped().start().await;
    let ada = server.org().await.member(Role::Viewer).await;
    let offered = ada.post(TOTP, json!({})).await.expect(201);
    let code = code_of(&server, offered["secret"].as_str().unwrap());
    let codes = ada.put(TOTP, json!({ "code": code })).await.expect(200);
    let renewed = ada.post(CODES, json!({})).await.expect(201);
    let enter = |code: Value| {
        let (nobody, email) = (server.nobody(), ada.email.clone());
        async move {
            let body = json!({ "email": email, "password": PASSWORD, "code": code });
            post(&nobody, "/app/api/session", body).await
        }
    };
    let old = enter(codes["recoveryCodes"][0].clone()).await;
    assert_problem(&old, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    enter(renewed["recoveryCodes"][0].clone()).await.expect(201);
    let state = ada.get(TOTP).await.expect(200);
    assert_eq!(
        state.json,
        json!({ "enabled": true, "recoveryCodesLeft": 9 })
    );
    assert_eq!(ada.delete(TOTP).await.expect(200)["removed"], true);
    sign_in(&server.nobody(), &ada.email, PASSWORD)
        .await
        .expect(201);
    assert_eq!(
        server.number("SELECT count(*) FROM recovery_codes").await,
        0
    );
}
