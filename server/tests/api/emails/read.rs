//! `GET /v1/emails/{emailId}`.

use postrider_domain::designs::design::{Category, EmailStatus, EmailType};
use postrider_store::emails::{NewEmail, NewVersion, VersionContent};
use serde_json::{Value, json};

use super::{add_version, design, draft, set_status, version};
use crate::support::{TestServer, assert_problem};

const TIME: &str = "2026-01-01T00:00:00Z";

#[tokio::test]
async fn a_row_holds_what_is_set_and_nothing_else() {
    let server = TestServer::with().clock_at(TIME).start().await;
    let brand = server.brand().await;
    design(&server, &brand, draft("small")).await;
    let small = brand.get("/v1/emails/small").await.expect(200);
    assert_eq!(
        small.json,
        json!({
            "emailId": "small", "emailVersionId": "small-1", "title": "Title of small",
            "type": "campaign", "status": "ready", "groupId": "ungrouped", "mergeTags": [],
            "warnings": [], "createdAt": "2026-01-01T00:00:00.000Z",
            "updatedAt": "2026-01-01T00:00:00.000Z",
        })
    );
    let group = brand
        .post("/v1/email-groups", json!({ "name": "Spring" }))
        .await
        .expect(201);
    let group_id = group["groupId"].as_str().unwrap();
    let group = server
        .number(&format!(
            "SELECT id FROM email_groups WHERE public_id = '{group_id}'"
        ))
        .await;
    let full = NewEmail {
        kind: EmailType::Automation,
        subject: Some("Hi {{ firstName | \"you\" }}".to_owned()),
        preview_text: Some("News".to_owned()),
        category: Some(Category::ProductUpdate),
        group: Some(group),
        ..draft("full")
    };
    design(&server, &brand, full).await;
    let full = brand.get("/v1/emails/full").await.expect(200);
    assert_eq!(full["type"], "automation");
    assert_eq!(full["subject"], "Hi {{ firstName | \"you\" }}");
    assert_eq!(full["previewText"], "News");
    assert_eq!(full["category"], "product_update");
    assert_eq!(full["groupId"], group_id);
}

#[tokio::test]
async fn html_has_the_preview_text_in_its_place() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let with_place = |id: &str, preview: Option<&str>| {
        let mut new = draft(id);
        new.version = version(&format!("{id}-1"), "<div>old line</div><p>Hi</p>");
        new.version.content.preheader = (5, 13);
        new.preview_text = preview.map(str::to_owned);
        new
    };
    design(&server, &brand, with_place("own", None)).await;
    design(&server, &brand, with_place("new", Some("A < B {{ x }}"))).await;
    let html = async |id: &str| {
        let path = format!("/v1/emails/{id}?include=html");
        brand.get(&path).await.expect(200)["html"].clone()
    };
    assert_eq!(html("own").await, "<div>old line</div><p>Hi</p>");
    assert_eq!(html("new").await, "<div>A &lt; B {{ x }}</div><p>Hi</p>");
    let inserted = NewEmail {
        preview_text: Some("Look".to_owned()),
        ..draft("none")
    };
    design(&server, &brand, inserted).await;
    let shown = html("none").await;
    let shown = shown.as_str().unwrap();
    assert!(
        shown.contains("Look") && shown.ends_with("<p>Hi</p>"),
        "{shown}"
    );
}

#[tokio::test]
async fn versions_and_document_come_when_asked_for() {
    let server = TestServer::with().clock_at(TIME).start().await;
    let brand = server.brand().await;
    design(&server, &brand, draft("a")).await;
    add_version(&server, &brand, "a", version("a-2", "<p>Two</p>")).await;
    let read = brand
        .get("/v1/emails/a?include=versions,document,html")
        .await
        .expect(200);
    let at = "2026-01-01T00:00:00.000Z";
    assert_eq!(
        read["versions"],
        json!([
            { "emailVersionId": "a-2", "version": 2, "source": "imported", "createdAt": at },
            { "emailVersionId": "a-1", "version": 1, "source": "imported", "createdAt": at },
        ])
    );
    assert_eq!(
        read["document"],
        json!({ "schema": 1, "kind": "html", "parts": [], "fields": [] })
    );
    assert_eq!(
        (&read["emailVersionId"], &read["html"]),
        (&json!("a-2"), &json!("<p>Two</p>"))
    );
    let refused = brand.get("/v1/emails/a?include=html,nothing").await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("include[1]"));
}

