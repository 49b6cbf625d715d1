//! Who becomes a member, and members who leave.

use serde_json::json;

use super::{crowd, launch, manual, members, on_plan, read, standing, waiting};
use crate::support::until;
use crate::walking::{DAY, Walk, wait};

/// More than a page of them, and some who come too late.
#[tokio::test]
async fn everybody_who_is_there_at_the_start_becomes_a_member_once() {
    const COUNT: usize = 2_300;
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, COUNT, "pro").await;
    let audience = on_plan(brand, "pro").await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("mail", "automation").await,
    ];
    let automation = manual(brand, None, nodes).await;
    let id = launch(brand, &automation, json!({ "audienceId": audience })).await;
    until("all have come", async || {
        let run = read(brand, &id).await;
        (run["nodeStats"][0]["entered"] == COUNT).then_some(())
    })
    .await;
    let late = json!({ "email": "late@example.com", "customFields": { "plan": "pro" } });
    brand.post("/v1/contacts", late).await.expect(201);
    let run = read(brand, &id).await;
    assert_eq!(
        (&run["status"], &run["totalRecipients"]),
        (&json!("running"), &json!(COUNT))
    );
    let twice =
        "SELECT count(*) FROM (SELECT contact FROM runs GROUP BY contact HAVING count(*) > 1) AS t";
    assert_eq!(walk.server.number(twice).await, 0);
    assert_eq!(
        walk.server.number("SELECT count(*) FROM runs").await,
        COUNT as i64
    );
    super::control(brand, &id, "cancel").await.expect(200);
    until("all are canceled", async || {
        let open = "SELECT count(*) FROM runs WHERE status <> 'canceled'";
        (walk.server.number(open).await == 0).then_some(())
    })
    .await;
    assert_eq!(read(brand, &id).await["skippedCount"], COUNT);
    walk.server.at_rest().await;
}

#[tokio::test]
async fn a_run_that_has_ended_still_says_which_audience_it_was_for() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 2, "pro").await;
    let audience = on_plan(brand, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, None, nodes).await;
    let id = launch(brand, &automation, json!({ "audienceId": audience })).await;
    standing(brand, &id, "completed").await;
    brand
        .delete(&format!("/v1/audiences/{audience}"))
        .await
        .expect(200);
    assert_eq!(read(brand, &id).await["audienceId"], audience);
    let again = super::try_launch(brand, &automation, json!({ "audienceId": audience })).await;
    assert_eq!((again.status, again.code()), (404, "AUDIENCE_NOT_FOUND"));
    walk.server.at_rest().await;
}

#[tokio::test]
async fn a_deleted_contact_is_a_member_no_more_and_the_last_one_ends_it() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    let id = waiting(&walk).await;
    let delete = async |emails: &[&str]| {
        let body = json!({ "emails": emails });
        brand
            .post("/v1/contacts/batch-delete", body)
            .await
            .expect(200);
    };
    delete(&["p0@example.com"]).await;
    assert_eq!(members(brand, &id, "canceled").await, 1);
    assert_eq!(read(brand, &id).await["status"], "running");
    let path = format!("/v1/automations/runs?audienceRunId={id}&status=canceled");
    let gone = brand.get(&path).await.expect(200);
    assert_eq!(gone["data"][0].get("recipientEmail"), None);
    delete(&["p1@example.com", "p2@example.com", "unknown@example.com"]).await;
    let ended = until("its mail is closed", async || {
        let ended = read(brand, &id).await;
        (ended["status"] == "completed").then_some(ended)
    })
    .await;
    assert_eq!(ended["skippedCount"], 3);
    assert_eq!(walk.server.number("SELECT count(*) FROM timers").await, 0);
}

/// Whoever ended the last two at the same time saw the other's not: somebody looks again.
#[tokio::test]
async fn what_two_processes_overlooked_is_found_later() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    let id = waiting(&walk).await;
    super::control(brand, &id, "pause").await.expect(200);
    walk.server.clock.advance(DAY);
    until("all are held", async || {
        let held = "SELECT count(*) FROM runs WHERE held";
        (walk.server.number(held).await == 3).then_some(())
    })
    .await;
    // As if they had been held just when it was resumed.
    let sql = format!("UPDATE audience_runs SET status = 'running' WHERE public_id = '{id}'");
    walk.server.sql(&sql).await;
    walk.server
        .sql("UPDATE sends SET status = 'running', pause_reason = NULL WHERE audience_run IS NOT NULL")
        .await;
    standing(brand, &id, "completed").await;
    // As if nobody had seen that it was the last.
    let sql = format!(
        "UPDATE audience_runs SET status = 'running', completed_at = NULL WHERE public_id = '{id}'"
    );
    walk.server.sql(&sql).await;
    standing(brand, &id, "completed").await;
}
