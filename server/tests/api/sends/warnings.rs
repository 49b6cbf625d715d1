//! What whoever sends should know.

use serde_json::{Value, json};

use super::{accepted, campaign, ready, send};
use crate::emails::design;
use crate::support::TestServer;

fn codes(answer: &Value) -> Vec<&str> {
    let warnings = answer["warnings"].as_array().unwrap();
    warnings
        .iter()
        .map(|warning| warning["code"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_brand_without_an_address_and_tags_that_name_nothing_are_told() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let with = json!({
        "subject": "Hi {{ nickname }} {{ firstName }} {{ pet | cat }}", "previewText": "{{ shoeSize }}",
    });
    let answer = send(&brand, with).await.expect(202);
    assert_eq!(
        codes(&answer.json),
        [
            "NO_POSTAL_ADDRESS",
            "UNKNOWN_MERGE_TAG",
            "UNKNOWN_MERGE_TAG"
        ]
    );
    let mut address = answer["warnings"][0].clone();
    assert!(address["message"].take().is_string());
    assert_eq!(
        address,
        json!({
            "code": "NO_POSTAL_ADDRESS",
            "level": "warning",
            "message": null,
            "suggestion": "Set `identity.address` with PATCH /v1/brand.",
        })
    );
    let messages = answer["warnings"].to_string();
    assert!(messages.contains("nickname") && messages.contains("shoeSize"));
    assert!(!messages.contains("pet") && !messages.contains("firstName"));
}

#[tokio::test]
async fn links_that_stand_for_others_are_told_before_anybody_is_mailed() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let identity = json!({ "identity": { "address": "1 Main Street" } });
    brand.patch("/v1/brand", identity).await.expect(200);
    let mut new = campaign("unfinished");
    new.version.content.warnings =
        r#"[{"code":"TOO_LARGE","message":"large"},{"code":"PLACEHOLDER_LINK","message":"nobody"}]"#
            .into();
    design(&server, &brand, new).await;
    for (dry, status) in [(true, 200), (false, 202)] {
        let with = json!({ "emailId": "unfinished", "dryRun": dry });
        let answer = send(&brand, with).await.expect(status);
        assert_eq!(codes(&answer.json), ["PLACEHOLDER_LINK"], "{dry}");
        let told = &answer["warnings"][0];
        assert_eq!(told["message"], "nobody");
        assert_eq!(told["level"], "warning");
        assert_eq!(told["param"], "emailId");
        assert!(told["suggestion"].is_string());
    }
}

#[tokio::test]
async fn tags_of_the_design_count_too() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let mut new = campaign("tagged");
    new.version.content.merge_tags =
        r#"[{"name":"nickname","fallback":false},{"name":"unsubscribeUrl","fallback":false}]"#
            .into();
    design(&server, &brand, new).await;
    let identity = json!({ "identity": { "address": "1 Main Street" } });
    brand.patch("/v1/brand", identity).await.expect(200);
    let answer = send(&brand, json!({ "emailId": "tagged" }))
        .await
        .expect(202);
    assert_eq!(codes(&answer.json), ["UNKNOWN_MERGE_TAG"]);
    accepted(&brand, json!({})).await;
}

#[tokio::test]
async fn of_very_many_unknown_tags_the_rest_is_one_warning_that_counts_them() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let identity = json!({ "identity": { "address": "1 Main Street" } });
    brand.patch("/v1/brand", identity).await.expect(200);
    let tags: Vec<_> = (0..103)
        .map(|number| json!({ "name": format!("tag{number}"), "fallback": false }))
        .collect();
    let mut new = campaign("many");
    new.version.content.merge_tags = json!(tags).to_string();
    design(&server, &brand, new).await;
    let answer = send(&brand, json!({ "emailId": "many", "dryRun": true }))
        .await
        .expect(200);
    let counts: Vec<_> = answer["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| warning["count"].clone())
        .collect();
    assert_eq!(counts.len(), 101);
    assert_eq!(counts[99..], [Value::Null, json!(3)]);
}
