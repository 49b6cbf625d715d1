//! `PATCH /v1/domains/{domainId}`.

use serde_json::json;

use super::{add, path, read, start};
use crate::support::assert_problem;

#[tokio::test]
async fn defaults_are_set_kept_and_cleared() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    let path = path(&domain);
    for (change, defaults) in [
        (
            json!({ "defaults": { "from": { "email": "Hello@Example.com", "name": "Ada’s Engines" } } }),
            json!({ "from": { "email": "hello@example.com", "name": "Ada’s Engines" } }),
        ),
        (
            json!({ "defaults": { "replyTo": "answers@elsewhere.test" } }),
            json!({ "from": { "email": "hello@example.com", "name": "Ada’s Engines" },
                "replyTo": "answers@elsewhere.test" }),
        ),
        (
            json!({ "openTracking": false }),
            json!({ "from": { "email": "hello@example.com", "name": "Ada’s Engines" },
                "replyTo": "answers@elsewhere.test" }),
        ),
        (
            json!({ "defaults": { "from": { "email": "hi@example.com" }, "replyTo": null } }),
            json!({ "from": { "email": "hi@example.com" } }),
        ),
        (json!({ "defaults": { "from": null } }), json!({})),
        (
            json!({ "defaults": { "from": { "email": "hi@example.com" } } }),
            json!({ "from": { "email": "hi@example.com" } }),
        ),
        (json!({ "defaults": null }), json!({})),
        (json!({ "defaults": {} }), json!({})),
        (json!({}), json!({})),
    ] {
        let row = brand.patch(&path, change.clone()).await.expect(200).json;
        assert_eq!(row["defaults"], defaults, "{change}");
        assert_eq!(read(&brand, &domain).await, row);
    }
    let row = brand
        .patch(&path, json!({ "clickTracking": false }))
        .await
        .expect(200)
        .json;
    assert_eq!(
        (&row["openTracking"], &row["clickTracking"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(row["status"], "pending");
}

#[tokio::test]
async fn what_does_not_fit_is_named_and_changes_nothing() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    let from =
        |email: &str| json!({ "openTracking": false, "defaults": { "from": { "email": email } } });
    for (change, param) in [
        (from("hello@elsewhere.test"), "defaults.from.email"),
        (from("hello@news.example.com"), "defaults.from.email"),
        (from("hello"), "defaults.from.email"),
        (from("a@b\r\nBcc: c@d.test"), "defaults.from.email"),
        (
            json!({ "defaults": { "from": { "name": "Ada" } } }),
            "defaults.from.email",
        ),
        (
            json!({ "defaults": { "from": { "email": "a@example.com", "names": "Ada" } } }),
            "defaults.from.names",
        ),
        (
            json!({ "defaults": { "from": { "email": "a@example.com", "name": "Ada\r\nBcc: x@y.test" } } }),
            "defaults.from.name",
        ),
        (
            json!({ "defaults": { "from": "a@example.com" } }),
            "defaults.from",
        ),
        (
            json!({ "defaults": { "replyTo": "nobody" } }),
            "defaults.replyTo",
        ),
        (
            json!({ "defaults": { "reply": "a@b.test" } }),
            "defaults.reply",
        ),
        (json!({ "defaults": 1 }), "defaults"),
        (json!({ "openTracking": "no" }), "openTracking"),
        (json!({ "name": "other.test" }), "name"),
        (json!({ "verify": true }), "verify"),
    ] {
        let answer = brand.patch(&path(&domain), change).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some(param));
    }
    assert_eq!(read(&brand, &domain).await, domain);
    let unknown = "/v1/domains/00000000000000000000000000000000";
    let answer = brand.patch(unknown, json!({})).await;
    assert_problem(&answer, 404, "DOMAIN_NOT_FOUND", None);
}
