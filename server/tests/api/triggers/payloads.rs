//! Payloads that do not fit.

use serde_json::{Value, json};

use super::{events, fire, fired, instance, ready};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_payload_that_does_not_fit_is_refused_and_recorded() {
    let server = TestServer::start().await;
    let fields = [
        json!({ "key": "plan", "type": "string", "required": true }),
        json!({ "key": "seats", "type": "integer" }),
        json!({ "key": "due", "type": "date" }),
    ];
    let (brand, _) = ready(&server, &fields).await;
    let payload = json!({ "email": "ada@example.com", "seats": "three", "due": "soon" });
    let refused = fire(&brand, "signed-up", payload).await;
    assert_problem(&refused, 400, "INVALID_PAYLOAD", Some("payload.plan"));
    let details = &refused["error"]["details"];
    let expect = json!([
        {
            "code": "MISSING_FIELD", "field": "plan", "expectedType": "string",
            "message": "`plan` is required and has no fallback.",
        },
        {
            "code": "WRONG_TYPE", "field": "seats", "expectedType": "integer", "actualType": "string",
            "message": "`seats` is declared as integer.",
        },
        {
            "code": "WRONG_TYPE", "field": "due", "expectedType": "date", "actualType": "string",
            "message": "`due` is declared as date.",
        },
    ]);
    assert_eq!(details["errors"], expect);
    let read = instance(&brand, &details["triggerInstanceId"]).await;
    assert_eq!(read["state"], "rejected");
    assert_eq!(read["rejectionReason"], "invalid_payload");
    assert_eq!(read["automationRunIds"], json!([]));
    assert!(read.get("recipientEmail").is_none());
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
    assert_eq!(server.number("SELECT count(*) FROM fields").await, 0);
    assert_eq!(events(&brand).await, ["rejected"]);
    // Nothing that was refused is kept: nobody could ask for it to be deleted.
    let kept = server.sql("SELECT payload FROM trigger_instances").await;
    assert_eq!(kept[0].text(0).unwrap(), "{}");
}

#[tokio::test]
async fn addresses_are_checked() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    for (payload, code) in [
        (json!({}), "MISSING_FIELD"),
        (json!({ "email": null }), "MISSING_FIELD"),
        (json!({ "email": 7 }), "WRONG_TYPE"),
        (json!({ "email": "ada" }), "INVALID_EMAIL"),
        (json!({ "email": "ada@" }), "INVALID_EMAIL"),
    ] {
        let refused = fire(&brand, "signed-up", payload.clone()).await;
        assert_problem(&refused, 400, "INVALID_PAYLOAD", Some("payload.email"));
        let errors = &refused["error"]["details"]["errors"];
        assert_eq!(errors.as_array().unwrap().len(), 1, "{payload}");
        assert_eq!(errors[0]["code"], code, "{payload}");
    }
}

#[tokio::test]
async fn a_payload_has_a_size_and_a_depth() {
    let server = TestServer::start().await;
    let list = json!({ "key": "list", "type": "array" });
    let (brand, _) = ready(&server, &[list]).await;
    let sized = |bytes: usize| {
        let empty = json!({ "email": "ada@example.com", "list": [""] });
        let filler = "x".repeat(bytes - empty.to_string().len());
        json!({ "email": "ada@example.com", "list": [filler] })
    };
    let largest = sized(64 << 10);
    fired(&brand, "signed-up", largest).await;
    let refused = fire(&brand, "signed-up", sized((64 << 10) + 1)).await;
    assert_problem(&refused, 413, "PAYLOAD_TOO_LARGE", Some("payload"));
    let huge = fire(&brand, "signed-up", sized(2 << 20)).await;
    assert_problem(&huge, 413, "PAYLOAD_TOO_LARGE", None);
    let nested = |levels: usize| {
        let list = (1..levels).fold(json!([]), |inner, _| json!([inner]));
        json!({ "email": "ada@example.com", "list": list })
    };
    fired(&brand, "signed-up", nested(9)).await;
    for levels in [10, 100] {
        let refused = fire(&brand, "signed-up", nested(levels)).await;
        assert_problem(&refused, 400, "INVALID_PAYLOAD", Some("payload"));
        let errors = &refused["error"]["details"]["errors"];
        assert_eq!(errors[0]["code"], "TOO_DEEP");
    }
}

#[tokio::test]
async fn undeclared_keys_follow_the_enforcement() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    let payload = json!({ "email": "ada@example.com", "extra": 1, "More Things": { "a": [1] } });
    let set = async |enforcement: &str| {
        let body = json!({ "triggerEventId": "signed-up", "enforcement": enforcement });
        brand.patch(super::PATH, body).await.expect(200);
    };
    let kept = async |details: &Value| {
        let id = details["triggerInstanceId"].as_str().unwrap();
        let sql = format!("SELECT payload FROM trigger_instances WHERE public_id = '{id}'");
        let text = server.sql(&sql).await[0].text(0).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let warned = fired(&brand, "signed-up", payload.clone()).await;
    assert_eq!(warned["warnings"].as_array().unwrap().len(), 2);
    assert_eq!(warned["warnings"][1]["code"], "UNKNOWN_FIELD");
    assert_eq!(warned["warnings"][1]["field"], "extra");
    assert_eq!(kept(&warned).await, payload);
    set("prune").await;
    let pruned = fired(&brand, "signed-up", payload.clone()).await;
    assert_eq!(pruned["warnings"].as_array().unwrap().len(), 2);
    assert_eq!(kept(&pruned).await, json!({ "email": "ada@example.com" }));
    set("strict").await;
    let refused = fire(&brand, "signed-up", payload).await;
    assert_problem(
        &refused,
        400,
        "INVALID_PAYLOAD",
        Some("payload.More Things"),
    );
    let errors = refused["error"]["details"]["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 2);
    assert_eq!(errors[1]["code"], "UNKNOWN_FIELD");
}
