//! `POST /v1/templates/{emailId}/use`.

use serde_json::json;

use super::{TEMPLATES, template_ids};
use crate::support::{Brand, ImageHost, TestServer, assert_problem};

async fn path(brand: &Brand, title: &str) -> String {
    let ids = template_ids(brand).await;
    format!("{TEMPLATES}/{}/use", ids[title])
}

#[tokio::test]
async fn a_design_has_the_look_of_the_brand_and_says_where_it_is_from() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let look = json!({
        "theme": { "primaryColor": "#0b6e4f", "headingFont": "Georgia" },
        "identity": { "brandName": "Lantern Works" }
    });
    brand.patch("/v1/brand", look).await.expect(200);
    let path = path(&brand, "On its way").await;
    let made = brand.post(&path, json!({})).await.expect(201);
    for (key, value) in [
        ("type", json!("transactional")),
        ("status", json!("ready")),
        ("title", json!("On its way")),
        ("category", json!("order_update")),
        ("subject", json!("Your order is on its way")),
        ("groupId", json!("ungrouped")),
    ] {
        assert_eq!(made[key], value, "{key}");
    }
    let id = made["emailId"].as_str().unwrap();
    let read = brand
        .get(&format!("/v1/emails/{id}?include=html,versions,document"))
        .await;
    let read = read.expect(200);
    let versions = read["versions"].as_array().unwrap();
    assert_eq!(versions.len(), 1);
    assert_eq!(versions[0]["source"], "template");
    // Nobody has said where its links are to lead.
    assert_eq!(read["warnings"][0]["code"], "PLACEHOLDER_LINK");
    assert_eq!(read["emailVersionId"], made["emailVersionId"]);
    let html = read["html"].as_str().unwrap();
    assert!(
        html.contains("#0b6e4f") && html.contains("Georgia"),
        "{html}"
    );
    assert!(
        !html.contains("Meadow") && !html.contains("{site}"),
        "{html}"
    );
    // It is edited like any other.
    let body = json!({ "document": read["document"] });
    brand
        .patch(&format!("/v1/emails/{id}"), body)
        .await
        .expect(200);
}

#[tokio::test]
async fn title_type_and_group_can_be_given() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let path = path(&brand, "On its way").await;
    let group = brand
        .post("/v1/email-groups", json!({ "name": "Orders" }))
        .await
        .expect(201);
    let body = json!({ "title": "Mine", "type": "automation", "groupId": group["groupId"] });
    let made = brand.post(&path, body).await.expect(201);
    assert_eq!(made["title"], "Mine");
    assert_eq!(made["type"], "automation");
    assert_eq!(made["groupId"], group["groupId"]);
    let without_body = brand.request("POST", &path).send().await.expect(201);
    assert_ne!(without_body["emailId"], made["emailId"]);
    for (body, param) in [
        (json!({ "title": "" }), "title"),
        (json!({ "title": "two\nlines" }), "title"),
        (json!({ "type": "letter" }), "type"),
        (json!({ "subject": "x" }), "subject"),
    ] {
        let refused = brand.post(&path, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let refused = brand.post(&path, json!({ "groupId": "grp_nothing" })).await;
    assert_problem(&refused, 404, "EMAIL_GROUP_NOT_FOUND", Some("groupId"));
    let refused = brand
        .post(&format!("{TEMPLATES}/nothing/use"), json!({}))
        .await;
    assert_problem(&refused, 404, "EMAIL_NOT_FOUND", None);
    assert_eq!(server.number("SELECT count(*) FROM emails").await, 2);
}

#[tokio::test]
async fn it_belongs_to_the_brand_that_used_it() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, other) = (org.brand().await, org.brand().await);
    let path = path(&brand, "On its way").await;
    let group = other
        .post("/v1/email-groups", json!({ "name": "Theirs" }))
        .await
        .expect(201);
    let refused = brand
        .post(&path, json!({ "groupId": group["groupId"] }))
        .await;
    assert_problem(&refused, 404, "EMAIL_GROUP_NOT_FOUND", Some("groupId"));
    let made = brand.post(&path, json!({})).await.expect(201);
    let read = format!("/v1/emails/{}", made["emailId"].as_str().unwrap());
    assert_problem(&other.get(&read).await, 404, "EMAIL_NOT_FOUND", None);
    // Of its designs nobody makes a template.
    let own = format!("{TEMPLATES}/{}/use", made["emailId"].as_str().unwrap());
    assert_problem(
        &brand.post(&own, json!({})).await,
        404,
        "EMAIL_NOT_FOUND",
        None,
    );
    let nameless = org.key("emails").await.post(&path, json!({})).await;
    assert_problem(&nameless, 400, "INVALID_REQUEST", Some("X-Brand-Id"));
    let refused = brand.key("automations").await.post(&path, json!({})).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
}

