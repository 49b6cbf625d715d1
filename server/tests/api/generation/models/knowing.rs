//! What a model is told about the brand.

use postrider_content::models::Protocol;
use postrider_test_support::model_server::ModelServer;
use serde_json::json;

use super::super::{PATH, ended, path};
use super::{OWN, PROMPT, mail, question, served_by, settings};
use crate::support::ImageHost;
use crate::triggers::trigger;

#[tokio::test]
async fn images_of_the_library_that_fit_and_names_of_payloads_may_be_used() {
    let host = ImageHost::start().await;
    let png = host.png("/peas.png", 600, 400);
    let dog = host.png("/dog.png", 500, 400);
    // It shows the first image that it is told of.
    let double = ModelServer::start(|asked| {
        let text = question(asked);
        let image = text.split("\"image\":\"").nth(1).unwrap();
        let image = image.split('"').next().unwrap();
        let mut mail = mail(OWN);
        let items = mail["items"].as_array_mut().unwrap();
        items.insert(
            0,
            json!({ "kind": "image", "image": image, "alt": "Peas", "url": null }),
        );
        items[3]["url"] = json!("{{ trackingUrl }}");
        mail.to_string()
    })
    .await;
    let model = settings(&double, Protocol::ChatCompletions, "good");
    let server = served_by(model).allow_private(host.address).start().await;
    let brand = server.brand().await;
    let content = format!(
        "<body><h1>Old</h1><img src=\"{png}\" alt=\"x\"><img src=\"{dog}\" alt=\"y\"></body>"
    );
    let body = json!({ "format": "html", "content": content });
    brand.post("/v1/emails/import", body).await.expect(201);
    server
        .sql("UPDATE assets SET description = CASE WHEN words LIKE '%peas%' THEN 'Peas in a pod' ELSE 'A dog' END")
        .await;
    let field = json!({ "key": "trackingUrl", "type": "string", "required": true });
    trigger(&brand, "shipped", &[field]).await;
    let prompt = format!("The peas are the best of all. {PROMPT}");
    let body = json!({ "prompt": prompt, "type": "transactional" });
    let asked = brand.post(PATH, body).await.expect(202);
    let email = ended(&brand, &asked).await;
    server.at_rest().await;
    let html = email["html"].as_str().unwrap();
    assert!(
        html.contains(OWN) && html.contains("alt=\"Peas\""),
        "{html}"
    );
    assert!(html.contains("{{ trackingUrl }}"), "{html}");
    assert_eq!(double.asked().len(), 1, "nothing had to be repaired");
    let told = question(&double.asked()[0]);
    assert_eq!(shown(&told), ["Peas in a pod", "A dog"], "what fits first");
}

#[tokio::test]
async fn images_that_fit_the_words_of_a_mail_come_before_newer_ones() {
    let host = ImageHost::start().await;
    let double = ModelServer::start(|_| json!({ "operations": [] }).to_string()).await;
    let model = settings(&double, Protocol::ChatCompletions, "good");
    let server = served_by(model).allow_private(host.address).start().await;
    let brand = server.brand().await;
    for (side, shows) in [(20, "A small harbour"), (30, "A dog"), (40, "A cat")] {
        let url = host.png(&format!("/{side}.png"), side, side);
        let body = json!({ "imageUrl": url, "description": shows });
        let added = brand.post("/v1/content/add-image", body).await;
        added.expect(201);
    }
    let content = "<body><h1>Our harbour opens again</h1><p>Come and see it on Sunday.</p></body>";
    let body = json!({ "format": "html", "content": content, "subject": "News from us" });
    let email = brand.post("/v1/emails/import", body).await.expect(201);
    let body = json!({ "prompt": "Add an image" });
    let asked = brand.patch(&path(&email), body).await.expect(202);
    ended(&brand, &asked).await;
    server.at_rest().await;
    let told = question(&double.asked()[0]);
    assert_eq!(shown(&told), ["A small harbour", "A cat", "A dog"]);
}

/// What the images show that a model is told of.
fn shown(told: &str) -> Vec<&str> {
    let images = told.split("\"shows\":\"").skip(1);
    images
        .map(|image| image.split('"').next().unwrap())
        .collect()
}
