//! A cookie that somebody copied, after whatever should have ended it; and sessions without number.

use std::time::Duration;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_store::people::memberships;
use serde_json::json;

use crate::support::members::{self, PASSWORD, with_session};
use crate::support::{Caller, Member, TestServer, assert_problem, until};

async fn is_refused(caller: &Caller) {
    for path in ["/app/api/session", "/v1/brands", "/v1/contacts"] {
        let answer = caller.get(path).await;
        assert_problem(&answer, 401, "AUTHENTICATION_REQUIRED", None);
    }
    let answer = caller
        .post("/v1/contacts", json!({ "email": "x@example.com" }))
        .await;
    assert_problem(&answer, 401, "AUTHENTICATION_REQUIRED", None);
}

/// The same cookie, in other hands.
fn copied(member: &Member, server: &TestServer) -> Caller {
    with_session(&server.nobody(), &member.token)
}

#[tokio::test]
async fn it_is_worth_nothing_after_signing_out() {
    let server = TestServer::start().await;
    let ada = server.org().await.member(Role::Owner).await;
    let thief = copied(&ada, &server);
    thief.get("/app/api/session").await.expect(200);
    ada.delete("/app/api/session").await.expect(200);
    is_refused(&thief).await;
}

#[tokio::test]
async fn it_is_worth_nothing_after_a_new_password() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let ada = org.member(Role::Owner).await;
    let token = members::sign_in(server.app(), ada.number, org.number).await;
    let thief = with_session(&server.nobody(), &token);
    thief.get("/app/api/session").await.expect(200);
    let body = json!({ "currentPassword": PASSWORD, "password": "another horse battery" });
    let changed = ada.put("/app/api/profile/password", body).await.expect(200);
    assert_eq!(changed["ended"], 1);
    is_refused(&thief).await;
    ada.get("/app/api/session").await.expect(200);
}

#[tokio::test]
async fn a_role_that_was_taken_is_gone_from_the_next_request_on() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let (ada, _owner) = (org.member(Role::Admin).await, org.member(Role::Owner).await);
    let on_brand = (*ada).clone().on(&brand);
    let body = json!({ "email": "x@example.com" });
    on_brand
        .post("/v1/contacts", body.clone())
        .await
        .expect(201);
    let (number, person) = (org.number, ada.number);
    let changed = server.app().db.write(move |tx| async move {
        memberships::update(&tx, number, person, Role::Viewer, &BrandLimit::AllBrands).await
    });
    changed.await.unwrap();
    let answer = on_brand.post("/v1/contacts", body).await;
    assert_problem(&answer, 403, "INSUFFICIENT_ROLE", Some("editor"));
    on_brand.get("/v1/contacts").await.expect(200);
    let removed = server
        .app()
        .db
        .write(move |tx| async move { memberships::remove(&tx, number, person).await });
    removed.await.unwrap();
    assert_problem(
        &on_brand.get("/v1/contacts").await,
        404,
        "BRAND_NOT_FOUND",
        None,
    );
    assert_problem(
        &ada.get("/v1/brands").await,
        403,
        "INSUFFICIENT_ROLE",
        Some("viewer"),
    );
    let session = ada.get("/app/api/session").await.expect(200);
    assert_eq!(session["organizations"], json!([]));
    server.at_rest().await;
}

#[tokio::test]
async fn sessions_end_by_idleness_and_by_age() {
    let server = TestServer::with()
        .clock_at("2026-05-05T10:00:00Z")
        .start()
        .await;
    let ada = server.org().await.member(Role::Owner).await;
    ada.get("/app/api/session").await.expect(200);
    server.clock.advance(Duration::from_hours(14 * 24));
    is_refused(&ada).await;
}

#[tokio::test]
async fn a_clock_set_back_ends_a_session_instead_of_lengthening_it() {
    let server = TestServer::with()
        .clock_at("2026-05-05T10:00:00Z")
        .start()
        .await;
    let ada = server.org().await.member(Role::Owner).await;
    server.clock.set_back(Duration::from_mins(4));
    ada.get("/app/api/session").await.expect(200);
    server.clock.set_back(Duration::from_mins(2));
    is_refused(&ada).await;
}

#[tokio::test]
async fn that_a_session_is_used_is_written_at_most_once_a_minute() {
    let mut server = TestServer::with()
        .clock_at("2026-05-05T10:00:00Z")
        .start()
        .await;
    let ada = server.org().await.member(Role::Owner).await;
    let seen = "SELECT last_seen_at - made_at FROM sessions";
    server.clock.advance(Duration::from_secs(59));
    ada.get("/app/api/session").await.expect(200);
    server.clock.advance(Duration::from_secs(2));
    ada.get("/app/api/session").await.expect(200);
    until("its use is written", async || {
        (server.number(seen).await == 61_000).then_some(())
    })
    .await;
    server.clock.advance(Duration::from_secs(30));
    ada.get("/app/api/session").await.expect(200);
    // Stopping writes what is due: half a minute later nothing is.
    server.restart().await;
    assert_eq!(server.number(seen).await, 61_000);
    let shown = "SELECT address FROM sessions";
    assert_eq!(server.sql(shown).await[0].text(0).unwrap(), "127.0.0.1");
}

#[tokio::test]
async fn of_ten_thousand_sessions_the_newest_fifty_are_left() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let ada = org.member(Role::Owner).await;
    let bob = org.member(Role::Viewer).await;
    let (person, number) = (ada.number, org.number);
    for _ in 0..100 {
        let signing = (0..100).map(|_| members::sign_in(server.app(), person, number));
        futures_util::future::join_all(signing).await;
    }
    let counted = format!("SELECT count(*) FROM sessions WHERE person = {}", person.0);
    assert_eq!(server.number(&counted).await, 50);
    is_refused(&ada).await;
    bob.get("/app/api/session").await.expect(200);
    let token = members::sign_in(server.app(), person, number).await;
    let newest = with_session(&server.nobody(), &token);
    let listed = newest.get("/app/api/profile/sessions").await.expect(200);
    assert_eq!(listed["data"].as_array().unwrap().len(), 50);
}
