//! Launches that start later.

use std::time::Duration;

use serde_json::json;

use super::{control, crowd, launch, manual, on_plan, read, send, send_of, standing};
use crate::support::assert_problem;
use crate::walking::Walk;

const AT: &str = "2026-03-02T11:00:00.000Z";

#[tokio::test]
async fn a_launch_waits_for_its_time_and_takes_who_is_there_then() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 2, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    let id = launch(brand, &automation, json!({ "scheduledAt": AT })).await;
    let run = read(brand, &id).await;
    assert_eq!(
        (&run["status"], &run["scheduledAt"]),
        (&json!("scheduled"), &json!(AT))
    );
    let mail = send(brand, &send_of(&run, 0)).await;
    assert_eq!(
        (&mail["status"], &mail["scheduledAt"]),
        (&json!("scheduled"), &json!(AT))
    );
    let late = json!({ "email": "late@example.com" });
    brand.post("/v1/contacts", late).await.expect(201);
    walk.server.clock.advance(Duration::from_hours(1));
    let ended = standing(brand, &id, "completed").await;
    assert_eq!(ended["totalRecipients"], 3);
    assert_eq!(ended["startedAt"], AT);
}

#[tokio::test]
async fn a_launch_that_was_canceled_never_starts() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    let id = launch(brand, &automation, json!({ "scheduledAt": AT })).await;
    control(brand, &id, "cancel").await.expect(200);
    walk.server.clock.advance(Duration::from_hours(2));
    // Another one, which comes later, has begun and ended meanwhile.
    let other = launch(brand, &automation, json!({})).await;
    standing(brand, &other, "completed").await;
    let run = read(brand, &id).await;
    assert_eq!(
        (&run["status"], run.json.get("startedAt")),
        (&json!("canceled"), None)
    );
    assert_eq!(walk.server.number("SELECT count(*) FROM runs").await, 1);
}

#[tokio::test]
async fn an_audience_that_a_launch_needs_is_not_deleted() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let audience = on_plan(brand, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, None, nodes).await;
    let body = json!({ "audienceId": audience, "scheduledAt": AT });
    let id = launch(brand, &automation, body).await;
    let path = format!("/v1/audiences/{audience}");
    assert_problem(&brand.delete(&path).await, 409, "AUDIENCE_IN_USE", None);
    control(brand, &id, "cancel").await.expect(200);
    brand.delete(&path).await.expect(200);
    let run = read(brand, &id).await;
    assert_eq!(
        (&run["audienceId"], &run["audienceName"]),
        (&json!(audience), &json!("On pro"))
    );
    walk.server.at_rest().await;
}
