//! The brand of the key, and the brands of an organization.

use std::time::Duration;

use serde_json::{Value, json};

use super::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_new_brand_is_ready_with_its_steps_skipped() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let read = brand.get("/v1/brand").await.expect(200);
    assert_eq!(
        read.json,
        json!({
            "brandId": brand.brand_id, "name": "Test brand", "status": "completed",
            "readiness": {
                "ready": true, "status": "completed", "progress": 100,
                "steps": { "logo": "skipped", "theme": "skipped", "domain": "skipped" }
            },
            "identity": { "socialLinks": [] }, "theme": {}, "logos": [], "timeZone": "UTC",
            "trackOpens": true, "trackClicks": true,
            "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z"
        })
    );
}

#[tokio::test]
async fn a_change_merges_and_null_clears() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let body = json!({
        "name": "Acme", "voice": "dry", "timeZone": "Europe/Berlin", "trackOpens": false,
        "identity": { "brandName": "Acme", "tagline": "It works", "address": "Road 1\n12345 Town", "socialLinks": ["https://social.example/acme"] },
        "theme": { "primaryColor": "#1a2B3c", "buttonRadius": 4, "bodyFont": "Inter" }
    });
    brand.patch("/v1/brand", body).await.expect(200);
    server.clock.advance(Duration::from_secs(1));
    let body = json!({
        "voice": null,
        "identity": { "tagline": null, "contactEmail": "hello@acme.example" },
        "theme": { "primaryColor": null, "textColor": "#fff" }
    });
    let changed = brand.patch("/v1/brand", body).await.expect(200);
    assert_eq!(
        (&changed["name"], changed.json.get("voice")),
        (&json!("Acme"), None)
    );
    assert_eq!(
        changed["identity"],
        json!({
            "brandName": "Acme", "address": "Road 1\n12345 Town", "contactEmail": "hello@acme.example",
            "socialLinks": ["https://social.example/acme"]
        })
    );
    assert_eq!(
        changed["theme"],
        json!({ "textColor": "#fff", "buttonRadius": 4, "bodyFont": "Inter" })
    );
    assert_eq!(
        (
            &changed["timeZone"],
            &changed["trackOpens"],
            &changed["trackClicks"]
        ),
        (&json!("Europe/Berlin"), &json!(false), &json!(true))
    );
    assert_eq!(changed["createdAt"], "2026-01-01T00:00:00.000Z");
    assert_eq!(changed["updatedAt"], "2026-01-01T00:00:01.000Z");
    assert_eq!(brand.get("/v1/brand").await.json, changed.json);
    let same = brand
        .patch(
            "/v1/brand",
            json!({ "identity": {}, "theme": null, "name": null }),
        )
        .await
        .expect(200);
    assert_eq!(same.json, changed.json);
}

/// What is wrong, and the place that the answer names.
const MISTAKES: &[(&str, &str)] = &[
    (r#"{ "name": "" }"#, "name"),
    (r#"{ "name": "a\nb" }"#, "name"),
    (r#"{ "timeZone": "Mars/Olympus" }"#, "timeZone"),
    (r#"{ "timeZone": "+02:00" }"#, "timeZone"),
    (r#"{ "timeZone": "../../etc/passwd" }"#, "timeZone"),
    (
        r#"{ "theme": { "primaryColor": "red" } }"#,
        "theme.primaryColor",
    ),
    (
        r##"{ "theme": { "textColor": "#12345" } }"##,
        "theme.textColor",
    ),
    (
        r##"{ "theme": { "textColor": "#12345g" } }"##,
        "theme.textColor",
    ),
    (
        r##"{ "theme": { "textColor": "#fff; top: 0" } }"##,
        "theme.textColor",
    ),
    (
        r#"{ "theme": { "buttonRadius": 101 } }"#,
        "theme.buttonRadius",
    ),
    (
        r#"{ "theme": { "buttonRadius": -1 } }"#,
        "theme.buttonRadius",
    ),
    (
        r#"{ "theme": { "buttonRadius": 1.5 } }"#,
        "theme.buttonRadius",
    ),
    (
        r##"{ "theme": { "primary_color": "#fff" } }"##,
        "theme.primary_color",
    ),
    (
        r#"{ "identity": { "brandName": "a\r\nBcc: x" } }"#,
        "identity.brandName",
    ),
    (r#"{ "identity": { "social": [] } }"#, "identity.social"),
    (
        r#"{ "identity": { "socialLinks": [5] } }"#,
        "identity.socialLinks[0]",
    ),
    (r#"{ "identity": "Acme" }"#, "identity"),
    (r#"{ "trackOpens": 1 }"#, "trackOpens"),
    (r#"{ "brandId": "x" }"#, "brandId"),
    (r#"{ "time_zone": "UTC" }"#, "time_zone"),
    (r#"{ "status": "completed" }"#, "status"),
];

#[tokio::test]
async fn a_change_is_strict() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let before = brand.get("/v1/brand").await.json;
    for (mistake, param) in MISTAKES {
        let mut body: Value = serde_json::from_str(mistake).unwrap();
        body["trackClicks"] = json!(false);
        let refused = brand.patch("/v1/brand", body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let links = vec!["https://social.example"; 21];
    let refused = brand
        .patch("/v1/brand", json!({ "identity": { "socialLinks": links } }))
        .await;
    assert_problem(
        &refused,
        400,
        "INVALID_REQUEST",
        Some("identity.socialLinks"),
    );
    let refused = brand
        .patch("/v1/brand", json!({ "name": "x".repeat(201) }))
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("name"));
    assert_eq!(brand.get("/v1/brand").await.json, before);
}

#[tokio::test]
async fn an_organization_key_lists_its_brands_newest_first_in_pages() {
    let server = TestServer::start().await;
    let (org, stranger) = (server.org().await, server.org().await);
    let made = [org.brand().await, org.brand().await, org.brand().await]
        .map(|brand| json!(brand.brand_id));
    stranger.brand().await;
    let ids = |data: &Value| -> Vec<Value> {
        data.as_array()
            .unwrap()
            .iter()
            .map(|row| row["brandId"].clone())
            .collect()
    };
    let whole = org.get("/v1/brands").await.expect(200);
    assert_eq!(
        ids(&whole["data"]),
        [made[2].clone(), made[1].clone(), made[0].clone()]
    );
    assert_eq!(
        whole["pagination"],
        json!({ "limit": 100, "hasMore": false })
    );
    let first = org.get("/v1/brands?limit=2").await.expect(200);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let last = org
        .get(&format!("/v1/brands?limit=2&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(
        [ids(&first["data"]), ids(&last["data"])].concat(),
        ids(&whole["data"])
    );
    let refused = stranger
        .get(&format!("/v1/brands?limit=2&cursor={cursor}"))
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
}

#[tokio::test]
async fn a_brand_key_may_not_list_the_organization_s_brands() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    assert_problem(
        &brand.get("/v1/brands").await,
        403,
        "ORG_SCOPE_REQUIRED",
        None,
    );
}

#[tokio::test]
async fn an_organization_key_changes_the_brand_it_names() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (one, other) = (org.brand().await, org.brand().await);
    let key = org.key("emails").await.on(&one);
    key.patch("/v1/brand", json!({ "name": "One" }))
        .await
        .expect(200);
    assert_eq!(one.get("/v1/brand").await["name"], "One");
    assert_eq!(other.get("/v1/brand").await["name"], "Test brand");
}
