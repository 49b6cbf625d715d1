//! A design from HTML, MJML, JSX or a document.

use serde_json::{Value, json};

use crate::support::{Answer, Brand, TestServer, assert_problem};

pub const PATH: &str = "/v1/emails/import";

pub async fn import(brand: &Brand, format: &str, content: &str) -> Answer {
    brand
        .post(PATH, json!({ "format": format, "content": content }))
        .await
}

async fn detail(brand: &Brand, made: &Answer) -> Answer {
    let path = format!(
        "/v1/emails/{}?include=html,versions,document",
        made["emailId"].as_str().unwrap()
    );
    brand.get(&path).await.expect(200)
}

async fn count(brand: &Brand) -> usize {
    let list = brand.get("/v1/emails").await.expect(200);
    list["data"].as_array().unwrap().len()
}

const NEWSLETTER: &str = r#"<!doctype html>
<html><head><title>Spring news</title></head>
<body style="margin:0"><div style="display:none">All that is new</div>
<h1>Hello {{ firstName | "you" }}</h1><p>Fish &amp; chips</p>
<a href="https://shop.test/?plan={{ plan }}">Shop</a>
<a href="{{ unsubscribeUrl }}">Unsubscribe</a></body></html>"#;

#[tokio::test]
async fn html_becomes_a_ready_design_that_renders_to_the_same_bytes() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let made = import(&brand, "html", NEWSLETTER).await.expect(201);
    assert_eq!(
        made.json,
        json!({
            "emailId": made["emailId"], "emailVersionId": made["emailVersionId"],
            "title": "Spring news", "type": "campaign", "status": "ready", "groupId": "ungrouped",
            "previewText": "All that is new",
            "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z",
            "assetReport": {
                "discovered": 0, "rehosted": 0, "retained": 0, "stripped": [],
                "warnings": [{ "code": "UNKNOWN_MERGE_TAG", "message": made["assetReport"]["warnings"][0]["message"] }]
            }
        })
    );
    let warning = made["assetReport"]["warnings"][0]["message"]
        .as_str()
        .unwrap();
    assert!(warning.contains("{{ plan }}"), "{warning}");
    for id in ["emailId", "emailVersionId"] {
        assert_eq!(made[id].as_str().unwrap().len(), 21);
    }
    let read = detail(&brand, &made).await;
    assert_eq!(read["html"], NEWSLETTER);
    assert_eq!(read["document"]["kind"], "html");
    assert_eq!(read["versions"][0]["source"], "imported");
    assert_eq!(read["versions"][0]["version"], 1);
    let tags: Vec<&str> = read["mergeTags"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| tag["name"].as_str().unwrap())
        .collect();
    assert_eq!(tags, ["firstName", "plan", "unsubscribeUrl"]);
}

#[tokio::test]
async fn given_texts_go_before_those_of_the_source() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let group = brand
        .post("/v1/email-groups", json!({ "name": "Spring" }))
        .await
        .expect(201);
    let body = json!({
        "format": "html", "content": NEWSLETTER, "type": "automation", "title": "Mine",
        "subject": "Hi {{ firstName }}", "previewText": "Look", "groupId": group["groupId"]
    });
    let made = brand.post(PATH, body).await.expect(201);
    assert_eq!(made["title"], "Mine");
    assert_eq!(made["type"], "automation");
    assert_eq!(made["subject"], "Hi {{ firstName }}");
    assert_eq!(made["groupId"], group["groupId"]);
    let read = detail(&brand, &made).await;
    assert_eq!(
        read["html"],
        NEWSLETTER.replace("All that is new", "Look"),
        "the preview text stands where the source has its own"
    );
}

#[tokio::test]
async fn marketing_without_an_unsubscribe_link_gets_a_footer_and_a_receipt_does_not() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let source = "<html><body><p>Hello</p></body></html>";
    for (kind, footer) in [
        ("campaign", true),
        ("automation", true),
        ("transactional", false),
    ] {
        let body = json!({ "format": "html", "content": source, "type": kind });
        let made = brand.post(PATH, body).await.expect(201);
        let html = detail(&brand, &made).await["html"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(
            html.contains("{{ unsubscribeUrl }}"),
            footer,
            "{kind}: {html}"
        );
        assert_eq!(
            html.contains("{{ brandAddress }}"),
            footer,
            "{kind}: {html}"
        );
        assert!(html.trim_end().ends_with("</body></html>"), "{html}");
    }
}

#[tokio::test]
async fn mjml_and_jsx_are_rendered_and_stay_editable() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let mjml = "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{ firstName }}</mj-text>\
        <mj-button href=\"https://shop.example.com\">Shop</mj-button></mj-column></mj-section></mj-body></mjml>";
    let jsx = r#"import { Html, Body, Text, Button } from "@react-email/components";
