//! What needs no transaction is asked on connections that many use at the same time.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{join_all, try_join_all};
use postrider_store::db::{Db, DbError};
use postrider_store::params;
use tokio::sync::Semaphore;

use crate::connections::backend;
use crate::harness::{ADD, Fresh, NAMES, add, names, on_postgres};
use crate::proxy::behind_proxy;

async fn shared_backend(db: &Db) -> Result<i64, DbError> {
    db.read_apart(|tx| async move { backend(&tx).await }).await
}

async fn echo(db: &Db, number: i64) -> Result<i64, DbError> {
    let asked = db.read_apart(move |tx| async move {
        let sql = "SELECT CAST($1 AS BIGINT)";
        tx.dynamic(sql, params![number]).await?[0].int(0)
    });
    asked.await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_ask_on_few_while_every_other_connection_is_taken() {
    let Some(fresh) = Fresh::postgres().await else {
        return;
    };
    let mut options = fresh.options();
    options.pool_size = 2;
    let db = Db::open(options).await.unwrap();
    db.migrate().await.unwrap();
    let (begun, go_on) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let held = (0..2).map(|_| {
        let (db, begun, go_on) = (db.clone(), Arc::clone(&begun), Arc::clone(&go_on));
        tokio::spawn(async move {
            db.read(move |tx| async move {
                backend(&tx).await?;
                begun.add_permits(1);
                go_on.acquire().await.unwrap().forget();
                Ok::<_, DbError>(())
            })
            .await
        })
    });
    let held: Vec<_> = held.collect();
    begun.acquire_many(2).await.unwrap().forget();

    let pids = try_join_all((0..200).map(|_| shared_backend(&db))).await;
    let pids: HashSet<i64> = pids.unwrap().into_iter().collect();
    assert!(pids.len() <= 4, "{pids:?}");

    go_on.add_permits(2);
    for read in held {
        read.await.unwrap().unwrap();
    }
    db.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_goes_away_leaves_the_others_their_answers() {
    on_postgres(|db| async move {
        let slow = |db: Db| async move {
            let asked = db.read_apart(|tx| async move {
                tx.dynamic("SELECT 1 FROM pg_sleep(0.05)", params![]).await
            });
            tokio::time::timeout(Duration::from_millis(10), asked)
                .await
                .is_err()
        };
        for round in 0..5 {
            let gone = join_all((0..4).map(|_| slow(db.clone())));
            let numbers = round * 100..round * 100 + 40;
            let asked = try_join_all(numbers.clone().map(|number| echo(&db, number)));
            let (gone, answers) = tokio::join!(gone, asked);
            assert!(gone.contains(&true));
            assert_eq!(answers.unwrap(), numbers.collect::<Vec<_>>());
        }
    })
    .await;
}

#[tokio::test]
async fn one_that_was_cut_is_replaced() {
    on_postgres(|db| async move {
        let pid = shared_backend(&db).await.unwrap();
        let cut = "SELECT pg_terminate_backend(CAST($1 AS INTEGER), 1000)";
        let cut = db.write(move |tx| async move { tx.dynamic(cut, params![pid]).await });
        cut.await.unwrap();
        let mut another = Err(DbError::Busy);
        for _ in 0..100 {
            another = shared_backend(&db).await;
            if another.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_ne!(another.unwrap(), pid);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_waits_for_a_server_that_is_silent_is_told_in_time() {
    let Some(fresh) = Fresh::postgres().await else {
        return;
    };
    let (proxy, db) = behind_proxy(&fresh).await;
    shared_backend(&db).await.unwrap();
    proxy.silence();
    // One after the other they would take 25 seconds.
    let all = join_all((0..50).map(|_| shared_backend(&db)));
    let told = tokio::time::timeout(Duration::from_secs(10), all).await;
    for answer in told.unwrap() {
        assert!(matches!(answer, Err(DbError::Unavailable(_))), "{answer:?}");
    }
    proxy.restore();
    let mut back = Err(DbError::Busy);
    for _ in 0..100 {
        back = shared_backend(&db).await;
        if back.is_ok() {
            break;
        }
    }
    back.unwrap();
}

#[tokio::test]
async fn whoever_holds_a_snapshot_has_a_connection_of_its_own() {
    on_postgres(|db| async move {
        let other = db.clone();
        let read = db.read_apart(|tx| async move {
            let shared = backend(&tx).await?;
            add(&other, 1, "before").await?;
            tx.hold_snapshot().await?;
            let seen = tx.rows(&NAMES, params![]).await?.len();
            add(&other, 2, "after").await?;
            assert_eq!(seen, tx.rows(&NAMES, params![]).await?.len());
            assert_eq!(seen, 1);
            let own = backend(&tx).await?;
            assert_ne!(own, shared);
            // Nobody else works in its transaction, and what it may not do is refused.
            for _ in 0..10 {
                assert_ne!(shared_backend(&other).await?, own);
            }
            let written = tx.execute(&ADD, params![3, 3, "never"]).await;
            assert!(written.is_err());
            Ok::<_, DbError>(())
        });
        assert!(Box::pin(read).await.is_err(), "a statement of it failed");
        assert_eq!(names(&db).await, ["after", "before"]);
    })
    .await;
}
