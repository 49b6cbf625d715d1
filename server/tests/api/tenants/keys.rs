//! What the keys of a tenant that is stopped are answered.

use postrider_domain::automations::integration::Provider;
use serde_json::json;

use crate::integrations::Connected;
use crate::integrations::bodies::clerk_user;
use crate::support::{TestServer, assert_problem};

const SUSPENDED: &str = "ORGANIZATION_SUSPENDED";

#[tokio::test]
async fn keys_of_a_suspended_organization_are_refused_until_it_goes_on() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    brand.org.suspend().await;
    let contact = json!({ "email": "ada@example.com" });
    for answer in [
        brand.get("/v1/brand").await,
        brand.get("/v1/contacts").await,
        brand.post("/v1/contacts", contact.clone()).await,
        brand.org.get("/v1/brands").await,
        brand.org.get("/v1/usage").await,
    ] {
        assert_problem(&answer, 403, SUSPENDED, None);
        assert!(
            answer["error"]["suggestion"]
                .as_str()
                .unwrap()
                .contains("operator")
        );
    }
    other
        .post("/v1/contacts", contact.clone())
        .await
        .expect(201);
    brand.org.resume().await;
    brand.post("/v1/contacts", contact).await.expect(201);
    brand.org.get("/v1/brands").await.expect(200);
}

#[tokio::test]
async fn a_revoked_key_of_a_suspended_organization_is_still_a_revoked_one() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let key = brand.key("all").await;
    let path = format!("/v1/api-keys/{}", key.key_id);
    brand.delete(&path).await.expect(200);
    brand.org.suspend().await;
    assert_problem(&key.get("/v1/brand").await, 401, "API_KEY_REVOKED", None);
}

#[tokio::test]
async fn keys_of_a_deleted_tenant_are_told_so() {
    let server = TestServer::with().clock_stopped().start().await;
    let org = server.org().await;
    let (gone, stays) = (org.brand().await, org.brand().await);
    gone.delete_brand().await;
    assert_problem(&gone.get("/v1/brand").await, 404, "BRAND_NOT_FOUND", None);
    stays.get("/v1/brand").await.expect(200);
    let listed = org.get("/v1/brands").await.expect(200);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    org.delete_org().await;
    for answer in [stays.get("/v1/brand").await, org.get("/v1/brands").await] {
        assert_problem(&answer, 401, "API_KEY_REVOKED", None);
    }
    server.at_rest().await;
}

/// A provider tries again for some days, so nothing is lost by a short suspension.
#[tokio::test]
async fn events_of_providers_are_refused_while_the_organization_is_suspended() {
    let server = TestServer::start().await;
    let clerk = Connected::new(&server, Provider::Clerk).await;
    let signed = clerk.sign(&clerk_user("user.created"));
    clerk.brand.org.suspend().await;
    assert_eq!(clerk.post(&signed).await.expect(403).code(), SUSPENDED);
    let fires = "SELECT count(*) FROM trigger_instances";
    assert_eq!(server.number(fires).await, 0);
    clerk.brand.org.resume().await;
    clerk.take(&signed).await;
    assert_eq!(server.number(fires).await, 1);
    clerk.brand.delete_brand().await;
    clerk.post(&signed).await.expect(404);
    server.at_rest().await;
}
