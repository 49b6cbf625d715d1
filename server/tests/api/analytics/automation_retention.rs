//! How long runs, fires and their mails are kept.

use postrider_domain::time::parse_iso;
use postrider_engine::housekeeping;
use postrider_store::db::first_number;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::sends::automated::{Automated, HELLO, Mailed};
use crate::support::assert_problem;

/// Rows of the fixture get numbers that tell when they were made.
async fn made(automated: &Automated, table: &str, number: i64, at: &str) -> i64 {
    let moved = first_number(parse_iso(at).unwrap()) + number;
    automated
        .server
        .sql(&format!(
            "UPDATE {table} SET id = {moved} WHERE id = {number}"
        ))
        .await;
    moved
}

async fn forget(automated: &Automated, before: &str) {
    let before = parse_iso(before).unwrap();
    let stop = CancellationToken::new();
    housekeeping::forget_events(&automated.server.app().db, before, &stop)
        .await
        .unwrap();
}

async fn left(automated: &Automated, table: &str) -> i64 {
    let count = format!("SELECT count(*) FROM {table}");
    automated.server.number(&count).await
}

/// Run 1 with its fire and a delivered mail, all of January.
async fn january() -> Automated {
    let automated = Automated::start().await;
    automated
        .mail(Mailed {
            id: "as_old",
            stream: HELLO,
            run: 1,
            at: "2026-01-01T12:00:00Z",
            state: 2,
        })
        .await;
    let run = made(&automated, "runs", 701, "2026-01-01T12:00:00Z").await;
    let fire = made(&automated, "trigger_instances", 401, "2026-01-01T12:00:00Z").await;
    let ended = parse_iso("2026-01-01T12:00:00Z").unwrap();
    let server = &automated.server;
    server
        .sql(&format!("UPDATE recipients SET run = {run}"))
        .await;
    server
        .sql(&format!(
            "UPDATE runs SET instance = {fire}, completed_at = {ended} WHERE id = {run}"
        ))
        .await;
    // The others began yesterday.
    for number in [702, 703] {
        made(&automated, "runs", number, "2026-02-28T12:00:00Z").await;
    }
    let fire = made(&automated, "trigger_instances", 402, "2026-02-28T12:00:00Z").await;
    server
        .sql(&format!(
            "UPDATE runs SET instance = {fire} WHERE instance = 402"
        ))
        .await;
    automated
}

#[tokio::test]
async fn a_run_that_ended_long_ago_goes_with_its_fire_and_links_still_work() {
    let automated = january().await;
    forget(&automated, "2026-01-01T12:00:00Z").await;
    assert_eq!(
        (
            left(&automated, "runs").await,
            left(&automated, "trigger_instances").await
        ),
        (3, 2)
    );
    forget(&automated, "2026-01-01T12:00:00.001Z").await;
    assert_eq!(
        (
            left(&automated, "runs").await,
            left(&automated, "trigger_instances").await
        ),
        (2, 1)
    );
    let gone = automated.brand.get("/v1/sends/as_old").await;
    assert_problem(&gone, 404, "SEND_NOT_FOUND", None);
    assert_eq!(automated.ids("kind=automation").await.len(), 0);
    // The recipient stays behind the links of its mail.
    let kept = "SELECT count(*) FROM recipients WHERE run IS NULL AND number IS NULL AND public_id IS NULL";
    assert_eq!(automated.server.number(kept).await, 1);
}

#[tokio::test]
async fn nothing_goes_that_somebody_needs() {
    let after = "2026-02-01T00:00:00Z";
    for (what, sql) in [
        (
            "a run that waits",
            "UPDATE runs SET status = 'running', completed_at = NULL",
        ),
        (
            "a run that ended lately",
            "UPDATE runs SET completed_at = 1771000000000",
        ),
        ("a mail to be sent", "UPDATE recipients SET state = 0"),
        (
            "a mail to be tried again",
            "UPDATE recipients SET state = 1",
        ),
    ] {
        let automated = january().await;
        automated.server.sql(sql).await;
        forget(&automated, after).await;
        assert_eq!(left(&automated, "runs").await, 3, "{what}");
        assert_eq!(left(&automated, "trigger_instances").await, 2, "{what}");
        assert_eq!(automated.ids("kind=automation").await, ["as_old"], "{what}");
    }
}

#[tokio::test]
async fn many_runs_go_in_small_pieces() {
    let automated = january().await;
    let start = first_number(parse_iso("2026-01-02T00:00:00Z").unwrap());
    let rows = |status: &str, first: i64| {
        let rows: Vec<String> = (0..600)
            .map(|index| {
                let id = start + first + index;
                format!("({{key}}, {id}, 'x-{id}', 101, 201, '{status}', FALSE, 1, 1, 1, 1)")
            })
            .collect();
        format!(
            "INSERT INTO runs (org, brand, id, public_id, automation, version, status, held, steps, created_at,
                started_at, completed_at) VALUES {}",
            rows.join(", ")
        )
    };
    automated.sql(&rows("completed", 0)).await;
    automated.sql(&rows("canceled", 1000)).await;
    automated.sql(&rows("running", 2000)).await;
    forget(&automated, "2026-02-01T00:00:00Z").await;
    assert_eq!(left(&automated, "runs").await, 602);
}

#[tokio::test]
async fn ids_of_received_events_are_forgotten_after_a_week() {
    let automated = Automated::start().await;
    let now = parse_iso("2026-03-01T12:00:00Z").unwrap();
    let week = 7 * 24 * 3_600_000;
    for (event, at) in [("aa", now - week - 1), ("bb", now - week), ("cc", now)] {
        let blob = if automated.server.database.url().starts_with("postgres") {
            format!("'\\x{event}'")
        } else {
            format!("x'{event}'")
        };
        automated
            .sql(&format!(
                "INSERT INTO received_events (org, brand, connection, event, received_at)
                VALUES ({{key}}, 1, {blob}, {at})"
            ))
            .await;
    }
    let stop = CancellationToken::new();
    housekeeping::sweep(&automated.server.app().db, now, &stop)
        .await
        .unwrap();
    assert_eq!(left(&automated, "received_events").await, 2);
    let runs = automated.brand.get("/v1/sends?kind=automation").await;
    assert_eq!(runs["data"], json!([]));
}
