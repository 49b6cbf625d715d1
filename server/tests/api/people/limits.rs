//! How much a person may call, and which brands a member sees who is limited to some.

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use serde_json::json;

use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_person_has_one_window_over_all_policies() {
    let server = TestServer::with()
        .contract_limits()
        .clock_stopped()
        .start()
        .await;
    let org = server.org().await;
    let brand = org.brand().await;
    let (ada, bob) = (
        org.member(Role::Viewer).await,
        org.member(Role::Viewer).await,
    );
    let (on_brand, contract) = ((*ada).clone().on(&brand), [100, 100, 100]);
    let mut left = 300;
    for (path, calls) in ["/v1/contacts", "/v1/sends", "/app/api/session"]
        .iter()
        .zip(contract)
    {
        for _ in 0..calls {
            let answer = on_brand.get(path).await.expect(200);
            left -= 1;
            assert_eq!(answer.number("x-ratelimit-limit"), Some(300));
            assert_eq!(answer.number("x-ratelimit-remaining"), Some(left));
        }
    }
    for path in ["/v1/contacts", "/v1/brand", "/app/api/profile/sessions"] {
        assert_problem(&on_brand.get(path).await, 429, "RATE_LIMITED", None);
    }
    bob.get("/app/api/session").await.expect(200);
    brand.get("/v1/contacts").await.expect(200);
}

#[tokio::test]
async fn a_limited_member_sees_its_brands_and_no_others() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (own, other) = (org.brand().await, org.brand().await);
    let foreign = server.brand().await;
    let limit = BrandLimit::Brands(vec![own.key.brand]);
    let admin = org.member_of(Role::Admin, limit.clone()).await;
    let viewer = org.member_of(Role::Viewer, limit).await;
    let seen = admin.get("/v1/brands").await.expect(200);
    let ids: Vec<_> = seen["data"].as_array().unwrap().iter().collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(ids[0]["brandId"], own.brand_id.as_str());
    let session = admin.get("/app/api/session").await.expect(200);
    assert_eq!(
        session["organizations"][0]["brands"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(session["organizations"][0]["limited"], true);
    (*admin)
        .clone()
        .on(&own)
        .get("/v1/contacts")
        .await
        .expect(200);
    for brand in [&other, &foreign] {
        for member in [&admin, &viewer] {
            let caller = (**member).clone().on(brand);
            for answer in [
                caller.get("/v1/contacts").await,
                caller.get("/v1/usage").await,
                caller
                    .post("/v1/contacts", json!({ "email": "a@example.com" }))
                    .await,
                caller.patch("/v1/brand", json!({ "name": "Mine" })).await,
            ] {
                assert_problem(&answer, 404, "BRAND_NOT_FOUND", None);
            }
        }
    }
    let none = org
        .member_of(Role::Admin, BrandLimit::Brands(Vec::new()))
        .await;
    assert_eq!(none.get("/v1/brands").await.expect(200)["data"], json!([]));
}

#[tokio::test]
async fn a_limited_admin_revokes_keys_of_its_brands_alone() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (own, other) = (org.brand().await, org.brand().await);
    let foreign = server.brand().await;
    let limit = BrandLimit::Brands(vec![own.key.brand]);
    let admin = org.member_of(Role::Admin, limit.clone()).await;
    let editor = org.member_of(Role::Editor, limit).await;
    let path = |key_id: &str| format!("/v1/api-keys/{key_id}");
    for key in [&other.key_id, &foreign.key_id, &org.key_id] {
        assert_problem(&admin.delete(&path(key)).await, 404, "NOT_FOUND", None);
    }
    let refused = editor.delete(&path(&own.key_id)).await;
    assert_problem(&refused, 403, "INSUFFICIENT_ROLE", Some("admin"));
    assert_eq!(
        admin.delete(&path(&own.key_id)).await.expect(200)["deleted"],
        true
    );
    assert_problem(&own.get("/v1/brand").await, 401, "API_KEY_REVOKED", None);
    other.get("/v1/brand").await.expect(200);
    let whole = org.member(Role::Admin).await;
    assert_eq!(
        whole.delete(&path(&org.key_id)).await.expect(200)["deleted"],
        true
    );
}

#[tokio::test]
async fn people_of_a_suspended_organization_may_only_look_at_themselves() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let ada = org.member(Role::Owner).await;
    let on_brand = (*ada).clone().on(&brand);
    org.suspend().await;
    for answer in [
        on_brand.get("/v1/contacts").await,
        ada.get("/v1/brands").await,
    ] {
        assert_problem(&answer, 403, "ORGANIZATION_SUSPENDED", None);
    }
    let session = ada.get("/app/api/session").await.expect(200);
    assert_eq!(session["organizations"][0]["suspended"], true);
    org.resume().await;
    on_brand.get("/v1/contacts").await.expect(200);
    org.delete_org().await;
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
    server.at_rest().await;
}
