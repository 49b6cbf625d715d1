//! Whoever asked for something waits no longer.

use postrider_domain::accounts::role::Role;
use serde_json::{Value, json};

use super::{ask, ended, made, newest_notification, path, said, served};
use crate::support::{Answer, Member, StandIn, assert_problem};

async fn stop(member: &Member, email: &Answer, brand_id: &str) -> Answer {
    let id = email["emailId"].as_str().unwrap();
    member
        .request("POST", &format!("/app/api/emails/{id}/stop"))
        .header("X-Brand-Id", brand_id)
        .json(&json!({}))
        .send()
        .await
}

#[tokio::test]
async fn a_first_design_fails_and_another_is_what_it_was() {
    let maker = StandIn::metered(3);
    let server = served(&maker).await;
    let brand = server.brand().await;
    let editor = brand.org.member(Role::Editor).await;
    let first = ask(&brand, "wait").await.expect(202);
    maker.begun(1).await;
    let stopped = stop(&editor, &first, &brand.brand_id).await.expect(200);
    assert_eq!(
        (&stopped["status"], &stopped["error"]["code"]),
        (&json!("failed"), &json!("EMAIL_GENERATION_FAILED"))
    );
    assert_eq!(newest_notification(&brand).await["status"], "failed");
    let email = made(&brand, "Second").await;
    let body = json!({ "prompt": "wait" });
    let asked = brand.patch(&path(&email), body).await.expect(202);
    maker.begun(3).await;
    let stopped = stop(&editor, &asked, &brand.brand_id).await.expect(200);
    assert_eq!(
        (
            &stopped["status"],
            &stopped["emailVersionId"],
            &stopped["error"]
        ),
        (&json!("ready"), &email["emailVersionId"], &Value::Null)
    );
    assert!(said(&brand, &email).await[3].1.starts_with("Stopped"));
    // Whoever worked on them has left within a second or so, and what is let go now changes nothing.
    server.at_rest().await;
    maker.let_go();
    let after = ended(&brand, &email).await;
    assert_eq!(after["emailVersionId"], email["emailVersionId"]);
    assert_eq!(ended(&brand, &first).await["status"], "failed");
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["used"], 3, "the one that was made");
}

#[tokio::test]
async fn what_nobody_is_at_stays_as_it_is() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let editor = brand.org.member(Role::Editor).await;
    let email = made(&brand, "First").await;
    let before = brand.get(&path(&email)).await.expect(200);
    let stopped = stop(&editor, &email, &brand.brand_id).await.expect(200);
    assert_eq!(stopped["updatedAt"], before["updatedAt"]);
    assert_eq!(said(&brand, &email).await.len(), 2);
    let viewer = brand.org.member(Role::Viewer).await;
    let refused = stop(&viewer, &email, &brand.brand_id).await;
    assert_problem(&refused, 403, "INSUFFICIENT_ROLE", Some("editor"));
    let other = brand.org.brand().await;
    let refused = stop(&editor, &email, &other.brand_id).await;
    assert_problem(&refused, 404, "EMAIL_NOT_FOUND", None);
}
