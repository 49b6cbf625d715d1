//! Jobs are done once, whatever dies.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use postrider_store::db::{Db, DbError, Tx};
use postrider_store::{jobs, processes};

use crate::harness::on_each;
use crate::worker::{Act, KIND, Running, Worker, enqueue, notes, pass, until};

const START: i64 = 1_768_435_200_000;

fn time() -> Arc<AtomicI64> {
    Arc::new(AtomicI64::new(START))
}

async fn backlog(db: &Db) -> (i64, i64) {
    db.read(|tx| async move { measured(&tx).await })
        .await
        .unwrap()
}

/// How many jobs wait, and how many run.
async fn measured(tx: &Tx) -> Result<(i64, i64), DbError> {
    let kinds = jobs::measure(tx).await?;
    let counts = kinds.first().map(|kind| (kind.waiting, kind.running));
    Ok(counts.unwrap_or_default())
}

#[tokio::test]
async fn a_job_is_done_in_pieces_and_gone() {
    on_each(|db| async move {
        let worker = Worker::new(Act::Work);
        let running = Running::start(&db, &time(), 7, &worker);
        enqueue(&db, 1..2, START).await;
        enqueue(&db, 1..2, START).await;
        until!("both notes", notes(&db).await.len() == 2);
        running.stop().await;
        assert_eq!(notes(&db).await, ["first 1", "last 1"]);
        assert_eq!(backlog(&db).await, (0, 0));
    })
    .await;
}

