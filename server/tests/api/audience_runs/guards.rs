//! The moves of an audience run, from every status.

use serde_json::json;

use super::{control, crowd, launch, manual, read, send, send_of};
use crate::support::assert_problem;
use crate::walking::Walk;

/// What each move comes to: the new status, or the code of the refusal.
const MOVES: [(&str, [&str; 3]); 8] = [
    ("queued", ["paused", "RUN_NOT_RESUMABLE", "canceled"]),
    (
        "scheduled",
        ["RUN_NOT_PAUSABLE", "RUN_NOT_RESUMABLE", "canceled"],
    ),
    ("running", ["paused", "RUN_NOT_RESUMABLE", "canceled"]),
    ("paused", ["RUN_NOT_PAUSABLE", "running", "canceled"]),
    (
        "completed",
        ["RUN_NOT_PAUSABLE", "RUN_NOT_RESUMABLE", "completed"],
    ),
    (
        "partially_completed",
        [
            "RUN_NOT_PAUSABLE",
            "RUN_NOT_RESUMABLE",
            "partially_completed",
        ],
    ),
    (
        "failed",
        ["RUN_NOT_PAUSABLE", "RUN_NOT_RESUMABLE", "failed"],
    ),
    (
        "canceled",
        ["RUN_NOT_PAUSABLE", "RUN_NOT_RESUMABLE", "canceled"],
    ),
];

#[tokio::test]
async fn each_move_is_made_from_where_it_may_be() {
    let walk = Walk::begin().await;
    walk.server
        .leaves_jobs("the runs stand as the test has put them, which no work leads to");
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    for (from, comes_to) in MOVES {
        for (verb, comes_to) in ["pause", "resume", "cancel"].into_iter().zip(comes_to) {
            // One that nobody works on before its time.
            let at = json!({ "scheduledAt": "2030-01-01T00:00:00Z" });
            let id = launch(brand, &automation, at).await;
            let sql =
                format!("UPDATE audience_runs SET status = '{from}' WHERE public_id = '{id}'");
            walk.server.sql(&sql).await;
            let answer = control(brand, &id, verb).await;
            if comes_to.starts_with("RUN_") {
                assert_problem(&answer, 409, comes_to, None);
                assert_eq!(read(brand, &id).await["status"], from, "{verb} from {from}");
                continue;
            }
            assert_eq!(
                answer.expect(200).json,
                json!({ "audienceRunId": id, "status": comes_to, "previousStatus": from }),
                "{verb} from {from}"
            );
        }
    }
}

#[tokio::test]
async fn unknown_and_foreign_ones_are_not_found() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    let id = launch(brand, &automation, json!({})).await;
    let stranger = walk.server.brand().await;
    for (brand, id) in [(brand, "arun_unknown"), (&stranger, id.as_str())] {
        for verb in ["pause", "resume", "cancel"] {
            let answer = control(brand, id, verb).await;
            assert_problem(&answer, 404, "AUDIENCE_RUN_NOT_FOUND", None);
        }
        let answer = brand.get(&format!("{}/{id}", super::PATH)).await;
        assert_problem(&answer, 404, "AUDIENCE_RUN_NOT_FOUND", None);
    }
    walk.server.at_rest().await;
}

#[tokio::test]
async fn the_mail_moves_with_it() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    let id = super::waiting(&walk).await;
    let mail = send_of(&read(brand, &id).await, 1);
    for (verb, status, reason) in [
        ("pause", "paused", json!("manual")),
        ("resume", "running", json!(null)),
        ("cancel", "canceled", json!(null)),
    ] {
        control(brand, &id, verb).await.expect(200);
        let run = read(brand, &id).await;
        let mail = send(brand, &mail).await;
        assert_eq!(
            (&run["status"], &mail["status"]),
            (&json!(status), &json!(status))
        );
        assert_eq!(
            (&run["pauseReason"], &mail["pauseReason"]),
            (&reason, &reason)
        );
    }
    walk.server.at_rest().await;
}
