//! A new design.

use postrider_domain::accounts::brand::{BrandStatus, Readiness, StepStatus, Steps};
use postrider_store::brands;
use serde_json::{Value, json};

use super::{PATH, ask, ended, made, newest_notification, path, said, served};
use crate::support::{Brand, StandIn, TestServer, assert_problem};

#[tokio::test]
async fn a_prompt_becomes_a_design() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let asked = ask(&brand, "Come to our party").await.expect(202);
    assert_eq!(asked["type"], "campaign");
    assert_eq!(asked["groupId"], "ungrouped");
    assert_eq!(asked["title"], "Come to our party");
    let version = asked["emailVersionId"].clone();
    assert!(version.is_string());
    let made = ended(&brand, &asked).await;
    assert_eq!(made["status"], "ready");
    assert_eq!(made["emailVersionId"], version, "the one that was promised");
    let told = ["title", "subject", "previewText", "category"].map(|key| made[key].clone());
    let expected = ["A title", "From Test brand", "A preview", "event"];
    assert_eq!(told, expected.map(Value::from));
    assert!(made["html"].as_str().unwrap().contains("Come to our party"));
    let versions = made["versions"].as_array().unwrap();
    assert_eq!(versions.len(), 1);
    assert_eq!(
        (&versions[0]["source"], &versions[0]["version"]),
        (&json!("generated"), &json!(1))
    );
    let expected = [
        ("user", "Come to our party", Value::Null),
        ("assistant", "It is made.", version),
    ];
    let expected = expected.map(|(who, text, version)| (who.to_owned(), text.to_owned(), version));
    assert_eq!(said(&brand, &made).await, expected);
    let told = newest_notification(&brand).await;
    assert_eq!(
        (
            &told["type"],
            &told["status"],
            &told["emailId"],
            &told["title"]
        ),
        (
            &json!("email_design"),
            &json!("completed"),
            &made["emailId"],
            &json!("A title")
        )
    );
}

#[tokio::test]
async fn what_its_author_says_stays() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let group = json!({ "name": "Spring" });
    let group = brand.post("/v1/email-groups", group).await.expect(201);
    let body = json!({
        "prompt": "Hello", "type": "transactional", "title": "Mine", "subject": "Own {{ firstName }}",
        "previewText": "Own line", "category": "billing", "groupId": group["groupId"],
        "contentUrls": [],
    });
    let asked = brand.post(PATH, body.clone()).await.expect(202);
    let made = ended(&brand, &asked).await;
    for key in [
        "type",
        "title",
        "subject",
        "previewText",
        "category",
        "groupId",
    ] {
        assert_eq!(made[key], body[key], "{key}");
    }
    let empty = json!({ "prompt": "Hello", "subject": " ", "previewText": "" });
    let asked = brand.post(PATH, empty).await.expect(202);
    let made = ended(&brand, &asked).await;
    assert_eq!(made["subject"], "From Test brand", "an empty line is none");
}

#[tokio::test]
async fn while_it_is_made_its_progress_is_told() {
    let maker = StandIn::default();
    let server = served(&maker).await;
    let brand = server.brand().await;
    let asked = ask(&brand, "Please wait").await.expect(202);
    maker.begun(1).await;
    let read = brand.get(&path(&asked)).await.expect(200);
    assert_eq!(read["status"], "generating");
    assert_eq!(read["emailVersionId"], asked["emailVersionId"]);
    let told = newest_notification(&brand).await;
    assert_eq!(
        (&told["status"], &told["progressPercent"]),
        (&json!("processing"), &json!(10))
    );
    let send = json!({ "emailId": asked["emailId"], "test": true, "to": "ada@example.com" });
    let refused = brand.post("/v1/sends", send).await;
    assert_problem(&refused, 422, "EMAIL_NOT_READY", Some("emailId"));
    for refused in [
        brand.patch(&path(&asked), json!({ "title": "x" })).await,
        brand.patch(&path(&asked), json!({ "prompt": "x" })).await,
    ] {
        assert_problem(&refused, 409, "EMAIL_IN_PROGRESS", None);
    }
    maker.let_go();
    assert_eq!(ended(&brand, &asked).await["status"], "ready");
}

#[tokio::test]
async fn what_cannot_be_made_says_why() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let asked = ask(&brand, "refuse this").await.expect(202);
    let failed = ended(&brand, &asked).await;
    assert_eq!(failed["status"], "failed");
    assert_eq!(
        failed["error"],
        json!({ "code": "EMAIL_GENERATION_FAILED", "message": "That cannot be made." })
    );
    assert_eq!(failed["emailVersionId"], Value::Null);
    let (who, what, version) = said(&brand, &failed).await.pop().unwrap();
    assert_eq!(
        (who.as_str(), what.as_str(), version),
        ("assistant", "That cannot be made.", Value::Null)
    );
    let told = newest_notification(&brand).await;
    assert_eq!(
        (&told["status"], &told["subtitle"]),
        (&json!("failed"), &json!("That cannot be made."))
    );
    let refused = brand.patch(&path(&failed), json!({ "prompt": "x" })).await;
    assert_problem(&refused, 422, "EMAIL_NOT_READY", None);
    brand.delete(&path(&failed)).await.expect(200);
}