export default function Mail({ name = "{{ firstName }}" }: { name?: string }) {
  return <Html><Body><Text>Hello {name}</Text><Button href="https://shop.example.com" style={{ padding: 12, backgroundColor: "black" }}>Shop</Button></Body></Html>;
}"#;
    for (format, source) in [("mjml", mjml), ("jsx", jsx)] {
        let made = import(&brand, format, source).await.expect(201);
        let read = detail(&brand, &made).await;
        let html = read["html"].as_str().unwrap();
        assert!(html.contains("{{ firstName }}"), "{format}: {html}");
        assert!(
            html.contains("https://shop.example.com"),
            "{format}: {html}"
        );
        let fields = read["document"]["fields"].as_array().unwrap();
        let has = |kind: &str| fields.iter().any(|field| field["kind"] == kind);
        assert!(has("text") && has("button"), "{format}: {fields:?}");
    }
}

#[tokio::test]
async fn a_document_of_blocks_becomes_a_design() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let document = json!({ "schema": 1, "kind": "blocks", "page": {}, "blocks": [
        { "id": "a", "type": "heading", "level": 1, "html": "Hello {{ firstName | you }}" },
        { "id": "b", "type": "button", "label": "Shop", "href": "https://shop.example.com" }
    ]});
    let made = brand
        .post(
            PATH,
            json!({ "document": document, "title": "Blocks", "content": null, "format": null }),
        )
        .await
        .expect(201);
    let read = detail(&brand, &made).await;
    assert_eq!(read["document"]["blocks"][0]["id"], "a");
    let html = read["html"].as_str().unwrap();
    assert!(
        html.contains("Hello {{ firstName | you }}") && html.contains("{{ unsubscribeUrl }}"),
        "{html}"
    );
    let mut bad = document;
    bad["blocks"][1]["href"] = json!("javascript:alert(1)");
    let refused = brand.post(PATH, json!({ "document": bad })).await;
    assert_problem(
        &refused,
        400,
        "INVALID_REQUEST",
        Some("document.blocks[1].href"),
    );
}

#[tokio::test]
async fn what_has_no_place_in_a_mail_is_taken_out_and_reported() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let source = r#"<body onload="x()"><p>Hi</p><script>alert(1)</script>
<form action="https://a.example.com"><input name="q"></form>
<a href="javascript:alert(2)">a</a><a href="http://127.0.0.1:9/x">b</a><img src="http://10.0.0.1/p.png" alt="p"></body>"#;
    let made = import(&brand, "html", source).await.expect(201);
    let report = &made["assetReport"];
    let stripped: Vec<&str> = report["stripped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["what"].as_str().unwrap())
        .collect();
    for what in ["script", "onload", "form", "javascript:"] {
        assert!(stripped.contains(&what), "{what} in {stripped:?}");
    }
    let html = detail(&brand, &made).await["html"]
        .as_str()
        .unwrap()
        .to_owned();
    for gone in [
        "<script",
        "alert",
        "onload",
        "<form",
        "<input",
        "127.0.0.1",
        "10.0.0.1",
    ] {
        assert!(!html.contains(gone), "{gone} in {html}");
    }
    assert!(html.contains("Hi"));
}

#[tokio::test]
async fn bad_sources_are_422_with_their_place_and_store_nothing() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let endless = "export default () => { for (;;) {} }";
    let bomb = "export default () => { const a = []; for (;;) a.push(new Array(1e6).fill(7)); }";
    let deep = "<mj-wrapper>".repeat(10_000);
    let deep = format!("<mjml><mj-body>{deep}</mj-body></mjml>");
    for (format, source, placed) in [
        ("html", " ", false),
        ("html", "<html><body></body></html>", false),
        ("mjml", "<mjml><mj-body><mj-section></mj-body></mjml>", true),
        ("mjml", "<p>no mjml</p>", true),
        ("mjml", &deep, true),
        ("jsx", "export default () => <p>open", true),
        (
            "jsx",
            "import x from 'lodash';\nexport default () => <p>{x}</p>",
            true,
        ),
        (
            "jsx",
            "export default () => { throw new Error('no'); }",
            true,
        ),
        ("jsx", endless, false),
        ("jsx", bomb, false),
    ] {
        let refused = import(&brand, format, source).await;
        assert_problem(&refused, 422, "EMAIL_IMPORT_FAILED", Some("content"));
        let details = &refused.json["error"]["details"];
        if placed {
            assert!(
                details["line"].is_u64() && details["column"].is_u64(),
                "{format} {source:.60}: {details}"
            );
        }
    }
    assert_eq!(count(&brand).await, 0);
}

