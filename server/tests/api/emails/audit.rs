//! `GET /v1/emails/{emailId}/accessibility-audit`.

use std::time::Duration;

use postrider_store::emails::{NewEmail, NewVersion};
use serde_json::{Value, json};

use super::{add_version, design, draft, version};
use crate::support::{Answer, Brand, TestServer, assert_problem};

/// Says nothing that no rule would object to, but for the image.
const PAGE: &str = "<!doctype html><html lang=\"en\"><head><meta name=\"color-scheme\" content=\"light\"><title></title></head>\
    <body><p>Twelve new varieties, a free sowing calendar and a discount on everything until Sunday.</p>\
    <img src=\"https://garden.example/a.jpg\"></body></html>";

/// A server with a plan of this many credits, and a brand on it.
async fn with_credits(credits: i64) -> (TestServer, Brand) {
    let server = TestServer::with()
        .clock_stopped()
        .plan("small", Some(credits), Some(10))
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    (server, brand)
}

/// A version whose preview text goes to the beginning of its body.
fn page_version(id: &str, html: &str) -> NewVersion {
    let mut made = version(id, html);
    let body = html.find("<body>").unwrap() as i64 + 6;
    made.content.preheader = (body, body);
    made
}

fn page(id: &str, html: &str) -> NewEmail {
    NewEmail {
        subject: Some("Spring & {{ firstName | \"you\" }}".to_owned()),
        preview_text: Some("What to sow".to_owned()),
        version: page_version(&format!("{id}-1"), html),
        ..draft(id)
    }
}

/// More rules than can be put on so many elements.
fn heavy() -> String {
    let styles = ".a { color: #111111; } ".repeat(2_000);
    let html = PAGE.replace("</head>", &format!("<style>{styles}</style></head>"));
    html.replace("<img", &format!("{}<img", "<p>More</p>".repeat(1_000)))
}

async fn audit(brand: &Brand, key: &str, id: &str) -> Answer {
    let path = format!("/v1/emails/{id}/accessibility-audit");
    let request = brand.request("GET", &path);
    request.header("Idempotency-Key", key).send().await
}

async fn used(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["credits"]["used"].clone()
}

fn status<'a>(answer: &'a Answer, id: &str) -> &'a Value {
    let checks = answer["checks"].as_array().unwrap();
    &checks.iter().find(|check| check["id"] == id).unwrap()["status"]
}

#[tokio::test]
async fn a_complete_audit_is_charged_once() {
    let (server, brand) = with_credits(12).await;
    design(&server, &brand, page("spring", PAGE)).await;
    let first = audit(&brand, "k", "spring").await.expect(200);
    assert_eq!(first.number("x-credit-cost"), Some(5));
    assert_eq!(first.number("x-credits-remaining"), Some(7));
    assert_eq!(first["emailId"], "spring");
    assert_eq!(first["emailVersionId"], "spring-1");
    assert!(first["auditedAt"].is_string());
    assert_eq!(
        first["completion"],
        json!({ "status": "complete", "score": 88 })
    );
    assert_eq!(
        first["summary"],
        json!({ "errors": 1, "warnings": 0, "info": 0 })
    );
    assert_eq!(
        first["findings"],
        json!([{
            "ruleId": "image-alt", "severity": "error", "wcag": "1.1.1",
            "message": "An image has no alternative text.",
            "remediation": "Say in `alt` what it shows; write `alt=\"\"` if it is only there for its looks.",
            "selector": "body > img:nth-of-type(1)",
        }])
    );
    // Its subject is its title, and its preview text stands before all else.
    for (id, expected) in [
        ("title", "passed"),
        ("preheader", "passed"),
        ("image-alt", "issues"),
        ("data-table", "not_applicable"),
    ] {
        assert_eq!(status(&first, id), expected, "{id}");
    }
    server.clock.advance(Duration::from_mins(1));
    let again = audit(&brand, "k", "spring").await.expect(200);
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(again.number("x-credit-cost"), Some(5));
    assert_eq!(used(&brand).await, 5);
    // Without a key it is another audit.
    let path = "/v1/emails/spring/accessibility-audit";
    let anew = brand.get(path).await.expect(200);
    assert_ne!(anew["auditedAt"], first["auditedAt"]);
    assert_eq!(used(&brand).await, 10);
    assert_problem(&brand.get(path).await, 402, "INSUFFICIENT_CREDITS", None);
}

#[tokio::test]
async fn a_partial_audit_is_free_and_its_key_is_good_for_another() {
    let (server, brand) = with_credits(5).await;
    design(&server, &brand, page("heavy", &heavy())).await;
    for _ in 0..2 {
        let partial = audit(&brand, "k", "heavy").await.expect(200);
        assert_eq!(partial.header("idempotent-replayed"), None);
        assert_eq!(partial.number("x-credit-cost"), Some(0));
        assert_eq!(partial.number("x-credits-remaining"), Some(5));
        let completion = json!({ "status": "partial", "score": null });
        assert_eq!(partial["completion"], completion);
        // What was checked is told.
        assert_eq!(status(&partial, "image-alt"), "issues");
        assert_eq!(status(&partial, "text-contrast"), "unavailable");
        assert_eq!(partial["findings"][0]["ruleId"], "image-alt");
        assert_eq!(used(&brand).await, 0);
    }
    add_version(&server, &brand, "heavy", page_version("heavy-2", PAGE)).await;
    let complete = audit(&brand, "k", "heavy").await.expect(200);
    assert_eq!(complete["emailVersionId"], "heavy-2");
    assert_eq!(complete["completion"]["status"], "complete");
    assert_eq!(complete.number("x-credit-cost"), Some(5));
    assert_eq!(used(&brand).await, 5);
    let again = audit(&brand, "k", "heavy").await.expect(200);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
}

#[tokio::test]
async fn what_is_not_there_is_not_audited() {
    let (server, brand) = with_credits(4).await;
    design(&server, &brand, page("spring", PAGE)).await;
    let missing = brand.get("/v1/emails/none/accessibility-audit").await;
    assert_problem(&missing, 404, "EMAIL_NOT_FOUND", None);
    let other = server.org_on("small").await.brand().await;
    let path = "/v1/emails/spring/accessibility-audit";
    assert_problem(&other.get(path).await, 404, "EMAIL_NOT_FOUND", None);
    assert_problem(&brand.get(path).await, 402, "INSUFFICIENT_CREDITS", None);
    assert_eq!(used(&brand).await, 0);
}