#[tokio::test]
async fn what_broke_is_tried_again() {
    let maker = StandIn::default();
    let server = served(&maker).await;
    let brand = server.brand().await;
    let asked = ask(&brand, "break at first").await.expect(202);
    maker.begun(2).await;
    assert_eq!(brand.get(&path(&asked)).await["status"], "generating");
    maker.let_go();
    assert_eq!(ended(&brand, &asked).await["status"], "ready");
}

#[tokio::test]
async fn a_body_is_checked() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    for (body, param) in [
        (json!({}), "prompt"),
        (json!({ "prompt": "" }), "prompt"),
        (json!({ "prompt": " \n" }), "prompt"),
        (json!({ "prompt": "a\u{0}b" }), "prompt"),
        (json!({ "prompt": "é".repeat(8001) }), "prompt"),
        (json!({ "prompt": "x", "type": "newsletter" }), "type"),
        (json!({ "prompt": "x", "category": "spam" }), "category"),
        (json!({ "prompt": "x", "title": "" }), "title"),
        (json!({ "prompt": "x", "subject": "a\nb" }), "subject"),
        (
            json!({ "prompt": "x", "previewText": "a\rb" }),
            "previewText",
        ),
        (
            json!({ "prompt": "x", "contentUrls": vec!["https://a.test"; 9] }),
            "contentUrls",
        ),
        (
            json!({ "prompt": "x", "contentUrls": ["https://a.test", "ftp://a.test"] }),
            "contentUrls[1]",
        ),
        (
            json!({ "prompt": "x", "contentUrls": ["https://ada:secret@a.test"] }),
            "contentUrls[0]",
        ),
        (json!({ "prompt": "x", "html": "<p>" }), "html"),
    ] {
        let refused = brand.post(PATH, body).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    let body = json!({ "prompt": "x", "groupId": "nowhere" });
    let refused = brand.post(PATH, body).await;
    assert_problem(&refused, 404, "EMAIL_GROUP_NOT_FOUND", Some("groupId"));
    let body = json!({ "prompt": "x", "referenceEmailId": "nothing" });
    let refused = brand.post(PATH, body).await;
    assert_problem(&refused, 404, "EMAIL_NOT_FOUND", Some("referenceEmailId"));
    let list = brand.get(PATH).await.expect(200);
    assert_eq!(list["data"], json!([]), "nothing was begun");
    ask(&brand, &"é".repeat(8000)).await.expect(202);
    server.at_rest().await;
}

/// As it is while the brand's website is read.
async fn set_extracting(server: &TestServer, brand: &Brand) {
    let key = brand.key;
    let set = server.app().db.write(move |tx| async move {
        let mut record = brands::get(&tx, key).await?.unwrap();
        record.status = BrandStatus::Extracting;
        record.readiness = Readiness::of(Steps {
            logo: StepStatus::Running,
            theme: StepStatus::Queued,
            domain: StepStatus::Queued,
        });
        brands::update(&tx, &record).await
    });
    assert!(set.await.unwrap());
}

#[tokio::test]
async fn a_brand_that_is_not_ready_waits() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let email = made(&brand, "One").await;
    set_extracting(&server, &brand).await;
    for refused in [
        ask(&brand, "Two").await,
        brand.patch(&path(&email), json!({ "prompt": "Two" })).await,
    ] {
        assert_problem(&refused, 422, "BRAND_NOT_READY", None);
    }
    let unchanged = brand.get(&path(&email)).await.expect(200);
    assert_eq!(unchanged["status"], "ready");
    brand
        .patch(&path(&email), json!({ "title": "By hand" }))
        .await
        .expect(200);
}

#[tokio::test]
async fn a_request_that_comes_again_makes_no_second_design() {
    let maker = StandIn::default();
    let server = served(&maker).await;
    let brand = server.brand().await;
    let body = json!({ "prompt": "Once" });
    let first = brand.post_once("k", PATH, body.clone()).await.expect(202);
    ended(&brand, &first).await;
    let again = brand.post_once("k", PATH, body).await.expect(202);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(again.bytes, first.bytes);
    let other = brand
        .post_once("k", PATH, json!({ "prompt": "Other" }))
        .await;
    assert_problem(&other, 409, "IDEMPOTENCY_CONFLICT", Some("Idempotency-Key"));
    server.at_rest().await;
    assert_eq!(maker.count(), 1);
    assert_eq!(brand.get(PATH).await["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_scope_is_needed() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let contacts = brand.key("contacts").await;
    let refused = contacts.post(PATH, json!({ "prompt": "x" })).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    assert_eq!(brand.get(PATH).await["data"], json!([]));
}