#[tokio::test]
async fn a_key_makes_one_design_however_often_it_is_sent() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let path = path(&brand, "On its way").await;
    let first = brand.post_once("k", &path, json!({})).await.expect(201);
    let again = brand.post_once("k", &path, json!({})).await.expect(201);
    assert_eq!(first.json, again.json);
    let other = brand
        .post_once("k", &path, json!({ "title": "Other" }))
        .await;
    assert_problem(&other, 409, "IDEMPOTENCY_CONFLICT", Some("Idempotency-Key"));
    assert_eq!(server.number("SELECT count(*) FROM emails").await, 1);
}

#[tokio::test]
async fn a_logo_elsewhere_is_taken_into_the_library_and_goes_if_there_is_no_room() {
    let host = ImageHost::start().await;
    let logo = host.png("/logo.png", 320, 80);
    let server = TestServer::with()
        .allow_private(host.address)
        .storage_plan("small", 10)
        .start()
        .await;
    let logos = json!([{ "url": logo, "theme": "light" }]);
    for (brand, room) in [
        (server.brand().await, true),
        (server.org_on("small").await.brand().await, false),
    ] {
        let sql = format!(
            "UPDATE brands SET logos = '{logos}' WHERE public_id = '{}'",
            brand.brand_id
        );
        server.sql(&sql).await;
        let used = brand
            .post(&path(&brand, "On its way").await, json!({}))
            .await;
        if !room {
            assert_problem(&used, 402, "STORAGE_QUOTA_EXCEEDED", None);
            continue;
        }
        let used = used.expect(201);
        let read = format!(
            "/v1/emails/{}?include=html",
            used["emailId"].as_str().unwrap()
        );
        let read = brand.get(&read).await.expect(200);
        let html = read["html"].as_str().unwrap();
        assert!(html.contains(&format!("{}/assets/", brand.url)), "{html}");
        assert!(!html.contains(&logo), "{html}");
    }
    assert_eq!(server.number("SELECT count(*) FROM assets").await, 1);
}

#[tokio::test]
async fn all_of_them_become_designs_of_which_nobody_has_to_be_warned() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let website = "UPDATE brands SET website_url = 'https://lantern.test/'";
    server.sql(website).await;
    for (title, id) in template_ids(&brand).await {
        let made = brand
            .post(&format!("{TEMPLATES}/{id}/use"), json!({}))
            .await
            .expect(201);
        let read = format!(
            "/v1/emails/{}?include=html",
            made["emailId"].as_str().unwrap()
        );
        let read = brand.get(&read).await.expect(200);
        assert_eq!(read["warnings"], json!([]), "{title}: {}", read["warnings"]);
        let tags = read["mergeTags"].as_array().unwrap().iter();
        let bare: Vec<_> = tags.filter(|tag| tag["fallback"] == false).collect();
        assert!(
            bare.iter().all(|tag| [
                "unsubscribeUrl",
                "brandName",
                "brandAddress",
                "viewInBrowserUrl"
            ]
            .contains(&tag["name"].as_str().unwrap())),
            "{title}: {bare:?}"
        );
    }
    assert_eq!(server.number("SELECT count(*) FROM emails").await, 76);
}

#[tokio::test]
async fn a_prompt_can_go_by_a_template() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let ids = template_ids(&brand).await;
    let body = json!({ "prompt": "Tell customers that their order left", "referenceEmailId": ids["On its way"] });
    let asked = brand.post("/v1/emails", body).await.expect(202);
    let path = format!("/v1/emails/{}", asked["emailId"].as_str().unwrap());
    let made = crate::support::until("the design is made", async || {
        let read = brand.get(&path).await.expect(200);
        (read["status"] != "generating").then_some(read)
    })
    .await;
    assert_eq!(made["status"], "ready", "{}", made.text());
}
