//! What automations mailed and how their runs ended, and the fires that were given up.

use postrider_domain::sending::send::EventType;
use postrider_domain::time::DAY_MS;
use postrider_store::db::{DbError, Tx, first_number};
use postrider_store::{insights, params};

use super::counts::{Goes, automation, sent};
use super::{NOW, THEIRS};
use crate::emails::{MINE, create, email};
use crate::harness::on_each;

const HOUR_MS: i64 = 3_600_000;

fn hour(days: i64) -> i64 {
    let at = NOW - days * DAY_MS;
    at - at.rem_euclid(HOUR_MS)
}

/// Mails of a send that were taken in an hour, and clicked.
async fn mailed(
    tx: &Tx,
    send: i64,
    hour: i64,
    [accepted, clicked]: [i64; 2],
) -> Result<(), DbError> {
    let sql = format!(
        "INSERT INTO hours (org, brand, hour, send, provider, process, accepted, delivered, bounced, failed, in_doubt,
            opened, clicked, complained, unsubscribed, machine_opens, machine_clicks)
         VALUES ({}, {}, {hour}, {send}, 1, 1, {accepted}, 0, 0, 0, 0, 0, {clicked}, 0, 0, 0, 0)",
        MINE.org, MINE.brand
    );
    tx.dynamic(&sql, params![]).await?;
    Ok(())
}

/// How runs of an automation ended at a node in an hour; without a node, as a whole.
async fn ended(
    tx: &Tx,
    (automation, node): (i64, &str),
    (hour, process): (i64, i64),
    [completed, failed]: [i64; 2],
) -> Result<(), DbError> {
    let sql = format!(
        "INSERT INTO steps (org, brand, automation, audience_run, node, hour, process, entered, completed, failed, skipped)
         VALUES ({}, {}, {automation}, 0, '{node}', {hour}, {process}, 0, {completed}, {failed}, 0)",
        MINE.org, MINE.brand
    );
    tx.dynamic(&sql, params![]).await?;
    Ok(())
}

/// Two automations mail one design, a third only runs; an audience run is none of it.
async fn fill(tx: &Tx, one: i64, two: i64) -> Result<(), DbError> {
    for id in [70, 80, 90] {
        automation(tx, id).await?;
    }
    for (send, email, goes) in [
        (701, one, Goes::OnAndOn(70)),
        (801, one, Goes::OnAndOn(80)),
        (702, two, Goes::At(NOW - DAY_MS)),
    ] {
        sent(tx, send, email, goes).await?;
    }
    tx.dynamic("UPDATE sends SET automation = 70 WHERE id = 702", params![])
        .await?;
    for (send, hour, counts) in [
        (701, hour(1), [100, 5]),
        (701, hour(2), [50, 0]),
        (701, hour(2) - HOUR_MS, [50, 1]),
        // Only opened on that day, and longer ago than a week.
        (701, hour(3), [0, 2]),
        (701, hour(8), [1_000, 0]),
        (801, hour(2), [10, 0]),
        (801, hour(5), [10, 0]),
        (702, hour(1), [9_999, 0]),
    ] {
        mailed(tx, send, hour, counts).await?;
    }
    for (of, at, counts) in [
        ((70, ""), (hour(1), 1), [40, 2]),
        ((70, ""), (hour(1), 2), [10, 1]),
        ((70, "n"), (hour(1), 1), [0, 99]),
        ((70, ""), (hour(8), 1), [0, 500]),
        ((90, ""), (hour(6), 1), [5, 0]),
    ] {
        ended(tx, of, at, counts).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_week_of_automations_is_counted_by_automation_and_by_design() {
    on_each(|db| async move {
        let (one, two) = (
            create(&db, email("one"), NOW).await.id,
            create(&db, email("two"), NOW).await.id,
        );
        let seen = db.write(move |tx| async move {
            fill(&tx, one, two).await?;
            let (mut automations, designs) = insights::of_automations(&tx, MINE, NOW).await?;
            automations.sort_by(|one, other| one.automation.id.cmp(&other.automation.id));
            let shown: Vec<_> = automations
                .iter()
                .map(|of| {
                    let ended = (of.completed, of.failed);
                    (of.automation.id.as_str(), of.tally.accepted, ended)
                })
                .collect();
            assert_eq!(
                shown,
                [
                    ("aut_70", 200, (50, 3)),
                    ("aut_80", 20, (0, 0)),
                    ("aut_90", 0, (5, 0))
                ]
            );
            let shown: Vec<_> = designs
                .iter()
                .map(|of| {
                    (
                        of.design.id.as_str(),
                        of.days,
                        of.tally.accepted,
                        of.tally.clicked,
                    )
                })
                .collect();
            assert_eq!(shown, [("one", 3, 220, 8)]);
            let theirs = insights::of_automations(&tx, THEIRS, NOW).await?;
            assert_eq!(theirs, (Vec::new(), Vec::new()));
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn fires_that_were_given_up_in_a_week_are_counted() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let given_up = EventType::DeadLetter.code();
            let (young, old) = (first_number(NOW - 6 * DAY_MS), first_number(NOW - 8 * DAY_MS));
            for (id, kind) in [
                (young, given_up),
                (young + 1, given_up),
                (young + 2, EventType::Delivered.code()),
                (old, given_up),
            ] {
                let sql = format!(
                    "INSERT INTO events (org, brand, id, type, occurred_at) VALUES ({}, {}, {id}, {kind}, 0)",
                    MINE.org, MINE.brand
                );
                tx.dynamic(&sql, params![]).await?;
            }
            assert_eq!(insights::dead_letters(&tx, MINE, NOW).await?, 2);
            assert_eq!(insights::dead_letters(&tx, THEIRS, NOW).await?, 0);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
