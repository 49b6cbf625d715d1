//! What the designer that is built in makes of words, from the request to the mail.

use serde_json::{Value, json};

use super::{ask, ended, made, path, said};
use crate::support::{Answer, Brand, TestServer};

const SALE: &str = "Announce our summer sale: 30% off all garden chairs until 31 August with the code SUN30. \
                    Link to https://shop.example.com/chairs";

async fn change(brand: &Brand, email: &Answer, prompt: &str) -> Answer {
    let body = json!({ "prompt": prompt });
    brand.patch(&path(email), body).await.expect(202);
    ended(brand, email).await
}

#[tokio::test]
async fn all_that_the_author_says_is_in_the_mail() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = made(&brand, SALE).await;
    let html = email["html"].as_str().unwrap();
    let facts = [
        "30%",
        "31 August",
        "SUN30",
        "https://shop.example.com/chairs",
    ];
    for fact in facts {
        assert!(html.contains(fact), "{fact}: {html}");
    }
    for key in ["subject", "previewText", "title"] {
        assert_ne!(email[key], Value::Null, "{key}");
    }
    assert!(
        ["promotion", "seasonal"].contains(&email["category"].as_str().unwrap()),
        "{}",
        email["category"]
    );
    let (who, words, version) = said(&brand, &email).await.pop().unwrap();
    assert_eq!(
        (who.as_str(), &version),
        ("assistant", &email["emailVersionId"])
    );
    assert!(words.contains("SUN30"), "{words}");
    let again = made(&brand, SALE).await;
    assert_eq!(
        again["html"], email["html"],
        "the same words make the same mail"
    );
}

#[tokio::test]
async fn what_is_made_can_be_changed_by_words_and_by_hand() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = made(&brand, SALE).await;
    let changed = change(&brand, &email, "Change the headline to \"Sit in the sun\"").await;
    assert_eq!(changed["status"], "ready");
    assert_ne!(changed["emailVersionId"], email["emailVersionId"]);
    let html = changed["html"].as_str().unwrap();
    assert!(
        html.contains("Sit in the sun") && html.contains("SUN30"),
        "{html}"
    );
    assert_eq!(changed["subject"], email["subject"]);
    let changed = change(&brand, &email, "Set the subject to \"Chairs for less\"").await;
    assert_eq!(changed["subject"], "Chairs for less");
    let document = brand
        .get(&format!("{}?include=document", path(&email)))
        .await;
    let by_hand = json!({ "document": document["document"] });
    brand.patch(&path(&email), by_hand).await.expect(200);
}

#[tokio::test]
async fn what_is_not_understood_changes_nothing_and_says_what_would_be() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = made(&brand, SALE).await;
    let after = change(&brand, &email, "Colourless green ideas sleep furiously").await;
    assert_eq!(after["status"], "ready");
    assert_eq!(after["emailVersionId"], email["emailVersionId"]);
    let (_, words, version) = said(&brand, &email).await.pop().unwrap();
    assert_eq!(version, Value::Null);
    assert!(words.contains("headline"), "an example: {words}");
}

#[tokio::test]
async fn the_longest_and_the_strangest_prompts_become_mails() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for prompt in [
        "x".to_owned(),
        "é".repeat(8000),
        "Sale. ".repeat(1300),
        "<script>alert(1)</script> {{ firstName | there }} & \"quotes\" \u{202e}".to_owned(),
        "\n\n- one\n- two\n\n| a | b |\n".to_owned(),
        "اكتب رسالة ترحيب للعملاء الجدد".to_owned(),
        "新しいお客様へのメールを書いてください。".to_owned(),
    ] {
        let asked = ask(&brand, &prompt).await.expect(202);
        let email = ended(&brand, &asked).await;
        let start: String = prompt.chars().take(30).collect();
        assert_eq!(email["status"], "ready", "{start}: {}", email.text());
        assert!(
            !email["html"].as_str().unwrap().contains("<script"),
            "{start}"
        );
    }
}
