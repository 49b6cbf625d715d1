//! Edits, and imports that are tidied up.

use postrider_content::models::Protocol;
use postrider_test_support::model_server::{Asked, ModelServer};
use serde_json::{Value, json};

use super::super::{ended, made, path, said};
use super::{ANSWER, BOTH, OWN, PROMPT, mail, question, served_by, settings, system, used};
use crate::support::{Answer, Brand, TestServer};

/// Writes the usual mail; asked for a change, does these operations.
async fn edited(protocol: Protocol, operations: Value, prompt: &str) -> Edited {
    let says = move |asked: &Asked| {
        if system(asked).starts_with("You change") {
            json!({ "operations": operations }).to_string()
        } else {
            mail(OWN).to_string()
        }
    };
    let double = ModelServer::start(says).await;
    let server = served_by(settings(&double, protocol, "good")).start().await;
    let brand = server.brand().await;
    let email = made(&brand, PROMPT).await;
    let body = json!({ "prompt": prompt });
    let asked = brand.patch(&path(&email), body).await.expect(202);
    let email = ended(&brand, &asked).await;
    server.at_rest().await;
    let message = said(&brand, &email).await.pop().unwrap().1;
    Edited {
        message,
        email,
        brand,
        double,
        _server: server,
    }
}

struct Edited {
    message: String,
    email: Answer,
    brand: Brand,
    double: ModelServer,
    _server: TestServer,
}

#[tokio::test]
async fn a_model_changes_a_design_by_its_blocks() {
    for protocol in BOTH {
        let operations = json!([
            { "kind": "setText", "block": "headline", "part": null, "text": "Sow now" },
            { "kind": "setSubject", "text": "Sow now and save 30%" },
        ]);
        let prompt = "A livelier headline, and a subject to go with it";
        let done = edited(protocol, operations, prompt).await;
        let html = done.email["html"].as_str().unwrap();
        assert!(
            html.contains("Sow now") && html.contains(OWN),
            "{}",
            done.message
        );
        assert_eq!(done.email["subject"], "Sow now and save 30%");
        assert_eq!(done.email["versions"].as_array().unwrap().len(), 2);
        assert_eq!(used(&done.brand).await, 2 * ANSWER);
        assert!(
            done.message
                .starts_with("The model changed it: headline is"),
            "{}",
            done.message
        );
        let asked = question(&done.double.asked()[1]);
        assert!(
            asked.contains("\"block\":\"headline\"") && asked.contains(prompt),
            "{asked}"
        );
    }
}

#[tokio::test]
async fn an_edit_invents_nothing() {
    for protocol in BOTH {
        let operations = json!([
            { "kind": "setText", "block": "headline", "part": null, "text": "Sow now" },
            { "kind": "setText", "block": "nowhere", "part": null, "text": "Lost" },
            { "kind": "setSubject", "text": "Everything for €1" },
            { "kind": "setLink", "block": "cta", "url": "https://evil.example" },
            { "kind": "insert", "place": { "at": "end" },
              "item": { "kind": "text", "text": "Only 12 left." } },
        ]);
        let done = edited(protocol, operations, "A livelier headline").await;
        let html = done.email["html"].as_str().unwrap();
        assert!(html.contains("Sow now"), "{}", done.message);
        assert!(!html.contains("evil.example") && !html.contains("Only 12"));
        assert_eq!(done.email["subject"], "30% off all seeds until Friday");
        assert_eq!(used(&done.brand).await, 3 * ANSWER, "it was asked twice");
        assert!(done.message.contains("is left out"), "{}", done.message);
    }
}

#[tokio::test]
async fn where_a_model_does_nothing_the_grammar_does() {
    for protocol in BOTH {
        let prompt = "Change the headline to \"Sow now\"";
        let done = edited(protocol, json!([]), prompt).await;
        assert!(done.email["html"].as_str().unwrap().contains("Sow now"));
        assert!(done.message.contains("stepped in"), "{}", done.message);
        assert_eq!(
            used(&done.brand).await,
            ANSWER,
            "for the first design alone"
        );
        let vague = edited(protocol, json!([]), "Hmm, what do you think?").await;
        assert_eq!(vague.email["status"], "ready");
        assert_eq!(vague.email["versions"].as_array().unwrap().len(), 1);
        assert!(vague.message.contains("stepped in"), "{}", vague.message);
    }
}

const IMPORTED: &str = "<body><h1>Spring tea</h1><p>Come by on 3 May and bring a friend.</p>\
    <p><a href=\"https://fern.example/tea\">Tell us that you come</a></p></body>";

