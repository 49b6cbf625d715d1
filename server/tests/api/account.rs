//! Usage, and the revocation of keys.

use serde_json::json;

use super::support::{TestServer, assert_problem};

#[tokio::test]
async fn usage_is_read_with_any_scope() {
    let server = TestServer::with()
        .clock_at("2026-02-10T00:00:00Z")
        .start()
        .await;
    let org = server.org_on("free").await;
    let brand = org.brand().await;
    let whole = json!({
        "plan": "free",
        "credits": { "limit": 100, "used": 0, "remaining": 100 },
        "emailSends": { "limit": 1000, "used": 0, "remaining": 1000 },
        "storage": { "limit": 1 << 30, "used": 0, "remaining": 1 << 30 },
        "period": { "start": "2026-02-01T00:00:00.000Z", "end": "2026-03-01T00:00:00.000Z" }
    });
    for scope in [
        "contacts",
        "emails",
        "automations",
        "audiences",
        "domains",
        "sends",
        "transactional",
        "all",
    ] {
        assert_eq!(
            brand
                .key(scope)
                .await
                .get("/v1/usage")
                .await
                .expect(200)
                .json,
            whole,
            "{scope}"
        );
        assert_eq!(
            org.key(scope).await.get("/v1/usage").await.expect(200).json,
            whole,
            "{scope}"
        );
    }
}

#[tokio::test]
async fn an_unlimited_plan_shows_null() {
    let server = TestServer::start().await;
    let usage = server.brand().await.get("/v1/usage").await.expect(200);
    assert_eq!(usage["plan"], "unlimited");
    assert_eq!(
        usage["credits"],
        json!({ "limit": null, "used": 0, "remaining": null })
    );
    assert_eq!(
        usage["emailSends"],
        json!({ "limit": null, "used": 0, "remaining": null })
    );
    assert_eq!(
        usage["storage"],
        json!({ "limit": null, "used": 0, "remaining": null })
    );
}

#[tokio::test]
async fn a_brand_key_revokes_a_key_of_its_brand_at_once() {
    let server = TestServer::with()
        .clock_at("2026-02-10T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let victim = brand.key("contacts").await;
    victim.get("/v1/contacts").await.expect(200);
    let revoked = brand
        .delete(&format!("/v1/api-keys/{}", victim.key_id))
        .await
        .expect(200);
    assert_eq!(
        revoked.json,
        json!({ "keyId": victim.key_id, "deleted": true, "revokedAt": "2026-02-10T00:00:00.000Z" })
    );
    assert_problem(
        &victim.get("/v1/contacts").await,
        401,
        "API_KEY_REVOKED",
        None,
    );
}

#[tokio::test]
async fn a_key_revoked_before_answers_deleted_false_and_when() {
    let server = TestServer::with()
        .clock_at("2026-02-10T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let path = format!("/v1/api-keys/{}", brand.key("contacts").await.key_id);
    let first = brand.delete(&path).await.expect(200);
    server.clock.advance(std::time::Duration::from_mins(1));
    let again = brand.delete(&path).await.expect(200);
    assert_eq!(
        again.json,
        json!({ "keyId": first["keyId"], "deleted": false, "revokedAt": "2026-02-10T00:00:00.000Z" })
    );
}

#[tokio::test]
async fn a_key_may_revoke_itself() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let path = format!("/v1/api-keys/{}", brand.key_id);
    assert_eq!(brand.delete(&path).await.expect(200)["deleted"], true);
    assert_problem(&brand.delete(&path).await, 401, "API_KEY_REVOKED", None);
}

#[tokio::test]
async fn keys_of_other_brands_and_organizations_do_not_exist() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, sibling, stranger) = (org.brand().await, org.brand().await, server.brand().await);
    for key_id in [
        &sibling.key_id,
        &stranger.key_id,
        &stranger.org.key_id,
        "nobody",
        "%00",
    ] {
        let refused = brand.delete(&format!("/v1/api-keys/{key_id}")).await;
        assert_problem(&refused, 404, "NOT_FOUND", None);
    }
    let refused = org
        .delete(&format!("/v1/api-keys/{}", stranger.key_id))
        .await;
    assert_problem(&refused, 404, "NOT_FOUND", None);
    for caller in [&*sibling, &*stranger, &*stranger.org] {
        caller.get("/v1/usage").await.expect(200);
    }
}

#[tokio::test]
async fn a_brand_key_may_not_revoke_a_key_of_its_organization() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let refused = brand
        .delete(&format!("/v1/api-keys/{}", brand.org.key_id))
        .await;
    assert_problem(&refused, 403, "ORG_SCOPE_REQUIRED", None);
    brand.org.get("/v1/usage").await.expect(200);
}

#[tokio::test]
async fn an_organization_key_revokes_keys_of_all_its_brands_and_its_own() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let another = org.key("contacts").await;
    for key_id in [&brand.key_id, &another.key_id, &org.key_id] {
        assert_eq!(
            org.delete(&format!("/v1/api-keys/{key_id}"))
                .await
                .expect(200)["deleted"],
            true
        );
    }
    for caller in [&*brand, &another, &*org] {
        assert_problem(&caller.get("/v1/usage").await, 401, "API_KEY_REVOKED", None);
    }
}

#[tokio::test]
async fn revoking_needs_the_scope_all() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let key = brand.key("contacts,emails,automations,transactional").await;
    let refused = key.delete(&format!("/v1/api-keys/{}", key.key_id)).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("all"));
}
