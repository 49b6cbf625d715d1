//! What may be asked for, and what it costs.

use postrider_domain::designs::design::EmailStatus;
use postrider_test_support::browser_double::{Behaviour, BrowserDouble};
use serde_json::{Value, json};

use super::{CREDITS, holding, path, preview, stored, told, used};
use crate::docs::example;
use crate::emails::{add_version, design, draft, set_status, version};
use crate::shots::{GREEN, is_like, picture, seeing, seen_by};
use crate::support::{TestServer, assert_problem};

const DEFAULTS: [&str; 12] = [
    "gmail-web",
    "gmail-android",
    "gmail-ios",
    "gmail-ios-dark",
    "outlook-windows",
    "outlook-web",
    "outlook-web-dark",
    "outlook-ios",
    "apple-mail-mac",
    "apple-mail-ios",
    "apple-mail-ios-dark",
    "yahoo-web",
];

#[tokio::test]
async fn twelve_clients_show_a_design_for_ten_credits() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.org_on("free").await.brand().await;
    let html = "<body style='margin:0;background:#00ff00'><p style='margin:0;height:40px;border-radius:4px'>Hi</p></body>";
    holding(&server, &brand, "news", html).await;
    let shown = preview(&brand, "news", json!({})).await.expect(200);
    assert_eq!(shown.header("x-credit-cost"), Some("10"));
    assert_eq!(shown.header("x-credits-remaining"), Some("90"));
    assert_eq!(shown["emailId"], "news");
    assert_eq!(shown["emailVersionId"], "news-1");
    assert_eq!(shown["status"], "completed");
    assert_eq!(told(&shown), DEFAULTS.map(|client| (client, "completed")));
    let windows = &shown["previews"][4];
    let expected = json!({
        "client": "outlook-windows", "label": "Outlook on Windows (simulated)", "family": "outlook",
        "platform": "windows", "dark": false, "status": "completed", "imageUrl": windows["imageUrl"],
        "warnings": [
            "Ignores `border-radius`.", "Ignores `height` of elements that are no tables or cells.",
            "Ignores `margin:0`.",
        ],
    });
    assert_eq!(*windows, expected);
    for (one, width) in shown["previews"]
        .as_array()
        .unwrap()
        .iter()
        .zip([800, 412, 390, 390, 800, 800, 800, 390, 800, 390, 390, 800])
    {
        let pixels = picture(&server, &one["imageUrl"]).await;
        assert_eq!(pixels.width(), width, "{one}");
        let is_dark = one["dark"] == true;
        let is_green = is_like(
            *pixels.get_pixel(width - 1, pixels.height() - 1),
            [0, 255, 0],
        );
        // Apple's dark leaves a mail that paints its ground.
        assert!(is_dark || is_green, "{one}");
    }
    let url = windows["imageUrl"].as_str().unwrap();
    let at = &url[url.find("/assets/").unwrap()..];
    let kind = server.nobody().get(at).await.expect(200);
    assert_eq!(kind.header("content-type"), Some("image/webp"));
    // They are in no library.
    let library = brand.get("/v1/brand/images").await.expect(200);
    assert_eq!(library["data"], json!([]));
    assert_eq!(stored(&server).await, (12, 12));
}

#[tokio::test]
async fn clients_are_shown_as_they_are_named_and_each_once() {
    let double = BrowserDouble::new(Behaviour::Good);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let brand = server.brand().await;
    holding(&server, &brand, "news", GREEN).await;
    let named = json!({ "clients": ["proton", "samsung", "proton", "gmail-web", "samsung"] });
    let shown = preview(&brand, "news", named).await.expect(200);
    let expected = ["proton", "samsung", "gmail-web"].map(|client| (client, "completed"));
    assert_eq!(told(&shown), expected);
    assert_eq!(double.shots(), 3);
    assert_eq!(shown.header("x-credits-remaining"), None, "unlimited");
}

