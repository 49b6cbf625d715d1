//! Changing a design: texts in place, content as a new version.

use postrider_domain::designs::design::EmailStatus;
use postrider_store::emails;
use serde_json::{Value, json};

use super::import::import;
use crate::support::{Answer, Brand, TestServer, assert_problem};

fn path(email: &Answer) -> String {
    format!("/v1/emails/{}", email["emailId"].as_str().unwrap())
}

async fn detail(brand: &Brand, email: &Answer) -> Answer {
    brand
        .get(&format!("{}?include=html,versions,document", path(email)))
        .await
        .expect(200)
}

#[tokio::test]
async fn texts_and_group_change_without_a_new_version() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = import(&brand, "html", "<body><p>Hi</p></body>")
        .await
        .expect(201);
    let group = brand
        .post("/v1/email-groups", json!({ "name": "Spring" }))
        .await
        .expect(201);
    let change = json!({ "title": "New", "subject": "S {{ firstName }}", "previewText": "<P>", "groupId": group["groupId"] });
    let changed = brand.patch(&path(&made), change).await.expect(200);
    assert_eq!(changed["emailVersionId"], made["emailVersionId"]);
    assert_eq!(
        (
            &changed["title"],
            &changed["subject"],
            &changed["previewText"],
            &changed["groupId"]
        ),
        (
            &json!("New"),
            &json!("S {{ firstName }}"),
            &json!("<P>"),
            &group["groupId"]
        )
    );
    assert_eq!(changed["assetReport"], Value::Null);
    let read = detail(&brand, &made).await;
    assert_eq!(read["versions"].as_array().unwrap().len(), 1);
    let html = read["html"].as_str().unwrap();
    assert!(
        html.contains("&lt;P&gt;") && !html.contains("<P>"),
        "{html}"
    );
    let cleared = json!({ "subject": null, "previewText": null, "groupId": "ungrouped" });
    let cleared = brand.patch(&path(&made), cleared).await.expect(200);
    assert_eq!(cleared["subject"], Value::Null);
    assert_eq!(cleared["groupId"], "ungrouped");
    assert_eq!(cleared["title"], "New");
}

#[tokio::test]
async fn content_by_hand_is_a_new_head_and_the_old_version_stays() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = import(&brand, "html", "<body><p>One</p></body>")
        .await
        .expect(201);
    let change = json!({ "format": "html", "content": "<body><p>Two</p><script>x</script></body>", "title": "Both", "document": null });
    let changed = brand.patch(&path(&made), change).await.expect(200);
    assert_ne!(changed["emailVersionId"], made["emailVersionId"]);
    assert_eq!(changed["title"], "Both");
    assert_eq!(changed["assetReport"]["stripped"][0]["what"], "script");
    let read = detail(&brand, &made).await;
    assert!(read["html"].as_str().unwrap().contains("Two"));
    let versions = read["versions"].as_array().unwrap();
    assert_eq!(versions[0]["emailVersionId"], changed["emailVersionId"]);
    assert_eq!(versions[0]["source"], "edited");
    assert_eq!(versions[1]["emailVersionId"], made["emailVersionId"]);
    let restore = json!({ "emailVersionId": made["emailVersionId"] });
    brand
        .post(&format!("{}/restore", path(&made)), restore)
        .await
        .expect(200);
    let read = detail(&brand, &made).await;
    assert!(read["html"].as_str().unwrap().contains("One"));
    assert_eq!(read["versions"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_field_of_an_imported_design_is_edited_in_its_document() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let source = "<body><h1>Old &amp; grey</h1><a href=\"https://a.example.com\">Go</a></body>";
    let body = json!({ "format": "html", "content": source, "type": "transactional" });
    let made = brand.post("/v1/emails/import", body).await.expect(201);
    let mut document = detail(&brand, &made).await["document"].clone();
    for field in document["fields"].as_array_mut().unwrap() {
        if field["value"] == "Old & grey" {
            field["value"] = json!("New <b> & \"{{ firstName }}\"");
        }
        if field["href"] == "https://a.example.com" {
            field["href"] = json!("https://b.example.com/?a=1&b=2");
        }
    }
    brand
        .patch(&path(&made), json!({ "document": document }))
        .await
        .expect(200);
    let read = detail(&brand, &made).await;
    assert_eq!(
        read["html"],
        "<body><h1>New &lt;b&gt; &amp; \"{{ firstName }}\"</h1><a href=\"https://b.example.com/?a=1&amp;b=2\">Go</a></body>"
    );
}

#[tokio::test]
async fn a_document_cannot_bring_back_what_was_taken_out() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = import(
        &brand,
        "html",
        "<body><p>Hi</p><a href=\"https://a.example.com\">x</a></body>",
    )
    .await
    .expect(201);
    let document = detail(&brand, &made).await["document"].clone();
    let mut scripted = document.clone();
    scripted["parts"][0] = json!("<body><script>alert(1)</script><p>");
    let mut linked = document;
    for field in linked["fields"].as_array_mut().unwrap() {
        if field.get("href").is_some() {
            field["href"] = json!("javascript:alert(1)");
        }
    }
    for bad in [scripted, linked] {
        let refused = brand.patch(&path(&made), json!({ "document": bad })).await;
        assert_eq!(
            (refused.status, refused.code()),
            (400, "INVALID_REQUEST"),
            "{}",
            refused.text()
        );
        let param = refused.json["error"]["param"].as_str().unwrap();
        assert!(param.starts_with("document"), "{param}");
    }
    assert_eq!(
        detail(&brand, &made).await["emailVersionId"],
        made["emailVersionId"]
    );
}

