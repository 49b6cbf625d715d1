use serde_json::json;

use super::Writers;
use crate::support::{TestServer, assert_problem};

const PATH: &str = "/v1/contacts";

#[tokio::test]
async fn contacts_that_wait_are_written_at_once_and_each_is_answered_as_if_alone() {
    let writers = Writers::start(TestServer::with()).await;
    let brand = &writers.brand;
    let known = json!({
        "email": "known@example.com", "firstName": "Kay", "customFields": { "plan": "free", "seats": 2 },
    });
    brand.post(PATH, known).await.expect(201);
    let out = json!({ "email": "out@example.com", "subscribed": false });
    brand.post(PATH, out).await.expect(201);

    let posts = [
        json!({ "email": "first@example.com", "customFields": { "makes a field": true } }),
        json!({ "email": "new@example.com", "lastName": "Noor", "customFields": { "plan": "pro" } }),
        json!({ "email": "known@example.com", "customFields": { "plan": "pro" } }),
        json!({ "email": "misfit@example.com", "customFields": { "seats": "many" } }),
        json!({ "email": "out@example.com", "subscribed": true }),
        json!({ "email": "typed@example.com", "customFields": { "since": 3 } }),
    ];
    let posts = posts.map(|post| (PATH, post)).to_vec();
    let (answers, transactions) = writers.posted(posts).await;
    assert_eq!(transactions, 2);

    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [201, 201, 200, 409, 200, 201]);
    assert_problem(
        &answers[3],
        409,
        "FIELD_TYPE_MISMATCH",
        Some("customFields.seats"),
    );
    brand
        .get("/v1/contacts/misfit@example.com")
        .await
        .expect(404);
    assert_eq!(answers[2]["firstName"], "Kay");
    assert_eq!(
        answers[2]["customFields"],
        json!({ "plan": "pro", "seats": 2 })
    );
    assert_eq!(answers[4]["warnings"][0]["code"], "RESUBSCRIBE_SKIPPED");
    assert_eq!(answers[4]["warnings"][0].get("index"), None);
    for answer in [
        &answers[0],
        &answers[1],
        &answers[2],
        &answers[4],
        &answers[5],
    ] {
        let email = answer["email"].as_str().unwrap();
        let read = brand.get(&format!("{PATH}/{email}")).await.expect(200);
        let mut written = answer.json.clone();
        written.as_object_mut().unwrap().remove("warnings");
        assert_eq!(written, read.json);
    }
}

#[tokio::test]
async fn writes_of_one_contact_stay_apart_and_in_their_order() {
    let writers = Writers::start(TestServer::with()).await;
    let with = |plan: &str| json!({ "email": "ada@example.com", "customFields": { "plan": plan } });
    let posts = vec![
        (PATH, with("first")),
        (PATH, with("second")),
        (PATH, json!({ "email": "bob@example.com" })),
        (PATH, with("third")),
        (PATH, json!({ "email": "cid@example.com" })),
    ];
    let (answers, transactions) = writers.posted(posts).await;
    assert_eq!(transactions, 3);
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [201, 200, 201, 200, 201]);
    for (at, plan) in [(0, "first"), (1, "second"), (3, "third")] {
        assert_eq!(answers[at]["customFields"]["plan"], plan);
    }
    let read = writers.brand.get("/v1/contacts/ada@example.com").await;
    assert_eq!(read["customFields"]["plan"], "third");
}

#[tokio::test]
async fn what_has_an_idempotency_key_or_a_check_goes_alone() {
    let writers = Writers::start(TestServer::with()).await;
    let key = |caller: &str| {
        let body = json!({ "email": format!("{caller}@example.com") });
        let post = writers.brand.request("POST", PATH).json(&body);
        post.header("Idempotency-Key", caller).send()
    };
    let (first, again) = (key("ada").await.expect(201), key("ada").await.expect(201));
    assert_eq!(first.json, again.json);
    let joined = writers.joined.load(std::sync::atomic::Ordering::SeqCst);
    assert_eq!(joined, 0);
}
