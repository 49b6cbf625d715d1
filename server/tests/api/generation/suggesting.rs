//! `POST /v1/content/generate`.

use serde_json::json;

use super::{made, served};
use crate::support::{StandIn, TestServer, assert_problem};

const PATH: &str = "/v1/content/generate";

#[tokio::test]
async fn texts_of_each_kind_are_suggested() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let prompt = "Invite people to our open day on 12 May at 3 pm in Graz";
    for kind in ["subjects", "previews", "copy"] {
        let body = json!({ "kind": kind, "prompt": prompt });
        let answer = brand.post(PATH, body).await.expect(200);
        assert_eq!(answer.header("x-credit-cost"), None);
        let texts = answer["suggestions"].as_array().unwrap().clone();
        assert!((2..=5).contains(&texts.len()), "{kind}: {texts:?}");
        for (index, text) in texts.iter().enumerate() {
            let text = text.as_str().unwrap();
            assert!(!text.trim().is_empty() && !text.contains('{'), "{text}");
            assert!(!texts[..index].contains(&json!(text)), "twice: {text}");
        }
        if kind == "copy" {
            assert!(texts[0].as_str().unwrap().contains("12 May"), "{texts:?}");
        }
    }
    let body = json!({ "kind": "subjects", "prompt": prompt, "count": 1 });
    let one = brand.post(PATH, body).await.expect(200);
    assert_eq!(one["suggestions"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_design_says_what_it_is_about() {
    let maker = StandIn::default();
    let server = served(&maker).await;
    let brand = server.brand().await;
    let content = "<body><h1>Spring tea</h1><p>Come by on Sunday.</p></body>";
    let body = json!({ "format": "html", "content": content });
    let email = brand.post("/v1/emails/import", body).await.expect(201);
    let body =
        json!({ "kind": "previews", "emailId": email["emailId"], "prompt": "Short", "count": 1 });
    let answer = brand.post(PATH, body).await.expect(200);
    let expected = "Previews 1: Short\n\nSpring tea\nCome by on Sunday.";
    assert_eq!(answer["suggestions"], json!([expected]));
    let unknown = json!({ "kind": "copy", "emailId": "nothing" });
    let refused = brand.post(PATH, unknown).await;
    assert_problem(&refused, 404, "EMAIL_NOT_FOUND", Some("emailId"));
    let stranger = server.brand().await;
    let foreign = json!({ "kind": "copy", "emailId": email["emailId"] });
    let refused = stranger.post(PATH, foreign).await;
    assert_problem(&refused, 404, "EMAIL_NOT_FOUND", Some("emailId"));
}

#[tokio::test]
async fn a_model_is_paid_once_and_an_empty_balance_is_refused() {
    let server = TestServer::with()
        .maker(StandIn::metered(4).shared())
        .plan("small", Some(5), None)
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    let used = async || brand.get("/v1/usage").await.expect(200)["credits"]["used"].clone();
    let body = json!({ "kind": "subjects", "prompt": "Hello" });
    for _ in 0..2 {
        brand.post_once("k", PATH, body.clone()).await.expect(200);
        assert_eq!(used().await, 4);
    }
    for (mishap, status, code) in [
        ("refuse this", 422, "CONTENT_OPERATION_FAILED"),
        ("break this", 503, "SERVICE_UNAVAILABLE"),
    ] {
        let body = json!({ "kind": "subjects", "prompt": mishap });
        let refused = brand.post(PATH, body).await;
        assert_problem(&refused, status, code, None);
    }
    assert_eq!(used().await, 4, "what failed costs nothing");
    brand.post(PATH, body.clone()).await.expect(200);
    let refused = brand.post(PATH, body).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
}

#[tokio::test]
async fn a_body_is_checked() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    for (body, param) in [
        (json!({ "prompt": "x" }), "kind"),
        (json!({ "kind": "poems", "prompt": "x" }), "kind"),
        (json!({ "kind": "copy" }), "prompt"),
        (json!({ "kind": "copy", "prompt": " " }), "prompt"),
        (
            json!({ "kind": "copy", "prompt": "x", "count": 0 }),
            "count",
        ),
        (
            json!({ "kind": "copy", "prompt": "x", "count": 11 }),
            "count",
        ),
    ] {
        let refused = brand.post(PATH, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let email = made(&brand, "One").await;
    let body = json!({ "kind": "copy", "emailId": email["emailId"] });
    brand.post(PATH, body).await.expect(200);
    let contacts = brand.key("contacts").await;
    let refused = contacts
        .post(PATH, json!({ "kind": "copy", "prompt": "x" }))
        .await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
}
