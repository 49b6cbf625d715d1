//! API keys as people make, list and replace them.

use std::time::Duration;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use serde_json::{Value, json};

use super::give_password;
use crate::support::{Answer, TestServer, assert_problem};

const PATH: &str = "/app/api/keys";

fn names(listed: &Answer) -> Vec<String> {
    let keys = listed["data"].as_array().unwrap().iter();
    keys.map(|key| key["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_key_is_made_with_what_was_asked_and_its_secret_is_shown_once() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (admin, foreign) = (org.member(Role::Admin).await, server.brand().await);
    for (body, status, code, param) in [
        (
            json!({ "name": "x", "scopes": [] }),
            400,
            "INVALID_REQUEST",
            "scopes",
        ),
        (
            json!({ "name": "x", "scopes": ["contacts", "everything"] }),
            400,
            "INVALID_REQUEST",
            "scopes",
        ),
        (
            json!({ "name": "", "scopes": ["all"] }),
            400,
            "INVALID_REQUEST",
            "name",
        ),
        (json!({ "scopes": ["all"] }), 400, "INVALID_REQUEST", "name"),
        (
            json!({ "name": "x", "scopes": ["all"], "brandId": foreign.brand_id }),
            404,
            "BRAND_NOT_FOUND",
            "brandId",
        ),
    ] {
        assert_problem(&admin.post(PATH, body).await, status, code, Some(param));
    }
    let body = json!({ "name": "<b>Shop</b>", "scopes": ["contacts", "sends"] });
    let made = admin
        .post_once("once", PATH, body.clone())
        .await
        .expect(201);
    let again = admin.post_once("once", PATH, body).await.expect(201);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(made["keyId"], again["keyId"]);
    let secret = made["secret"].as_str().unwrap();
    assert!(secret.contains(made["prefix"].as_str().unwrap()));
    assert_eq!(again["secret"], Value::Null);
    let listed = admin.get(PATH).await.expect(200);
    assert_eq!(names(&listed)[0], "<b>Shop</b>");
    assert_eq!(listed["data"][0]["scopes"], json!(["contacts", "sends"]));
    assert!(!listed.text().contains(secret));
    let kept =
        format!("SELECT count(*) FROM idempotency_keys WHERE CAST(body AS TEXT) LIKE '%{secret}%'");
    assert_eq!(server.number(&kept).await, 0);
}

fn rotate(key: &Answer) -> String {
    format!("{PATH}/{}/rotate", key["keyId"].as_str().unwrap())
}

#[tokio::test]
async fn a_replaced_key_goes_on_for_as_long_as_was_chosen() {
    let server = TestServer::with().clock_stopped().start().await;
    let admin = server.org().await.member(Role::Admin).await;
    let body = json!({ "name": "Shop", "scopes": ["all"] });
    let made = admin.post(PATH, body).await.expect(201);
    let rotated = |overlap: Value| {
        let (admin, path) = ((*admin).clone(), rotate(&made));
        async move { admin.post(&path, overlap).await }
    };
    let beyond = rotated(json!({ "overlapMinutes": 10081 })).await;
    assert_problem(&beyond, 400, "INVALID_REQUEST", Some("overlapMinutes"));
    let second = rotated(json!({})).await.expect(201);
    assert_eq!(second["replaces"]["keyId"], made["keyId"]);
    let listed = admin.get(PATH).await.expect(200);
    let mut keys = listed["data"].as_array().unwrap().iter();
    let old = keys.find(|key| key["keyId"] == made["keyId"]).unwrap();
    assert_eq!(old["expiresAt"], second["replaces"]["expiresAt"]);
    // Replaced once more it does not live longer, and what has ended is replaced by nothing.
    server.clock.advance(Duration::from_mins(30));
    give_password(&admin).await;
    let third = rotated(json!({ "overlapMinutes": 600 })).await.expect(201);
    let ends = |answer: &Answer| answer["replaces"]["expiresAt"].clone();
    assert_eq!(ends(&third), ends(&second));
    server.clock.advance(Duration::from_mins(30));
    give_password(&admin).await;
    let ended = rotated(json!({})).await;
    assert_problem(&ended, 409, "API_KEY_ENDED", None);
    let answer = admin
        .post(&format!("{PATH}/nothing/rotate"), json!({}))
        .await;
    assert_problem(&answer, 404, "NOT_FOUND", None);
}

#[tokio::test]
async fn a_key_ends_at_once_if_somebody_says_so() {
    let server = TestServer::start().await;
    let admin = server.org().await.member(Role::Admin).await;
    let body = json!({ "name": "Shop", "scopes": ["all"] });
    let first = admin.post(PATH, body).await.expect(201);
    let second = admin
        .post(&rotate(&first), json!({ "overlapMinutes": 0 }))
        .await
        .expect(201);
    let calls = |key: &Answer| {
        let caller = server
            .nobody()
            .with_key("", key["secret"].as_str().unwrap());
        async move { caller.get("/v1/brands").await }
    };
    assert_problem(&calls(&first).await, 401, "API_KEY_REVOKED", None);
    calls(&second).await.expect(200);
    // Also one that would end later.
    let third = admin
        .post(&rotate(&second), json!({ "overlapMinutes": 60 }))
        .await
        .expect(201);
    calls(&second).await.expect(200);
    let revoke = format!("/v1/api-keys/{}", second["keyId"].as_str().unwrap());
    assert_eq!(admin.delete(&revoke).await.expect(200)["deleted"], true);
    assert_problem(&calls(&second).await, 401, "API_KEY_REVOKED", None);
    calls(&third).await.expect(200);
}

#[tokio::test]
async fn a_limited_admin_has_keys_of_its_brands_alone() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (own, other) = (org.brand().await, org.brand().await);
    let owner = org.member(Role::Owner).await;
    let admin = org
        .member_of(Role::Admin, BrandLimit::Brands(vec![own.key.brand]))
        .await;
    let key = |name: &str, brand: Option<&str>| json!({ "name": name, "scopes": ["all"], "brandId": brand });
    let whole = owner
        .post(PATH, json!({ "name": "whole", "scopes": ["all"] }))
        .await
        .expect(201);
    let theirs = owner
        .post(PATH, key("theirs", Some(&other.brand_id)))
        .await
        .expect(201);
    let answer = admin
        .post(PATH, json!({ "name": "mine", "scopes": ["all"] }))
        .await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some("brandId"));
    let answer = admin.post(PATH, key("mine", Some(&other.brand_id))).await;
    assert_problem(&answer, 404, "BRAND_NOT_FOUND", Some("brandId"));
    admin
        .post(PATH, key("mine", Some(&own.brand_id)))
        .await
        .expect(201);
    let listed = admin.get(PATH).await.expect(200);
    assert!(
        listed["data"]
            .as_array()
            .unwrap()
            .iter()
            .all(|key| key["brandId"] == own.brand_id.as_str())
    );
    assert_eq!(names(&listed)[0], "mine");
    for key in [&whole, &theirs] {
        let path = format!("{PATH}/{}/rotate", key["keyId"].as_str().unwrap());
        assert_problem(&admin.post(&path, json!({})).await, 404, "NOT_FOUND", None);
    }
}
