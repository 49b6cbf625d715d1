//! A prompt changes a design that was imported as HTML: its words, links and images, and nothing else.

use serde_json::{Value, json};

use super::{ended, path, said};
use crate::support::{Answer, Brand, TestServer};

const HTML: &str = "<html><body><table><tr><td style=\"background:#fee\"><h1>Spring sale</h1>\
    <p>All seeds are cheaper.</p>\
    <a href=\"https://fern.example/sale\" style=\"background:#060;padding:12px\">Shop now</a>\
    </td></tr></table></body></html>";

async fn imported(brand: &Brand) -> Answer {
    let body = json!({ "format": "html", "content": HTML });
    brand.post("/v1/emails/import", body).await.expect(201)
}

async fn change(brand: &Brand, email: &Answer, prompt: &str) -> Answer {
    let body = json!({ "prompt": prompt });
    let asked = brand.patch(&path(email), body).await.expect(202);
    ended(brand, &asked).await
}

#[tokio::test]
async fn its_fields_change_and_its_layout_stays() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = imported(&brand).await;
    assert_eq!(email["chatId"], Value::Null);
    let prompt = "Set the subject to \"Summer at Fern\". Replace \"Spring sale\" with \"Summer <b>sale</b>\". \
        Change the button to \"Buy seeds\" and link it to https://fern.example/summer";
    let after = change(&brand, &email, prompt).await;
    assert_eq!(after["status"], "ready", "{}", after.text());
    let html = after["html"].as_str().unwrap();
    for there in [
        "<td style=\"background:#fee\"><h1>Summer &lt;b&gt;sale&lt;/b&gt;</h1>",
        "<p>All seeds are cheaper.</p>",
        "<a href=\"https://fern.example/summer\" style=\"background:#060;padding:12px\">Buy seeds</a>",
    ] {
        assert!(html.contains(there), "{there}: {html}");
    }
    assert_eq!(after["subject"], "Summer at Fern");
    assert_eq!(after["previewText"], email["previewText"]);
    let versions = after["versions"].as_array().unwrap();
    let sources: Vec<&Value> = versions.iter().map(|version| &version["source"]).collect();
    assert_eq!(sources, [&json!("generated"), &json!("imported")]);
    let said = said(&brand, &after).await;
    assert_eq!((said.len(), said[0].1.as_str()), (2, prompt));
    assert_eq!(said[1].2, after["emailVersionId"]);
    let again = change(&brand, &after, "Replace \"seeds\" with \"tools\"").await;
    assert!(again["html"].as_str().unwrap().contains("Buy tools"));
    assert_eq!(again["versions"].as_array().unwrap().len(), 3);
    let restore = json!({ "emailVersionId": email["emailVersionId"] });
    let restored = brand
        .post(&format!("{}/restore", path(&email)), restore)
        .await;
    restored.expect(200);
}

#[tokio::test]
async fn what_it_does_not_take_is_named_beside_what_is_done() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = imported(&brand).await;
    let prompt = "Change the headline to \"Hello\". Make the button green.";
    let after = change(&brand, &email, prompt).await;
    let html = after["html"].as_str().unwrap();
    assert!(html.contains("<h1>Hello</h1>") && html.contains("background:#060"));
    let words = said(&brand, &after).await.pop().unwrap().1;
    assert!(
        words.contains("“Make the button green”") && words.contains("`cleanUp`"),
        "{words}"
    );
}

#[tokio::test]
async fn a_prompt_that_it_takes_nothing_of_says_what_can_be_asked_for() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = imported(&brand).await;
    for prompt in ["Make the button green", "Larger", "make it pop"] {
        let after = change(&brand, &email, prompt).await;
        assert_eq!(after["status"], "ready");
        assert_eq!(after["emailVersionId"], email["emailVersionId"]);
        let words = said(&brand, &after).await.pop().unwrap().1;
        for told in [prompt, "imported as HTML", "`cleanUp`", "for example"] {
            assert!(words.contains(told), "{told}: {words}");
        }
    }
}
