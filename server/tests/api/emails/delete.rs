//! `DELETE /v1/emails/{emailId}`.

use serde_json::json;

use super::{add_version, design, draft, version};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_deleted_design_is_gone_with_its_versions() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, draft("a")).await;
    design(&server, &brand, draft("b")).await;
    add_version(&server, &brand, "a", version("a-2", "<p>Two</p>")).await;
    let deleted = brand.delete("/v1/emails/a").await.expect(200);
    assert_eq!(deleted.json, json!({ "emailId": "a", "deleted": true }));
    for gone in [
        brand.get("/v1/emails/a").await,
        brand.delete("/v1/emails/a").await,
        brand.get("/v1/emails/a/comments").await,
        brand
            .post("/v1/emails/a/restore", json!({ "emailVersionId": "a-1" }))
            .await,
    ] {
        assert_problem(&gone, 404, "EMAIL_NOT_FOUND", None);
    }
    assert_eq!(
        server.number("SELECT count(*) FROM email_versions").await,
        1
    );
    let left = brand.get("/v1/emails").await.expect(200);
    assert_eq!(left["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn nobody_else_deletes_it() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    design(&server, &brand, draft("a")).await;
    let refused = sister.delete("/v1/emails/a").await;
    assert_problem(&refused, 404, "EMAIL_NOT_FOUND", None);
    let refused = brand.key("contacts").await.delete("/v1/emails/a").await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    brand.get("/v1/emails/a").await.expect(200);
}
