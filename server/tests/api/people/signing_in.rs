//! Signing in and out, and what a session says.

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token;
use postrider_server::entropy;
use serde_json::json;

use super::{sign_in, token_of};
use crate::support::members::{self, PASSWORD, with_session};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn who_signs_in_calls_the_api_until_signing_out() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let ada = org.member(Role::Editor).await;
    let answer = sign_in(&server.nobody(), &ada.email, PASSWORD)
        .await
        .expect(201);
    assert_eq!(answer["person"]["email"], ada.email.as_str());
    assert_eq!(answer["organizations"][0]["role"], "editor");
    assert_eq!(
        answer["organizations"][0]["brands"][0]["brandId"],
        brand.brand_id.as_str()
    );
    assert_eq!(
        answer["organizationId"],
        answer["organizations"][0]["organizationId"]
    );
    let caller = with_session(&server.nobody(), &token_of(&answer));
    assert_eq!(
        caller.get("/app/api/session").await.expect(200).json,
        answer.json
    );
    let state = caller.get("/app/api/state").await.expect(200);
    assert_eq!(state["person"]["email"], ada.email.as_str());
    let on_brand = caller.clone().on(&brand);
    on_brand.get("/v1/contacts").await.expect(200);
    let contact = json!({ "email": "bob@example.com" });
    on_brand.post("/v1/contacts", contact).await.expect(201);
    let out = caller.delete("/app/api/session").await.expect(200);
    assert_eq!(out["signedOut"], true);
    let cookie = out.header("set-cookie").unwrap();
    assert_eq!(
        cookie,
        "postrider=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0"
    );
    for path in ["/app/api/session", "/v1/brands"] {
        let answer = caller.get(path).await;
        assert_problem(&answer, 401, "AUTHENTICATION_REQUIRED", None);
    }
    assert_eq!(
        caller.delete("/app/api/session").await.expect(200)["signedOut"],
        false
    );
    server.at_rest().await;
}

#[tokio::test]
async fn addresses_are_read_as_people_type_them() {
    let server = TestServer::start().await;
    let ada = server.org().await.member(Role::Viewer).await;
    for email in [ada.email.to_uppercase(), format!(" {} ", ada.email)] {
        sign_in(&server.nobody(), &email, PASSWORD)
            .await
            .expect(201);
    }
}

/// A token that somebody else has put into the browser before is worth nothing afterwards.
#[tokio::test]
async fn a_session_is_never_one_that_the_browser_brought() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let ada = org.member(Role::Owner).await;
    let planted = token::mint(entropy::bytes()).text;
    let mallory = org.member(Role::Viewer).await;
    for before in [&planted, &mallory.token] {
        let browser = with_session(&server.nobody(), before);
        let answer = sign_in(&browser, &ada.email, PASSWORD).await.expect(201);
        let token = token_of(&answer);
        assert_ne!(&token, before);
        let old = browser.get("/app/api/session").await;
        assert_problem(&old, 401, "AUTHENTICATION_REQUIRED", None);
        let new = with_session(&server.nobody(), &token);
        let who = new.get("/app/api/session").await.expect(200);
        assert_eq!(who["person"]["email"], ada.email.as_str());
    }
}

#[tokio::test]
async fn what_is_no_token_is_no_session() {
    let server = TestServer::start().await;
    let ada = server.org().await.member(Role::Owner).await;
    for token in [
        "",
        "x",
        &ada.token[1..],
        &format!("{}A", ada.token),
        "\"\"",
        "null",
    ] {
        let caller = with_session(&server.nobody(), token);
        for path in ["/app/api/session", "/v1/brands"] {
            let answer = caller.get(path).await;
            assert_problem(&answer, 401, "AUTHENTICATION_REQUIRED", None);
        }
        assert!(caller.get("/app/api/state").await.expect(200)["person"].is_null());
    }
}