#[tokio::test]
async fn of_two_edits_at_once_one_wins_and_the_other_is_told() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = import(&brand, "html", "<body><p>Zero</p></body>")
        .await
        .expect(201);
    let edits = (0..6).map(|n| {
        let content = format!("<body><p>Edit {n}</p></body>");
        let change = json!({ "format": "html", "content": content, "emailVersionId": made["emailVersionId"] });
        let (brand, path) = (brand.clone(), path(&made));
        async move { brand.patch(&path, change).await }
    });
    let answers = futures_util::future::join_all(edits).await;
    let (won, told): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!(won.len(), 1);
    for refused in told {
        assert_eq!(
            (refused.status, refused.code()),
            (409, "EMAIL_IN_PROGRESS"),
            "{}",
            refused.text()
        );
    }
    let read = detail(&brand, &made).await;
    assert_eq!(read["versions"].as_array().unwrap().len(), 2);
    assert_eq!(read["emailVersionId"], won[0]["emailVersionId"]);
    let stale = json!({ "title": "x", "emailVersionId": made["emailVersionId"] });
    let refused = brand.patch(&path(&made), stale).await;
    assert_problem(&refused, 409, "EMAIL_IN_PROGRESS", Some("emailVersionId"));
}

#[tokio::test]
async fn while_it_is_being_made_nothing_changes() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = import(&brand, "html", "<body><p>Hi</p></body>")
        .await
        .expect(201);
    let (key, id) = (brand.key, made["emailId"].as_str().unwrap().to_owned());
    let now = server.app().clock.now();
    let set = server.app().db.write(move |tx| {
        let id = id.clone();
        async move {
            let email = emails::get(&tx, key, &id).await?.unwrap();
            emails::set_status(&tx, key, email.id, EmailStatus::Generating, None, now).await
        }
    });
    set.await.unwrap();
    for change in [
        json!({ "title": "x" }),
        json!({ "format": "html", "content": "<p>x</p>" }),
        json!({ "prompt": "x" }),
    ] {
        let refused = brand.patch(&path(&made), change).await;
        assert_problem(&refused, 409, "EMAIL_IN_PROGRESS", None);
    }
}

