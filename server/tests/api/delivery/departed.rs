//! What is left of sends when those whom they name are gone.

use postrider_mail::capture::Captured;
use serde_json::{Value, json};

use super::{read, send, standing};
use crate::emails::design;
use crate::sends::campaign;
use crate::support::{TestServer, assert_problem, until};

/// Whom captured mail of the brand went to.
fn kept_for(captured: &Captured, brand_id: &str) -> Vec<String> {
    let entries = captured.list(Some(brand_id), 100).expect("a folder");
    let kept = entries
        .iter()
        .filter_map(|entry| captured.read(&entry.id).expect("a file"));
    let mut people: Vec<String> = kept.map(|kept| kept.to).collect();
    people.sort();
    people
}

#[tokio::test]
async fn captured_mail_of_a_deleted_person_is_deleted_too() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let people = ["ada@xn--bcher-kva.example", "bob@example.com"];
    for name in ["news", "more"] {
        design(&server, &brand, campaign(name)).await;
        let id = send(&brand, json!({ "emailId": name, "to": people })).await;
        standing(&brand, &id, "completed").await;
    }
    let captured = Captured::open(&server.folder().join("captured"));
    let [ada, bob] = people;
    assert_eq!(kept_for(&captured, &brand.brand_id), [ada, ada, bob, bob]);
    let other = server.brand().await;
    design(&server, &other, campaign("news")).await;
    let id = send(&other, json!({ "to": people })).await;
    standing(&other, &id, "completed").await;
    let deleted = brand
        .request("DELETE", "/v1/contacts")
        .json(&json!({ "email": ada }));
    deleted.send().await.expect(200);
    until("the mails are gone", async || {
        (kept_for(&captured, &brand.brand_id) == [bob, bob]).then_some(())
    })
    .await;
    assert_eq!(
        kept_for(&captured, &other.brand_id),
        [ada, bob],
        "another brand's contact"
    );
}

/// Only new use is refused.
#[tokio::test]
async fn a_send_that_has_ended_still_says_which_audience_it_was_for() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for name in ["news", "more"] {
        design(&server, &brand, campaign(name)).await;
    }
    super::crowd(&brand, 2).await;
    let filters = json!({ "logicalOperator": "and", "filters": [] });
    let made = brand
        .post(
            "/v1/audiences",
            json!({ "name": "All", "filters": filters }),
        )
        .await
        .expect(201);
    let audience = made["audienceId"].as_str().expect("an id");
    let id = send(&brand, json!({ "audienceId": audience })).await;
    standing(&brand, &id, "completed").await;
    brand
        .delete(&format!("/v1/audiences/{audience}"))
        .await
        .expect(200);
    let sent = read(&brand, &id).await;
    assert_eq!(
        (&sent["audienceId"], &sent["audienceName"]),
        (&made["audienceId"], &json!("All"))
    );
    let listed = brand.get("/v1/sends").await.expect(200);
    assert_eq!(listed["data"][0]["audienceId"], made["audienceId"]);
    let again: Value = json!({ "emailId": "more", "audienceId": audience, "subject": "Again" });
    assert_problem(
        &brand.post("/v1/sends", again).await,
        404,
        "AUDIENCE_NOT_FOUND",
        Some("audienceId"),
    );
}