#[tokio::test]
async fn merge_tags_are_those_of_the_version_and_of_the_lines() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let first = version("a-1", "<p>Hi</p>");
    let content = VersionContent {
        merge_tags:
            r#"[{"name":"plan","fallback":true},{"name":"unsubscribeUrl","fallback":false}]"#
                .to_owned(),
        warnings: r#"[{"code":"TOO_LARGE","message":"Too large."}]"#.to_owned(),
        ..first.content
    };
    let new = NewEmail {
        subject: Some("{{ plan }} {{ city | \"x\" }}".to_owned()),
        version: NewVersion { content, ..first },
        ..draft("a")
    };
    design(&server, &brand, new).await;
    let read = brand.get("/v1/emails/a").await.expect(200);
    assert_eq!(
        read["mergeTags"],
        json!([
            { "name": "plan", "fallback": false },
            { "name": "unsubscribeUrl", "fallback": false },
            { "name": "city", "fallback": true },
        ])
    );
    assert_eq!(
        read["warnings"][0],
        json!({ "code": "TOO_LARGE", "message": "Too large." })
    );
    assert_eq!(read["warnings"][1]["code"], "UNKNOWN_MERGE_TAG");
    assert_eq!(read["warnings"][2], json!(null));
}

#[tokio::test]
async fn ids_of_36_characters_are_read_too() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let (id, version_id) = (
        "0190a3c4-5f6e-7a8b-9c0d-1e2f3a4b5c6d",
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    );
    let older = NewEmail {
        version: version(version_id, "<p>Old</p>"),
        ..draft(id)
    };
    design(&server, &brand, older).await;
    let read = brand.get(&format!("/v1/emails/{id}")).await.expect(200);
    assert_eq!(
        (&read["emailId"], &read["emailVersionId"]),
        (&json!(id), &json!(version_id))
    );
    let path = format!("/v1/emails/{id}/restore");
    let restored = brand
        .post(&path, json!({ "emailVersionId": version_id }))
        .await
        .expect(200);
    assert_eq!(restored["emailVersionId"].as_str().unwrap().len(), 21);
}

#[tokio::test]
async fn a_failed_design_says_why() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = design(&server, &brand, draft("a")).await;
    set_status(&server, &brand, &made, EmailStatus::Failed).await;
    let read = brand.get("/v1/emails/a").await.expect(200);
    assert_eq!(read["status"], "failed");
    let message = "The model said nothing.";
    assert_eq!(
        read["error"],
        json!({ "code": "EMAIL_GENERATION_FAILED", "message": message })
    );
    set_status(&server, &brand, &made, EmailStatus::Ready).await;
    let read = brand.get("/v1/emails/a").await.expect(200);
    assert_eq!(read["error"], Value::Null);
}

#[tokio::test]
async fn what_is_unknown_or_anothers_is_404_and_the_scope_is_needed() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (owner, sister) = (org.brand().await, org.brand().await);
    design(&server, &owner, draft("a")).await;
    assert_problem(
        &owner.get("/v1/emails/b").await,
        404,
        "EMAIL_NOT_FOUND",
        None,
    );
    assert_problem(
        &sister.get("/v1/emails/a").await,
        404,
        "EMAIL_NOT_FOUND",
        None,
    );
    let contacts = owner.key("contacts").await;
    for path in ["/v1/emails", "/v1/emails/a"] {
        let refused = contacts.get(path).await;
        assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    }
}