#[tokio::test]
async fn a_job_waits_for_its_time() {
    on_each(|db| async move {
        let (worker, time) = (Worker::new(Act::Work), time());
        enqueue(&db, 1..2, START + 60_000).await;
        enqueue(&db, 2..3, START).await;
        let running = Running::start(&db, &time, 7, &worker);
        until!("the one that is due", notes(&db).await.len() == 2);
        assert_eq!(notes(&db).await, ["first 2", "last 2"]);
        pass(&db, &time, 60_000).await;
        until!("the other", notes(&db).await.len() == 4);
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn what_fails_is_tried_later_and_given_up_at_last() {
    for act in [Act::Fail, Act::Panic] {
        on_each(move |db| async move {
            let (worker, time) = (Worker::new(act), time());
            enqueue(&db, 1..2, START).await;
            let running = Running::start(&db, &time, 7, &worker);
            for turn in 1..=12 {
                until!(
                    "another turn",
                    worker.turns.load(Ordering::SeqCst) == turn && backlog(&db).await.1 == 0
                );
                pass(&db, &time, 10 * 60_000).await;
            }
            until!("the end", !notes(&db).await.is_empty());
            running.stop().await;
            assert_eq!(notes(&db).await, ["gave up 1"]);
            assert_eq!(backlog(&db).await, (0, 0));
        })
        .await;
    }
}

#[tokio::test]
async fn two_processes_do_every_job_once() {
    on_each(|db| async move {
        let (one, other, time) = (Worker::new(Act::Work), Worker::new(Act::Work), time());
        let running = [
            Running::start(&db, &time, 7, &one),
            Running::start(&db, &time, 8, &other),
        ];
        enqueue(&db, 0..100, START).await;
        enqueue(&db, 100..200, START).await;
        until!("all notes", notes(&db).await.len() >= 400);
        for running in running {
            running.stop().await;
        }
        let mut found = notes(&db).await;
        found.dedup();
        assert_eq!(found.len(), 400);
    })
    .await;
}

#[tokio::test]
async fn a_stop_gives_the_job_back_at_once() {
    on_each(|db| async move {
        let (worker, time) = (Worker::new(Act::WaitAtGate), time());
        enqueue(&db, 1..2, START).await;
        let running = Running::start(&db, &time, 7, &worker);
        until!("the first piece", notes(&db).await.len() == 1);
        running.stop().await;
        assert_eq!(backlog(&db).await, (1, 0));
        *worker.act.lock().unwrap() = Act::Work;
        let next = Running::start(&db, &time, 8, &worker);
        until!("the rest", notes(&db).await.contains(&"last 1".to_owned()));
        next.stop().await;
        assert_eq!(backlog(&db).await, (0, 0));
    })
    .await;
}

#[tokio::test]
async fn the_dead_are_replaced_when_their_lease_ends_and_by_themselves_at_once() {
    on_each(|db| async move {
        let (worker, time) = (Worker::new(Act::WaitAtGate), time());
        enqueue(&db, 1..2, START).await;
        let killed = Running::start(&db, &time, 7, &worker);
        until!("the first piece", notes(&db).await.len() == 1);
        killed.kill().await;
        let other = Running::start(&db, &time, 8, &worker);
        let before = worker.looks.load(Ordering::SeqCst);
        // The second look begins when the first has ended.
        until!("a whole look of the other", {
            pass(&db, &time, 0).await;
            worker.looks.load(Ordering::SeqCst) >= before + 2
        });
        assert_eq!(
            worker.turns.load(Ordering::SeqCst),
            1,
            "the lease still holds"
        );
        pass(&db, &time, 30_000).await;
        until!("a second turn", worker.turns.load(Ordering::SeqCst) == 2);
        other.kill().await;
        let again = Running::start(&db, &time, 8, &worker);
        until!("a third turn", worker.turns.load(Ordering::SeqCst) == 3);
        // The killed ones go on as well, in this test, and find that they have lost.
        worker.gate.add_permits(3);
        until!("the end", notes(&db).await.contains(&"last 1".to_owned()));
        again.stop().await;
        let lasts = notes(&db)
            .await
            .iter()
            .filter(|note| *note == "last 1")
            .count();
        assert_eq!(lasts, 1);
    })
    .await;
}

#[tokio::test]
async fn whoever_lost_its_lease_commits_nothing_more() {
    on_each(|db| async move {
        let (slow, quick, time) = (Worker::new(Act::WaitAtGate), Worker::new(Act::Work), time());
        enqueue(&db, 1..2, START).await;
        // Its clock stands still, so it neither beats nor sees that its time is over.
        let stalled = Running::start(&db, &Arc::new(AtomicI64::new(START)), 7, &slow);
        until!("the first piece", notes(&db).await.len() == 1);
        pass(&db, &time, 30_000).await;
        let other = Running::start(&db, &time, 8, &quick);
        until!(
            "the other has done it",
            notes(&db).await.contains(&"last 1".to_owned())
        );
        slow.gate.add_permits(1);
        until!(
            "the first one notices",
            slow.lost.load(Ordering::SeqCst) == 1 || slow.gate.available_permits() == 1
        );
        stalled.stop().await;
        other.stop().await;
        let lasts = notes(&db)
            .await
            .iter()
            .filter(|note| *note == "last 1")
            .count();
        assert_eq!(lasts, 1);
    })
    .await;
}

async fn alive(db: &Db) -> usize {
    let alive = db.read(|tx| async move { processes::seen_since(&tx, START).await });
    alive.await.unwrap().len()
}

#[tokio::test]
async fn processes_join_and_leave() {
    on_each(|db| async move {
        let worker = Worker::new(Act::Work);
        let running = Running::start(&db, &time(), 7, &worker);
        until!("one process", alive(&db).await == 1);
        running.stop().await;
        assert_eq!(alive(&db).await, 0);
    })
    .await;
}

#[tokio::test]
async fn tries_with_progress_do_not_count() {
    on_each(|db| async move {
        let (worker, time) = (Worker::new(Act::FailAfterPiece), time());
        enqueue(&db, 1..2, START).await;
        let running = Running::start(&db, &time, 7, &worker);
        for turn in 1..=15 {
            until!(
                "another turn",
                worker.turns.load(Ordering::SeqCst) == turn && backlog(&db).await.1 == 0
            );
            // The delay stays the first one.
            pass(&db, &time, 1_000).await;
        }
        running.stop().await;
        assert!(!notes(&db).await.contains(&"gave up 1".to_owned()));
    })
    .await;
}

/// Lets the time of a job that waits come, and no more than that. Both are read in one snapshot: of two, the first may
/// still see the lease of the dead, and a leap to its end would end the lease of the living.
async fn come(db: &Db, time: &AtomicI64) {
    let read = db.read(|tx| async move {
        let due = jobs::claim::next_due(&tx, &[KIND]).await?;
        let due = due.first().map(|due| due.due_at);
        Ok::<_, DbError>((due, measured(&tx).await?))
    });
    let (due, counts) = read.await.unwrap();
    let wait = due.map_or(0, |due| due - time.load(Ordering::SeqCst));
    if wait > 0 && counts == (1, 0) {
        pass(db, time, wait).await;
    }
}

#[tokio::test]
async fn a_job_that_ends_its_process_is_given_up_in_the_end() {
    on_each(|db| async move {
        let (worker, time) = (Worker::new(Act::WaitAtGateFirst), time());
        enqueue(&db, 1..2, START).await;
        for life in 1..=12 {
            let running = Running::start(&db, &time, 7, &worker);
            until!("a turn", {
                come(&db, &time).await;
                worker.turns.load(Ordering::SeqCst) == life
            });
            running.kill().await;
        }
        let running = Running::start(&db, &time, 7, &worker);
        until!("the end", {
            come(&db, &time).await;
            notes(&db).await == ["gave up 1"]
        });
        running.stop().await;
        assert_eq!(worker.turns.load(Ordering::SeqCst), 12);
    })
    .await;
}