#[tokio::test]
async fn the_example_of_the_reference_works() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    holding(&server, &brand, "news", GREEN).await;
    let body = example("emails.clientPreviews");
    let shown = preview(&brand, "news", body.clone()).await.expect(200);
    let clients = body["clients"].as_array().unwrap();
    assert_eq!(told(&shown).len(), clients.len());
}

#[tokio::test]
async fn what_is_asked_for_is_checked() {
    let server = seeing().await.clock_stopped().start().await;
    let brand = server.brand().await;
    holding(&server, &brand, "news", GREEN).await;
    let thirteen = vec!["gmail-web"; 13];
    for (body, param) in [
        (json!({ "clients": ["gmail"] }), "clients[0]"),
        (
            json!({ "clients": ["gmail-web", "gmail-wep"] }),
            "clients[1]",
        ),
        (json!({ "clients": [1] }), "clients[0]"),
        (json!({ "clients": [] }), "clients"),
        (json!({ "clients": thirteen }), "clients"),
        (json!({ "clients": "gmail-web" }), "clients"),
        (json!({ "client": "gmail-web" }), "client"),
        (json!({ "emailVersionId": 1 }), "emailVersionId"),
    ] {
        let refused = preview(&brand, "news", body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let near = preview(&brand, "news", json!({ "clients": ["gmail-wep"] })).await;
    let suggestion = &near["error"]["suggestion"];
    assert_eq!(suggestion, "Did you mean `gmail-web`?");
    assert_eq!(used(&brand).await, 0);
}

#[tokio::test]
async fn a_version_is_the_newest_or_the_one_that_is_named() {
    let server = seeing().await.clock_stopped().start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    holding(&server, &brand, "news", GREEN).await;
    holding(&server, &brand, "more", GREEN).await;
    holding(&server, &other, "theirs", GREEN).await;
    let blue = "<body style='margin:0;background:#0000ff'><p style='height:40px'>Hello</p></body>";
    add_version(&server, &brand, "news", version("news-2", blue)).await;
    for (wanted, id, color) in [
        (Value::Null, "news-2", [0, 0, 255]),
        (json!("news-1"), "news-1", [0, 255, 0]),
        (json!("news-2"), "news-2", [0, 0, 255]),
    ] {
        let mut body = json!({ "clients": ["yahoo-web"] });
        if !wanted.is_null() {
            body["emailVersionId"] = wanted;
        }
        let shown = preview(&brand, "news", body).await.expect(200);
        assert_eq!(shown["emailVersionId"], id);
        let pixels = picture(&server, &shown["previews"][0]["imageUrl"]).await;
        assert!(is_like(*pixels.get_pixel(799, 9), color), "{id}");
    }
    for strange in ["news-3", "more-1", "theirs-1"] {
        let body = json!({ "emailVersionId": strange });
        let refused = preview(&brand, "news", body).await;
        assert_problem(
            &refused,
            404,
            "EMAIL_VERSION_NOT_FOUND",
            Some("emailVersionId"),
        );
    }
    for strange in ["theirs", "nothing"] {
        let refused = preview(&brand, strange, json!({})).await;
        assert_problem(&refused, 404, "EMAIL_NOT_FOUND", None);
    }
    let unmade = design(&server, &brand, draft("unmade")).await;
    set_status(&server, &brand, &unmade, EmailStatus::Failed).await;
    server
        .sql("UPDATE emails SET head = NULL WHERE public_id = 'unmade'")
        .await;
    let refused = preview(&brand, "unmade", json!({})).await;
    assert_problem(&refused, 422, "EMAIL_NOT_READY", None);
    let contacts = brand.key("contacts").await;
    let refused = contacts.post(&path("news"), json!({})).await;
    assert_eq!(refused.status, 403, "{}", refused.json);
    let emails = brand.key("emails").await;
    let one = json!({ "clients": ["gmail-web"] });
    emails.post(&path("news"), one).await.expect(200);
}

#[tokio::test]
async fn the_same_key_is_answered_once() {
    let double = BrowserDouble::new(Behaviour::Good);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let brand = server.org_on("free").await.brand().await;
    holding(&server, &brand, "news", GREEN).await;
    let body = json!({ "clients": ["gmail-web", "yahoo-web"] });
    let at = path("news");
    let twins = tokio::join!(
        brand.post_once("k", &at, body.clone()),
        brand.post_once("k", &at, body.clone()),
    );
    let (first, second) = (twins.0.expect(200), twins.1.expect(200));
    assert_eq!(first.json, second.json);
    let third = brand.post_once("k", &path("news"), body).await.expect(200);
    assert_eq!(first.json, third.json);
    assert_eq!(third.header("x-credits-remaining"), Some("90"));
    assert_eq!((double.shots(), used(&brand).await), (2, json!(CREDITS)));
    assert_eq!(stored(&server).await, (2, 2));
    let another = json!({ "clients": ["gmail-web"] });
    let refused = brand.post_once("k", &path("news"), another).await;
    assert_problem(
        &refused,
        409,
        "IDEMPOTENCY_CONFLICT",
        Some("Idempotency-Key"),
    );
}

#[tokio::test]
async fn whoever_cannot_pay_or_keep_the_pictures_has_none_taken() {
    let double = BrowserDouble::new(Behaviour::Good);
    let server = seen_by(&double.program)
        .await
        .clock_stopped()
        .plan("nine", Some(9), None)
        .storage_plan("small", 10)
        .start()
        .await;
    let poor = server.org_on("nine").await.brand().await;
    holding(&server, &poor, "news", GREEN).await;
    let refused = preview(&poor, "news", json!({})).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    assert_eq!(double.shots(), 0);
    let one = json!({ "clients": ["gmail-web"] });
    let small = server.org_on("small").await.brand().await;
    holding(&server, &small, "news", GREEN).await;
    // Nobody knows before how large it will be.
    let refused = preview(&small, "news", one.clone()).await;
    assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    assert_eq!((double.shots(), used(&small).await), (1, json!(0)));
    assert_eq!(stored(&server).await, (0, 0));
    let full = format!(
        "INSERT INTO storage (org, bytes) VALUES ({}, 10) ON CONFLICT (org) DO UPDATE SET bytes = 10",
        small.key.org
    );
    server.sql(&full).await;
    let refused = preview(&small, "news", one).await;
    assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    assert_eq!(double.shots(), 1);
    assert_eq!(server.files_in("assets").await.len(), 0);
}

#[tokio::test]
async fn without_a_browser_it_says_so_and_what_to_do() {
    let server = TestServer::start().await;
    let brand = server.org_on("free").await.brand().await;
    holding(&server, &brand, "news", GREEN).await;
    let refused = preview(&brand, "news", json!({})).await;
    assert_problem(&refused, 501, "NOT_IMPLEMENTED", None);
    let suggestion = refused["error"]["suggestion"].as_str().unwrap();
    assert!(
        suggestion.contains("chromium-headless-shell"),
        "{suggestion}"
    );
    assert_eq!(used(&brand).await, 0);
    let told = operation(&brand.get("/v1/help").await.expect(200).json);
    assert_eq!(told["available"], false);
    assert_eq!(told["missing"], suggestion);
    assert_eq!(
        (&told["metering"], &told["cost"]),
        (&json!("fixed"), &json!(10))
    );
    let server = seeing().await.clock_stopped().start().await;
    let help = server.brand().await.get("/v1/help").await.expect(200);
    let told = operation(&help.json);
    assert_eq!(
        (&told["available"], told.get("missing")),
        (&json!(true), None)
    );
}

fn operation(help: &Value) -> Value {
    let operations = help["credits"]["operations"].as_array().unwrap();
    let named = |one: &&Value| one["name"] == "emails.clientPreviews";
    operations.iter().find(named).unwrap().clone()
}
