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
        assert_eq!(answer["warnings"][0]["message"], "nobody");
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