#[tokio::test]
async fn huge_and_twisted_sources_are_answered() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let tables = format!(
        "{}x{}",
        "<table><tr><td>".repeat(10_000),
        "</td></tr></table>".repeat(10_000)
    );
    import(&brand, "html", &tables).await.expect(201);
    let large = format!(
        "<body>{}</body>",
        "<p>Some words of a long mail</p>".repeat(30_000)
    );
    let made = import(&brand, "html", &large).await.expect(201);
    let codes: Vec<&str> = made["assetReport"]["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| warning["code"].as_str().unwrap())
        .collect();
    assert!(
        codes.contains(&"TOO_LARGE") && codes.contains(&"TOO_MANY_FIELDS"),
        "{codes:?}"
    );
    let laughs =
        "<!DOCTYPE html [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><p>&b;</p>";
    import(&brand, "html", laughs).await.expect(201);
    let over = format!("<p>{}</p>", "x".repeat(6 << 20));
    assert_problem(
        &import(&brand, "html", &over).await,
        413,
        "PAYLOAD_TOO_LARGE",
        None,
    );
}

#[tokio::test]
async fn each_mistake_in_the_body_is_named() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let good = json!({ "format": "html", "content": "<p>Hi</p>" });
    for (change, param) in [
        (json!({ "format": "word" }), "format"),
        (json!({ "content": null, "format": "html" }), "content"),
        (json!({ "format": null }), "format"),
        (
            json!({ "document": { "schema": 1, "kind": "blocks", "page": {}, "blocks": [] } }),
            "document",
        ),
        (json!({ "type": "newsletter" }), "type"),
        (json!({ "title": "" }), "title"),
        (json!({ "title": "x".repeat(201) }), "title"),
        (json!({ "subject": "a\r\nBcc: x@example.com" }), "subject"),
        (json!({ "subject": "invoice\u{202E}gpj.exe" }), "subject"),
        (json!({ "previewText": "a\u{0000}b" }), "previewText"),
        (json!({ "baseUrl": "/relative" }), "baseUrl"),
        (json!({ "baseUrl": "file:///etc/passwd" }), "baseUrl"),
        (json!({ "brandId": "x" }), "brandId"),
        (json!({ "preview_text": "x" }), "preview_text"),
    ] {
        let mut body = good.clone();
        for (key, value) in change.as_object().unwrap() {
            body[key] = value.clone();
        }
        let refused = brand.post(PATH, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    assert_problem(
        &brand.post(PATH, json!({})).await,
        400,
        "INVALID_REQUEST",
        Some("content"),
    );
    let mut unknown = good.clone();
    unknown["groupId"] = json!("grp_000000000000000000000");
    assert_problem(
        &brand.post(PATH, unknown).await,
        404,
        "EMAIL_GROUP_NOT_FOUND",
        Some("groupId"),
    );
    let blocks = json!({ "schema": 1, "kind": "blocks", "blocks": [] });
    let tidy = json!({ "document": blocks, "cleanUp": true });
    let refused = brand.post(PATH, tidy).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("cleanUp"));
    assert_eq!(count(&brand).await, 0);
}

#[tokio::test]
async fn the_group_of_another_brand_does_not_exist() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let group = other
        .post("/v1/email-groups", json!({ "name": "Theirs" }))
        .await
        .expect(201);
    let body = json!({ "format": "html", "content": "<p>Hi</p>", "groupId": group["groupId"] });
    assert_problem(
        &brand.post(PATH, body).await,
        404,
        "EMAIL_GROUP_NOT_FOUND",
        Some("groupId"),
    );
}

#[tokio::test]
async fn an_import_is_free_on_an_empty_balance_and_one_key_imports_once() {
    let server = TestServer::with()
        .plan("empty", Some(0), Some(0))
        .start()
        .await;
    let brand = server.org_on("empty").await.brand().await;
    let body = json!({ "format": "html", "content": "<p>Hi</p>" });
    let first = brand.post_once("one", PATH, body.clone()).await.expect(201);
    assert_eq!(first.header("x-credit-cost"), None);
    let again = brand.post_once("one", PATH, body).await.expect(201);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(first.bytes, again.bytes);
    let other: Value = json!({ "format": "html", "content": "<p>Other</p>" });
    assert_problem(
        &brand.post_once("one", PATH, other).await,
        409,
        "IDEMPOTENCY_CONFLICT",
        Some("Idempotency-Key"),
    );
    assert_eq!(count(&brand).await, 1);
}

#[tokio::test]
async fn the_key_needs_the_scope_emails() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let caller = brand.key("contacts").await;
    let refused = caller
        .post(PATH, json!({ "format": "html", "content": "<p>Hi</p>" }))
        .await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
}
