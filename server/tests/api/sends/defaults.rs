//! What a body leaves out.

use serde_json::{Value, json};

use super::{accepted, campaign, read, ready, send};
use crate::emails::{add_version, design, draft, version};
use crate::support::{Brand, TestServer, assert_problem};

/// A domain of the brand that DNS has confirmed.
async fn verified(server: &TestServer, brand: &Brand, name: &str) -> String {
    let id = format!("domain{}", name.replace('.', ""));
    let (org, number) = (brand.key.org, brand.key.brand);
    server
        .sql(&format!(
            "INSERT INTO domains (org, brand, id, public_id, name, sandbox, status, records,
                open_tracking, click_tracking, created_at, updated_at)
            VALUES ({org}, {number}, {}, '{id}', '{name}', FALSE, 'verified', '[]', TRUE, TRUE, 0, 0)",
            1_000_000 + name.len()
        ))
        .await;
    id
}

async fn set(server: &TestServer, name: &str, column: &str, value: &str) {
    server
        .sql(&format!(
            "UPDATE domains SET {column} = '{value}' WHERE name = '{name}'"
        ))
        .await;
}

#[tokio::test]
async fn the_sandbox_and_the_design_fill_in_what_is_missing() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({})).await;
    let sent = read(&brand, &id).await;
    let domain = format!("{}.sandbox.test", brand.brand_id);
    assert_eq!(
        sent["from"],
        json!({ "email": format!("hello@{domain}"), "name": "Test brand" })
    );
    assert_eq!(sent["domainId"], brand.brand_id);
    assert_eq!(sent["subject"], "Subject of news");
    assert_eq!(sent["emailVersionId"], "news-1");
    assert_eq!(sent["audienceId"], "all");
    for key in ["previewText", "replyTo", "audienceName", "to"] {
        assert_eq!(sent[key], Value::Null, "{key}");
    }
}

#[tokio::test]
async fn what_is_given_goes_first() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let domain = format!("{}.sandbox.test", brand.brand_id);
    let id = accepted(
        &brand,
        json!({
            "domainId": brand.brand_id, "subject": "Hello {{ firstName | you }}",
            "previewText": "News of {{ brandName }}", "replyTo": "Answers@Example.com",
            "from": { "email": format!("Ada@{domain}"), "name": "Ada at Test" },
        }),
    )
    .await;
    let sent = read(&brand, &id).await;
    assert_eq!(sent["subject"], "Hello {{ firstName | you }}");
    assert_eq!(sent["previewText"], "News of {{ brandName }}");
    assert_eq!(sent["replyTo"], "answers@example.com");
    assert_eq!(
        sent["from"],
        json!({ "email": format!("ada@{domain}"), "name": "Ada at Test" })
    );
}

#[tokio::test]
async fn a_brand_with_one_domain_of_its_own_sends_from_it_with_its_defaults() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let domain = verified(&server, &brand, "news.example.com").await;
    set(
        &server,
        "news.example.com",
        "default_from_email",
        "team@news.example.com",
    )
    .await;
    set(&server, "news.example.com", "default_from_name", "The team").await;
    set(
        &server,
        "news.example.com",
        "default_reply_to",
        "help@example.com",
    )
    .await;
    let sent = read(&brand, &accepted(&brand, json!({})).await).await;
    assert_eq!(sent["domainId"], domain);
    assert_eq!(
        sent["from"],
        json!({ "email": "team@news.example.com", "name": "The team" })
    );
    assert_eq!(sent["replyTo"], "help@example.com");
}

#[tokio::test]
async fn of_several_domains_the_address_names_one() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    verified(&server, &brand, "one.example.com").await;
    let three = verified(&server, &brand, "three.example.com").await;
    let refused = send(&brand, json!({})).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("domainId"));
    let from = json!({ "from": { "email": "Ada@Three.Example.com" } });
    let sent = read(&brand, &accepted(&brand, from).await).await;
    assert_eq!(sent["domainId"], three);
    assert_eq!(sent["from"], json!({ "email": "ada@three.example.com" }));
}

#[tokio::test]
async fn the_address_must_be_on_the_domain() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let one = verified(&server, &brand, "one.example.com").await;
    for with in [
        json!({ "domainId": one, "from": { "email": "ada@example.com" } }),
        json!({ "domainId": one, "from": { "email": "ada@sub.one.example.com" } }),
        json!({ "from": { "email": "ada@example.org" } }),
    ] {
        let refused = send(&brand, with).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("from.email"));
    }
}

#[tokio::test]
async fn without_a_subject_anywhere_it_is_asked_for() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    design(&server, &brand, draft("mute")).await;
    let refused = send(&brand, json!({ "emailId": "mute" })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("subject"));
    accepted(&brand, json!({ "emailId": "mute", "subject": "Hi" })).await;
}

#[tokio::test]
async fn the_version_of_the_moment_is_pinned() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    add_version(&server, &brand, "news", version("news-2", "<p>Two</p>")).await;
    let head = accepted(&brand, json!({})).await;
    add_version(&server, &brand, "news", version("news-3", "<p>Three</p>")).await;
    assert_eq!(read(&brand, &head).await["emailVersionId"], "news-2");
    design(&server, &brand, campaign("other")).await;
    add_version(&server, &brand, "other", version("other-2", "<p>Two</p>")).await;
    let named = json!({ "emailId": "other", "emailVersionId": "other-1" });
    let named = accepted(&brand, named).await;
    assert_eq!(read(&brand, &named).await["emailVersionId"], "other-1");
}
