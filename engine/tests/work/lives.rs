//! What an earlier life of a process still says after the next has begun. A database may finish a commit long after
//! its client is gone.

use std::sync::{Arc, Mutex};

use postrider_engine::jobs::{Folder, Process};
use postrider_store::db::{Clock, Db, DbError};
use postrider_store::jobs::claim::{self, Claimant};
use postrider_store::jobs::{self, Claimed};
use postrider_store::params;
use tokio::sync::oneshot;

use crate::harness::{on_each, on_postgres};
use crate::worker::{BRAND, KIND, enqueue, new_life, until};

const START: i64 = 1_768_435_200_000;
const LEASE_MS: i64 = 20_000;

/// Those that wait for a process's row.
const WAITING: &str = "
    SELECT count(*) FROM pg_locks WHERE locktype = 'tuple' AND relation = CAST('processes' AS regclass)";

async fn begin(db: &Db) -> Process {
    let (process, clock): (_, Clock) = (new_life(7, START), Arc::new(|| START));
    process.join(db, &clock, Folder::Same).await.unwrap();
    process
}

fn claimant(process: &Process) -> Claimant {
    Claimant {
        owner: process.number,
        life: process.life,
        now: START,
        lease_until: START + LEASE_MS,
    }
}

async fn claim(db: &Db, process: &Process) -> Vec<Claimed> {
    let by = claimant(process);
    db.write(move |tx| async move { claim::claim(&tx, KIND, by, &[(BRAND.org, 8)]).await })
        .await
        .unwrap()
}

#[tokio::test]
async fn a_life_that_has_ended_takes_nothing_more() {
    on_each(|db| async move {
        let dead = begin(&db).await;
        let alive = begin(&db).await;
        enqueue(&db, 1..2, START).await;
        assert_eq!(claim(&db, &dead).await, []);
        assert_eq!(claim(&db, &alive).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_life_that_has_ended_keeps_nothing_that_it_had_taken() {
    on_each(|db| async move {
        let dead = begin(&db).await;
        enqueue(&db, 1..2, START).await;
        let taken = claim(&db, &dead).await[0].key;
        let alive = begin(&db).await;
        let late = db.write(move |tx| async move {
            let held = jobs::renew(&tx, &[taken], START + LEASE_MS).await?;
            let is_extended = jobs::progress(&tx, taken, START + LEASE_MS).await?;
            Ok::<_, DbError>((held, is_extended, jobs::finish(&tx, taken).await?))
        });
        assert_eq!(late.await, Ok((Vec::new(), false, false)));
        assert_eq!(claim(&db, &alive).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_claim_that_is_committed_after_the_next_life_began_is_free_again() {
    on_postgres(|db| async move {
        let dead = begin(&db).await;
        enqueue(&db, 1..2, START).await;
        let ((said, taken), (commit, asked)) = (oneshot::channel(), oneshot::channel());
        let hooks = Arc::new(Mutex::new(Some((said, asked))));
        let (late, by) = (db.clone(), claimant(&dead));
        let late = tokio::spawn(async move {
            late.write(move |tx| {
                let hooks = hooks.lock().unwrap().take();
                async move {
                    let claimed = claim::claim(&tx, KIND, by, &[(BRAND.org, 8)]).await?;
                    let (said, asked) = hooks.expect("it runs once");
                    said.send(claimed.len()).unwrap();
                    asked.await.unwrap();
                    Ok::<_, DbError>(())
                }
            })
            .await
        });
        assert_eq!(taken.await, Ok(1));
        let next = tokio::spawn({
            let db = db.clone();
            async move { begin(&db).await }
        });
        until!("the next life waits or has begun", {
            let waiting = db.read(|tx| async move { tx.dynamic(WAITING, params![]).await });
            next.is_finished() || waiting.await.unwrap()[0].int(0) == Ok(1)
        });
        commit.send(()).unwrap();
        late.await.unwrap().unwrap();
        let next = next.await.unwrap();
        assert_eq!(claim(&db, &next).await.len(), 1);
    })
    .await;
}
