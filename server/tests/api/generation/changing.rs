//! A prompt changes a design that is there.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{ended, made, newest_notification, path, said, served};
use crate::support::{Answer, Brand, StandIn, assert_problem};

async fn change(brand: &Brand, email: &Answer, prompt: &str) -> Answer {
    brand.patch(&path(email), json!({ "prompt": prompt })).await
}

#[tokio::test]
async fn a_prompt_makes_a_new_version_and_until_then_the_old_one_is_shown() {
    let maker = StandIn::default();
    let server = served(&maker).await;
    let brand = server.brand().await;
    let email = made(&brand, "First").await;
    let asked = change(&brand, &email, "wait, then Second")
        .await
        .expect(202);
    assert_eq!(asked["status"], "generating");
    assert_eq!(asked["chatId"], email["chatId"]);
    let (old, new) = (&email["emailVersionId"], &asked["emailVersionId"]);
    assert_ne!(old, new);
    maker.begun(2).await;
    let read = brand.get(&format!("{}?include=html", path(&email))).await;
    assert_eq!(read["status"], "generating");
    assert_eq!(read["emailVersionId"], *old);
    assert!(read["html"].as_str().unwrap().contains("First"));
    maker.let_go();
    let changed = ended(&brand, &email).await;
    assert_eq!(
        (&changed["status"], &changed["emailVersionId"]),
        (&json!("ready"), new)
    );
    assert!(changed["html"].as_str().unwrap().contains("Second"));
    assert_eq!(changed["subject"], "Another subject");
    assert_eq!(changed["title"], "A title");
    let sources: Vec<_> = changed["versions"].as_array().unwrap().iter().collect();
    assert_eq!(
        (sources.len(), &sources[0]["source"]),
        (2, &json!("generated"))
    );
    let said = said(&brand, &email).await;
    let spoken: Vec<_> = said.iter().map(|(who, ..)| who.as_str()).collect();
    assert_eq!(spoken, ["user", "assistant", "user", "assistant"]);
    assert_eq!(said[3].2, *new);
    let restore = json!({ "emailVersionId": old });
    let restored = brand
        .post(&format!("{}/restore", path(&email)), restore)
        .await;
    restored.expect(200);
}

#[tokio::test]
async fn texts_may_change_beside_the_prompt() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let email = made(&brand, "First").await;
    let body = json!({ "prompt": "Second", "title": "Mine", "previewText": "Line" });
    let asked = brand.patch(&path(&email), body).await.expect(202);
    assert_eq!(asked["title"], "Mine");
    let changed = ended(&brand, &email).await;
    assert_eq!(
        (
            &changed["title"],
            &changed["previewText"],
            &changed["subject"]
        ),
        (&json!("Mine"), &json!("Line"), &json!("Another subject"))
    );
}

#[tokio::test]
async fn a_change_that_fails_leaves_the_design_as_it_was() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let email = made(&brand, "First").await;
    change(&brand, &email, "refuse this").await.expect(202);
    let after = ended(&brand, &email).await;
    assert_eq!(after["status"], "ready");
    assert_eq!(after["emailVersionId"], email["emailVersionId"]);
    assert_eq!(after["error"], Value::Null);
    assert_eq!(said(&brand, &email).await[3].1, "That cannot be made.");
    let told = newest_notification(&brand).await;
    assert_eq!(
        (&told["status"], &told["subtitle"], &told["emailId"]),
        (
            &json!("failed"),
            &json!("That cannot be made."),
            &email["emailId"]
        )
    );
    let list = brand.get("/v1/notifications").await.expect(200);
    let rows = list["data"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_ne!(rows[0]["notificationId"], rows[1]["notificationId"]);
}

#[tokio::test]
async fn of_many_prompts_at_once_one_is_taken() {
    let maker = StandIn::default();
    let server = served(&maker).await;
    let brand = server.brand().await;
    let email = made(&brand, "First").await;
    let prompts = (0..6).map(|n| {
        let (brand, path) = (brand.clone(), path(&email));
        async move {
            let body = json!({ "prompt": format!("wait {n}") });
            brand.patch(&path, body).await
        }
    });
    let answers = join_all(prompts).await;
    let (taken, told): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == 202);
    assert_eq!(taken.len(), 1);
    for refused in told {
        assert_problem(&refused, 409, "EMAIL_IN_PROGRESS", None);
    }
    let by_hand = json!({ "format": "html", "content": "<p>By hand</p>" });
    let refused = brand.patch(&path(&email), by_hand).await;
    assert_problem(&refused, 409, "EMAIL_IN_PROGRESS", None);
    maker.let_go();
    let changed = ended(&brand, &email).await;
    assert_eq!(changed["versions"].as_array().unwrap().len(), 2);
    assert_eq!(maker.count(), 2);
}

#[tokio::test]
async fn a_version_that_is_not_the_newest_is_not_changed() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let email = made(&brand, "First").await;
    change(&brand, &email, "Second").await.expect(202);
    ended(&brand, &email).await;
    let old = json!({ "prompt": "Third", "emailVersionId": email["emailVersionId"] });
    let refused = brand.patch(&path(&email), old).await;
    assert_problem(&refused, 409, "EMAIL_IN_PROGRESS", Some("emailVersionId"));
    let both = json!({ "prompt": "Third", "format": "html", "content": "<p>x</p>" });
    let refused = brand.patch(&path(&email), both).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("prompt"));
    for prompt in [" ".to_owned(), "x".repeat(8001)] {
        let refused = change(&brand, &email, &prompt).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("prompt"));
    }
    let missing = brand
        .patch("/v1/emails/nothing", json!({ "prompt": "x" }))
        .await;
    assert_problem(&missing, 404, "EMAIL_NOT_FOUND", None);
}

#[tokio::test]
async fn a_design_that_is_deleted_takes_its_chat_along() {
    let maker = StandIn::default();
    let server = served(&maker).await;
    let brand = server.brand().await;
    let email = made(&brand, "First").await;
    change(&brand, &email, "wait").await.expect(202);
    maker.begun(2).await;
    brand.delete(&path(&email)).await.expect(200);
    server.at_rest().await;
    maker.let_go();
    let chat = email["chatId"].as_str().unwrap();
    let gone = brand.get(&format!("/v1/chats/{chat}")).await;
    assert_problem(&gone, 404, "CHAT_NOT_FOUND", None);
    assert_eq!(brand.get("/v1/notifications").await["data"], json!([]));
    for table in [
        "emails",
        "email_versions",
        "chats",
        "chat_messages",
        "generations",
    ] {
        let rows = format!("SELECT count(*) FROM {table} WHERE org = {}", brand.key.org);
        assert_eq!(server.number(&rows).await, 0, "{table}");
    }
}
