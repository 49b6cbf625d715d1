//! Designs that were never made have nothing to look at.

use postrider_domain::designs::design::EmailStatus;
use serde_json::{Value, json};

use super::{design, draft, set_status};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn what_was_never_made_is_neither_looked_at_nor_changed() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = design(&server, &brand, draft("a")).await;
    set_status(&server, &brand, &made, EmailStatus::Failed).await;
    server.sql("UPDATE emails SET head = NULL").await;
    let (path, comments) = ("/v1/emails/a", "/v1/emails/a/comments");
    let audited = brand.get(&format!("{path}/accessibility-audit")).await;
    let element = json!({ "kind": "element", "elementId": "b1" });
    let of_element = json!({ "body": "Larger, please.", "target": element });
    for (refused, param) in [
        (audited, None),
        (
            brand.patch(path, json!({ "prompt": "Be brief" })).await,
            None,
        ),
        (
            brand
                .patch(path, json!({ "format": "html", "content": "<p>Hi</p>" }))
                .await,
            None,
        ),
        (brand.post(comments, of_element).await, None),
        (
            brand
                .post("/v1/content/html-to-png", json!({ "emailId": "a" }))
                .await,
            Some("emailId"),
        ),
    ] {
        assert_problem(&refused, 422, "EMAIL_NOT_READY", param);
    }
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["used"], 0);
    // What it is called, and what is said of it, needs no version.
    brand
        .patch(path, json!({ "title": "Spring" }))
        .await
        .expect(200);
    brand
        .post(comments, json!({ "body": "What was it to be?" }))
        .await
        .expect(201);
    let read = brand.get(path).await.expect(200);
    assert_eq!(
        (&read["title"], &read["emailVersionId"]),
        (&json!("Spring"), &Value::Null)
    );
}