#[tokio::test]
async fn each_mistake_is_named_and_changes_nothing() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let made = import(&brand, "html", "<body><p>Hi</p></body>")
        .await
        .expect(201);
    for (change, param) in [
        (
            json!({ "document": { "schema": 1, "kind": "word" } }),
            "document.kind",
        ),
        (json!({ "format": "html" }), "content"),
        (json!({ "content": "<p>x</p>" }), "format"),
        (
            json!({ "document": { "schema": 2, "kind": "blocks", "blocks": [] } }),
            "document.schema",
        ),
        (
            json!({ "prompt": "x", "format": "html", "content": "<p>x</p>" }),
            "prompt",
        ),
        (json!({ "subject": "a\nb" }), "subject"),
        (json!({ "type": "automation" }), "type"),
    ] {
        let refused = brand.patch(&path(&made), change.clone()).await;
        assert_eq!(
            (refused.status, refused.code()),
            (400, "INVALID_REQUEST"),
            "{change} {}",
            refused.text()
        );
        assert_eq!(refused.json["error"]["param"], param, "{change}");
    }
    let failed = brand
        .patch(
            &path(&made),
            json!({ "format": "mjml", "content": "<p>", "title": "x" }),
        )
        .await;
    assert_problem(&failed, 422, "EMAIL_IMPORT_FAILED", Some("content"));
    let group = brand
        .patch(&path(&made), json!({ "groupId": "grp_x" }))
        .await;
    assert_problem(&group, 404, "EMAIL_GROUP_NOT_FOUND", Some("groupId"));
    let foreign = other.patch(&path(&made), json!({ "title": "x" })).await;
    assert_problem(&foreign, 404, "EMAIL_NOT_FOUND", None);
    let read = detail(&brand, &made).await;
    assert_eq!(read["title"], made["title"]);
    assert_eq!(read["versions"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_preview_text_follows_the_content_until_one_is_given() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let source =
        |line: &str| format!("<body><div style=\"display:none\">{line}</div><p>Hi</p></body>");
    let made = import(&brand, "html", &source("Old line"))
        .await
        .expect(201);
    assert_eq!(made["previewText"], "Old line");
    let change = json!({ "format": "html", "content": source("New {{ firstName | line }}") });
    let changed = brand.patch(&path(&made), change).await.expect(200);
    assert_eq!(changed["previewText"], "New {{ firstName | line }}");
    let mut document = detail(&brand, &made).await["document"].clone();
    let id = document["preheader"].clone();
    for field in document["fields"].as_array_mut().unwrap() {
        if field["id"] == id {
            field["value"] = json!("Edited line");
        }
    }
    let changed = brand
        .patch(&path(&made), json!({ "document": document }))
        .await
        .expect(200);
    assert_eq!(changed["previewText"], "Edited line");
    let html = detail(&brand, &made).await["html"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(html.contains("Edited line"), "{html}");
    let given = json!({ "previewText": "Given \" line" });
    brand.patch(&path(&made), given).await.expect(200);
    let read = detail(&brand, &made).await;
    let html = read["html"].as_str().unwrap();
    assert!(
        html.contains("Given &quot; line") && !html.contains("Edited line"),
        "{html}"
    );
    let cleared = brand
        .patch(&path(&made), json!({ "previewText": null }))
        .await
        .expect(200);
    assert_eq!(cleared["previewText"], "Edited line");
}

#[tokio::test]
async fn a_warning_about_a_merge_tag_goes_when_its_field_comes() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body =
        json!({ "format": "html", "content": "<p>{{ plan }}</p>", "subject": "Hi {{ nobody }}" });
    let made = brand.post("/v1/emails/import", body).await.expect(201);
    let codes = |warnings: &Value| warnings.as_array().unwrap().len();
    assert_eq!(
        codes(&made["assetReport"]["warnings"]),
        2,
        "{}",
        made.text()
    );
    let field = json!({ "fieldName": "plan", "fieldType": "string" });
    brand.post("/v1/fields", field).await.expect(201);
    let read = detail(&brand, &made).await;
    assert_eq!(codes(&read["warnings"]), 1, "{}", read["warnings"]);
    let message = read["warnings"][0]["message"].as_str().unwrap();
    assert!(message.contains("{{ nobody }}"), "{message}");
}

#[tokio::test]
async fn an_edit_names_a_version_of_this_design() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = import(&brand, "html", "<p>One</p>").await.expect(201);
    let other = import(&brand, "html", "<p>Two</p>").await.expect(201);
    for id in [json!("x"), other["emailVersionId"].clone()] {
        let change = json!({ "title": "x", "emailVersionId": id });
        let refused = brand.patch(&path(&made), change).await;
        assert_problem(
            &refused,
            404,
            "EMAIL_VERSION_NOT_FOUND",
            Some("emailVersionId"),
        );
    }
    let blank = brand.patch(&path(&made), json!({ "title": " " })).await;
    assert_problem(&blank, 400, "INVALID_REQUEST", Some("title"));
}
