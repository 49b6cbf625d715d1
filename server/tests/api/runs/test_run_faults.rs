//! Tests that go wrong on their way: nobody gets a mail twice.

use postrider_store::automations::{run_list, test_runs};
use postrider_store::db::DbError;
use postrider_store::jobs;
use serde_json::json;

use super::test_run::{draft, inbox, test, try_test};
use super::text;
use crate::support::{TestServer, until};
use crate::walking::{ADA, DAY, Walk, steps, wait};

/// As a process leaves it that died in the moment of handing over: the node is entered, and not left.
async fn cut_off(walk: &Walk, run: &str, node: &str) {
    let sql = format!(
        "DELETE FROM events WHERE type IN (102, 105) AND detail LIKE '%\"node\":\"{node}\"%'"
    );
    walk.server.sql(&sql).await;
    let sql = format!(
        "UPDATE runs SET status = 'running', node = 1, completed_at = NULL WHERE public_id = '{run}'"
    );
    walk.server.sql(&sql).await;
    let (brand, now) = (walk.brand.key, walk.server.app().clock.now());
    let run = run.to_owned();
    let again = walk.server.app().db.write(move |tx| {
        let run = run.clone();
        async move {
            let run = run_list::get(&tx, brand, &run).await?.unwrap();
            jobs::enqueue(&tx, brand, test_runs::JOB, run.id, now).await?;
            Ok::<_, DbError>(())
        }
    });
    again.await.unwrap();
}

#[tokio::test]
async fn a_mail_that_may_have_left_is_not_sent_again() {
    let walk = Walk::begin().await;
    let nodes = vec![
        walk.send_email("mail", "automation").await,
        wait("pause", 1, "days"),
    ];
    let made = draft(&walk.brand, nodes).await;
    let run = test(
        &walk,
        &text(&made["automationId"]),
        json!({ "recipient": ADA }),
    )
    .await;
    assert_eq!(inbox(&walk).len(), 1);
    let run = text(&run["automationRunId"]);
    cut_off(&walk, &run, "mail").await;
    let ended = walk.ended(&run).await;
    assert_eq!(ended["status"], "failed");
    assert_eq!(ended["logs"][1]["error"]["code"], "IN_DOUBT");
    assert_eq!(inbox(&walk).len(), 1, "it is not sent again");
}

/// What was written down is not done again, whatever comes behind it.
#[tokio::test]
async fn an_interrupted_test_goes_on_behind_what_it_did() {
    let walk = Walk::begin().await;
    let nodes = vec![
        walk.send_email("mail", "automation").await,
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    let made = draft(&walk.brand, nodes).await;
    let run = test(
        &walk,
        &text(&made["automationId"]),
        json!({ "recipient": ADA }),
    )
    .await;
    assert_eq!(inbox(&walk).len(), 2);
    let run = text(&run["automationRunId"]);
    cut_off(&walk, &run, "pause").await;
    let ended = walk.ended(&run).await;
    assert_eq!(ended["status"], "completed");
    assert_eq!(
        steps(&ended),
        [
            "start completed",
            "mail completed",
            "pause completed",
            "late completed"
        ]
    );
    assert_eq!(inbox(&walk).len(), 2, "each mail once");
}

#[tokio::test]
async fn a_draft_without_a_design_fails_at_its_node() {
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "days"),
        json!({ "id": "mail", "type": "sendEmail", "config": {} }),
        wait("after", 1, "days"),
    ];
    let made = draft(&walk.brand, nodes).await;
    let run = test(
        &walk,
        &text(&made["automationId"]),
        json!({ "recipient": ADA }),
    )
    .await;
    assert_eq!(
        steps(&run),
        ["start completed", "pause completed", "mail failed"]
    );
    assert_eq!(run["status"], "failed");
    assert_eq!(run["error"], run["logs"][2]["error"]);
}

#[tokio::test]
async fn a_mail_server_that_refuses_fails_the_test() {
    let server = TestServer::with().relay("smtp://127.0.0.1:1");
    let server = server.clock_at(crate::walking::NOW).start().await;
    let brand = server.brand().await;
    let walk = Walk::of(server, brand).await;
    let body = json!({ "format": "html", "content": "<p>Hi</p>", "type": "automation", "title": "Hi", "subject": "Hi" });
    let made = walk.brand.post("/v1/emails/import", body).await.expect(201);
    let node = json!({ "id": "mail", "type": "sendEmail", "config": {
        "emailId": made["emailId"], "emailVersionId": made["emailVersionId"] } });
    let made = draft(&walk.brand, vec![node]).await;
    let run = test(
        &walk,
        &text(&made["automationId"]),
        json!({ "recipient": ADA }),
    )
    .await;
    assert_eq!(run["status"], "failed");
    assert_eq!(run["logs"][1]["error"]["code"], "SERVICE_UNAVAILABLE");
}

/// Who a test was for, and what it was told, is kept no longer than somebody looks at it.
#[tokio::test]
async fn addresses_of_old_tests_are_forgotten() {
    let walk = Walk::begin().await;
    let made = draft(&walk.brand, vec![wait("pause", 1, "days")]).await;
    let automation = text(&made["automationId"]);
    let tested = try_test(&walk.brand, &automation, json!({ "recipient": ADA })).await;
    let run = text(&tested.expect(202)["automationRunId"]);
    walk.ended(&run).await;
    walk.server.clock.advance(31 * DAY);
    let forgotten = until("the address is gone", async || {
        let run = walk.run(&run).await;
        run.json.get("recipientEmail").is_none().then_some(run)
    })
    .await;
    assert_eq!(
        (&forgotten["mode"], &forgotten["status"]),
        (&json!("test"), &json!("completed"))
    );
    let kept = "SELECT count(*) FROM runs WHERE test_payload IS NOT NULL";
    assert_eq!(walk.server.number(kept).await, 0);
}