async fn tidied(protocol: Protocol, text: &'static str) -> (Answer, String, Value) {
    let double = ModelServer::start(move |_| {
        json!({
            "category": "event", "title": "Spring tea", "subject": "Spring tea", "previewText": "Spring tea",
            "eyebrow": null, "headline": "Spring tea", "lead": text,
            "items": [{ "kind": "button", "label": "Tell us that you come", "url": "https://fern.example/tea" }],
            "signOff": null,
        })
        .to_string()
    })
    .await;
    let server = served_by(settings(&double, protocol, "good")).start().await;
    let brand = server.brand().await;
    let body = json!({ "format": "html", "content": IMPORTED, "cleanUp": true });
    let email = brand.post("/v1/emails/import", body).await.expect(201);
    let email = ended(&brand, &email).await;
    server.at_rest().await;
    let message = said(&brand, &email).await.pop().unwrap().1;
    (email, message, used(&brand).await)
}

#[tokio::test]
async fn an_import_is_put_in_order_and_loses_no_word() {
    for protocol in BOTH {
        let whole = "Come by on 3 May and bring a friend.";
        let (email, message, used) = tidied(protocol, whole).await;
        assert!(
            message.starts_with("The model put the mail in order"),
            "{message}"
        );
        assert!(email["html"].as_str().unwrap().contains(whole));
        assert_eq!(used, ANSWER);
        let (email, message, used) = tidied(protocol, "Come by.").await;
        assert!(message.contains("stepped in"), "{message}");
        assert!(email["html"].as_str().unwrap().contains(whole));
        assert_eq!(used, 0);
    }
}

#[tokio::test]
async fn a_model_changes_the_fields_of_an_import_and_nothing_else() {
    for protocol in BOTH {
        let says = |asked: &Asked| {
            let question = question(asked);
            let id = |words: &str| {
                let before = question
                    .split(&format!("\",\"kind\":\"{words}"))
                    .next()
                    .unwrap();
                before.rsplit('"').next().unwrap().to_owned()
            };
            json!({ "operations": [
                { "kind": "setText", "block": id("heading"), "part": null, "text": "Autumn tea & cake" },
                { "kind": "setStyle", "block": id("heading"), "style": { "color": "#ff0000" } },
            ] })
            .to_string()
        };
        let double = ModelServer::start(says).await;
        let server = served_by(settings(&double, protocol, "good")).start().await;
        let brand = server.brand().await;
        let body = json!({ "format": "html", "content": IMPORTED });
        let email = brand.post("/v1/emails/import", body).await.expect(201);
        let body = json!({ "prompt": "A headline about autumn, in red" });
        let asked = brand.patch(&path(&email), body).await.expect(202);
        let email = ended(&brand, &asked).await;
        server.at_rest().await;
        let message = said(&brand, &email).await.pop().unwrap().1;
        let html = email["html"].as_str().unwrap();
        let headline = "<body><h1>Autumn tea &amp; cake</h1><p>Come by on 3 May";
        assert!(html.contains(headline), "{message}: {html}");
        assert!(
            message.starts_with("The model changed it: “Spring tea” is different.")
                && message.contains("another look")
                && message.contains("`cleanUp`"),
            "{message}"
        );
        assert_eq!(used(&brand).await, ANSWER, "it was asked once");
        assert!(system(&double.asked()[0]).contains("imported as HTML"));
    }
}

#[tokio::test]
async fn a_model_that_wants_another_look_of_an_import_changes_nothing() {
    let operations = json!([{ "kind": "setPage", "style": { "textColor": "#ff0000" } }]);
    let answer = json!({ "operations": operations }).to_string();
    let double = ModelServer::start(move |_| answer.clone()).await;
    let model = settings(&double, Protocol::ChatCompletions, "good");
    let server = served_by(model).start().await;
    let brand = server.brand().await;
    let body = json!({ "format": "html", "content": IMPORTED });
    let imported = brand.post("/v1/emails/import", body).await.expect(201);
    let body = json!({ "prompt": "All of it in red" });
    let asked = brand.patch(&path(&imported), body).await.expect(202);
    let email = ended(&brand, &asked).await;
    server.at_rest().await;
    assert_eq!(email["emailVersionId"], imported["emailVersionId"]);
    let message = said(&brand, &email).await.pop().unwrap().1;
    assert!(message.contains("`cleanUp`"), "{message}");
    assert_eq!(used(&brand).await, 0);
}