#[tokio::test]
async fn a_session_looks_at_organizations_of_its_person_alone() {
    let server = TestServer::start().await;
    let (one, two, foreign) = (server.org().await, server.org().await, server.org().await);
    let ada = one.member(Role::Viewer).await;
    two.join(ada.number, Role::Admin, BrandLimit::AllBrands)
        .await;
    let (first, second) = (one.brand().await, two.brand().await);
    let session = ada.get("/app/api/session").await.expect(200);
    let organizations = session["organizations"].as_array().unwrap();
    assert_eq!(organizations.len(), 2);
    let seen = ada.get("/v1/brands").await.expect(200);
    assert_eq!(seen["data"][0]["brandId"], first.brand_id.as_str());
    let other = organizations
        .iter()
        .find(|org| org["role"] == "admin")
        .unwrap();
    let path = "/app/api/session/organization";
    let body = json!({ "organizationId": other["organizationId"] });
    let looked = ada.put(path, body).await.expect(200);
    assert_eq!(looked["organizationId"], other["organizationId"]);
    let seen = ada.get("/v1/brands").await.expect(200);
    assert_eq!(seen["data"][0]["brandId"], second.brand_id.as_str());
    // A brand says itself whose it is.
    (*ada)
        .clone()
        .on(&first)
        .get("/v1/contacts")
        .await
        .expect(200);
    let sql = format!(
        "SELECT public_id FROM organizations WHERE id = {}",
        foreign.number
    );
    let foreign = server.sql(&sql).await[0].text(0).unwrap();
    for id in [foreign.as_str(), "nowhere", ""] {
        let answer = ada.put(path, json!({ "organizationId": id })).await;
        assert_problem(&answer, 404, "NOT_FOUND", None);
    }
}

#[tokio::test]
async fn people_see_and_change_what_is_theirs() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let ada = org.member(Role::Viewer).await;
    let name = json!({ "name": "Ada <script>" });
    let named = ada.patch("/app/api/profile", name).await.expect(200);
    assert_eq!(named["name"], "Ada <script>");
    members::sign_in(server.app(), ada.number, org.number).await;
    let bob = org.member(Role::Viewer).await;
    let own = ada.get("/app/api/profile/sessions").await.expect(200);
    let own = own["data"].as_array().unwrap().clone();
    assert_eq!(own.len(), 2);
    let other = own.iter().find(|one| one["current"] == false).unwrap();
    let path = format!(
        "/app/api/profile/sessions/{}",
        other["sessionId"].as_str().unwrap()
    );
    assert_problem(&bob.delete(&path).await, 404, "SESSION_NOT_FOUND", None);
    assert_eq!(ada.delete(&path).await.expect(200)["ended"], 1);
    assert_problem(&ada.delete(&path).await, 404, "SESSION_NOT_FOUND", None);
    members::sign_in(server.app(), ada.number, org.number).await;
    members::sign_in(server.app(), ada.number, org.number).await;
    assert_eq!(
        ada.delete("/app/api/profile/sessions").await.expect(200)["ended"],
        2
    );
    ada.get("/app/api/session").await.expect(200);
    bob.get("/app/api/session").await.expect(200);
}

#[tokio::test]
async fn a_new_password_is_judged_and_the_old_one_is_asked_for() {
    let server = TestServer::start().await;
    let ada = server.org().await.member(Role::Viewer).await;
    let path = "/app/api/profile/password";
    for (current, new, status, code, param) in [
        (
            "wrong password here",
            "another horse battery",
            401,
            "INVALID_CREDENTIALS",
            None,
        ),
        (PASSWORD, "short", 400, "INVALID_REQUEST", Some("password")),
        (
            PASSWORD,
            ada.email.as_str(),
            400,
            "INVALID_REQUEST",
            Some("password"),
        ),
    ] {
        let body = json!({ "currentPassword": current, "password": new });
        assert_problem(&ada.put(path, body).await, status, code, param);
    }
    let body = json!({ "currentPassword": PASSWORD, "password": "another horse battery" });
    ada.put(path, body).await.expect(200);
    let old = sign_in(&server.nobody(), &ada.email, PASSWORD).await;
    assert_problem(&old, 401, "INVALID_CREDENTIALS", None);
    let new = sign_in(&server.nobody(), &ada.email, "another horse battery").await;
    new.expect(201);
    server.all_written().await;
}
