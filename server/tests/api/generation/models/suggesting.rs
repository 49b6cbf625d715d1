//! `POST /v1/content/generate` with a model.

use postrider_content::models::Protocol;
use postrider_test_support::model_server::ModelServer;
use serde_json::{Value, json};

use super::{ANSWER, BOTH, PROMPT, served_by, settings, used};
use crate::support::Answer;

async fn suggested(protocol: Protocol, name: &str, texts: Value) -> (Answer, Value) {
    let double = ModelServer::start(move |_| json!({ "texts": texts }).to_string()).await;
    let server = served_by(settings(&double, protocol, name)).start().await;
    let brand = server.brand().await;
    let body = json!({ "kind": "subjects", "prompt": PROMPT, "count": 3 });
    let answer = brand.post("/v1/content/generate", body).await.expect(200);
    (answer, used(&brand).await)
}

#[tokio::test]
async fn texts_of_a_model_are_charged_for() {
    for protocol in BOTH {
        let texts = json!([
            "Sow now, save 30%",
            "Sow now, save 30%",
            "Green beds for less"
        ]);
        let (answer, used) = suggested(protocol, "good", texts).await;
        let expected = json!(["Sow now, save 30%", "Green beds for less"]);
        assert_eq!(answer["suggestions"], expected);
        assert_eq!(used, ANSWER);
    }
}

#[tokio::test]
async fn what_nobody_said_is_not_suggested() {
    for protocol in BOTH {
        let texts = json!(["Everything for €1", "Green beds for less", "Ends Sunday"]);
        let (answer, used) = suggested(protocol, "good", texts).await;
        assert_eq!(answer["suggestions"], json!(["Green beds for less"]));
        assert_eq!(used, 2 * ANSWER);
    }
}

#[tokio::test]
async fn the_built_in_designer_suggests_where_the_model_does_not() {
    for protocol in BOTH {
        for name in ["denied", "refusal", "busy-for-long"] {
            let (answer, used) = suggested(protocol, name, json!([])).await;
            assert!(
                !answer["suggestions"].as_array().unwrap().is_empty(),
                "{name}"
            );
            assert_eq!(used, 0, "{name}");
        }
    }
}
