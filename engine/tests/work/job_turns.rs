//! Jobs of one kind have a few places in a process: organizations take them in turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use postrider_domain::tenant::BrandKey;

use crate::harness::on_each;
use crate::worker::{Act, Running, Worker, enqueue, enqueue_for, notes, until};

const START: i64 = 1_768_435_200_000;
const OTHER: BrandKey = BrandKey { org: 2, brand: 2 };

#[tokio::test]
async fn the_job_of_another_does_not_wait_behind_all_of_one() {
    on_each(|db| async move {
        let (worker, time) = (
            Worker::new(Act::WaitAtGateFirst),
            Arc::new(AtomicI64::new(START)),
        );
        // All that one has to do was there first, and fills all places.
        enqueue(&db, 0..40, START - 1000).await;
        let running = Running::start(&db, &time, 7, &worker);
        until!(
            "all places are taken",
            worker.turns.load(Ordering::SeqCst) == 8
        );
        enqueue_for(&db, OTHER, 100..101, START).await;
        // One place after the other comes free.
        let is_done = async || notes(&db).await.contains(&"last 100".to_owned());
        let mut passed = 0;
        while !is_done().await {
            worker.gate.add_permits(1);
            passed += 1;
            until!(
                "one is done",
                is_done().await || worker.turns.load(Ordering::SeqCst) == 8 + passed
            );
            assert!(passed <= 20, "the other waits behind all of one");
        }
        worker.gate.add_permits(100);
        until!("all are done", notes(&db).await.len() == 82);
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn all_places_are_shared_among_those_who_wait() {
    on_each(|db| async move {
        let (worker, time) = (
            Worker::new(Act::WaitAtGateFirst),
            Arc::new(AtomicI64::new(START)),
        );
        enqueue(&db, 0..40, START - 1000).await;
        enqueue_for(&db, OTHER, 100..140, START).await;
        let running = Running::start(&db, &time, 7, &worker);
        until!(
            "the places are taken",
            worker.turns.load(Ordering::SeqCst) == 8
        );
        let taken = db.read(|tx| async move {
            let sql =
                "SELECT org, count(*) FROM jobs WHERE owner IS NOT NULL GROUP BY org ORDER BY org";
            let rows = tx.dynamic(sql, postrider_store::params![]).await?;
            let pairs = rows.iter().map(|row| Ok((row.int(0)?, row.int(1)?)));
            pairs.collect::<Result<Vec<_>, postrider_store::db::DbError>>()
        });
        assert_eq!(taken.await.unwrap(), [(1, 4), (2, 4)]);
        running.kill().await;
    })
    .await;
}

#[tokio::test]
async fn one_organization_leaves_places_free_that_it_may_not_have() {
    on_each(|db| async move {
        let (worker, time) = (
            Worker::sharing(Act::WaitAtGateFirst, 2),
            Arc::new(AtomicI64::new(START)),
        );
        enqueue(&db, 0..40, START - 1000).await;
        let running = Running::start(&db, &time, 7, &worker);
        until!(
            "one has all that it may have",
            worker.turns.load(Ordering::SeqCst) == 2
        );
        enqueue_for(&db, OTHER, 100..101, START).await;
        until!(
            "the other has a place at once",
            worker.turns.load(Ordering::SeqCst) == 3
        );
        worker.gate.add_permits(100);
        until!("all are done", notes(&db).await.len() == 82);
        running.stop().await;
    })
    .await;
}
