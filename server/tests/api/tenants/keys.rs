//! What the keys of a tenant that is stopped are answered.

use postrider_domain::automations::integration::Provider;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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

/// A file of which half has arrived when its sender is stopped. That the server asked for it (`100 Continue`) means that every
/// other check was passed.
#[tokio::test]
async fn a_file_that_was_on_its_way_is_refused_too() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let (first, rest) = ("email\nada@example.com\n", "bob@example.com\n");
    let request = format!(
        "POST /v1/contacts/import-csv HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {}\r\nContent-Type: text/csv\r\n\
         Content-Length: {}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
        brand.secret,
        first.len() + rest.len()
    );
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).await.unwrap();
    assert_eq!(go_on, *b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(first.as_bytes()).await.unwrap();
    brand.org.suspend().await;
    stream.write_all(rest.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert!(answer.contains(SUSPENDED), "{answer}");
    brand.org.resume().await;
    let kept = brand.get("/v1/contacts").await.expect(200);
    assert_eq!(kept["data"], json!([]));
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
