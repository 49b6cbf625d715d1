use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use postrider_store::db::{Db, DbError, Tx};
use postrider_store::params;
use tokio::sync::Barrier;

use crate::harness::{ADD, RENAME, add, names, on_postgres};

/// Renames two rows in the given order; the first run waits in between until the other has its row too.
async fn rename(db: Db, order: [i64; 2], barrier: Arc<Barrier>, runs: Arc<AtomicU32>) {
    let work = move |tx: Tx| {
        let (barrier, is_first) = (
            Arc::clone(&barrier),
            runs.fetch_add(1, Ordering::Relaxed) < 2,
        );
        async move {
            tx.execute(&RENAME, params![order[0], format!("{}", order[0])])
                .await?;
            if is_first {
                barrier.wait().await;
            }
            tx.execute(&RENAME, params![order[1], format!("{}", order[1])])
                .await
        }
    };
    assert_eq!(db.write(work).await, Ok::<_, DbError>(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deadlock_is_repeated() {
    on_postgres(|db| async move {
        add(&db, 1, "a").await.unwrap();
        add(&db, 2, "b").await.unwrap();
        let (barrier, runs) = (Arc::new(Barrier::new(2)), Arc::new(AtomicU32::new(0)));
        let one = rename(db.clone(), [1, 2], Arc::clone(&barrier), Arc::clone(&runs));
        let two = rename(db.clone(), [2, 1], barrier, Arc::clone(&runs));
        let (one, two) = (tokio::spawn(one), tokio::spawn(two));
        one.await.unwrap();
        two.await.unwrap();
        assert_eq!(runs.load(Ordering::Relaxed), 3, "one of the two ran again");
        assert_eq!(names(&db).await, ["1", "2"]);
    })
    .await;
}

const FAIL: &str = "DO $$ BEGIN RAISE EXCEPTION 'forced' USING ERRCODE = '40001'; END $$";

#[tokio::test]
async fn a_serialization_failure_is_repeated_whatever_the_closure_makes_of_it() {
    on_postgres(|db| async move {
        let runs = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&runs);
        let work = move |tx: Tx| {
            let run = counted.fetch_add(1, Ordering::Relaxed);
            async move {
                tx.execute(&ADD, params![1, 1, "a"]).await?;
                if run < 2 {
                    let failed = tx.dynamic(FAIL, params![]).await;
                    failed.map_err(|_| DbError::Other("my own words".to_owned()))?;
                }
                Ok::<_, DbError>(())
            }
        };
        assert_eq!(db.write(work).await, Ok(()));
        assert_eq!(runs.load(Ordering::Relaxed), 3);
        assert_eq!(names(&db).await, ["a"]);
    })
    .await;
}

#[tokio::test]
async fn a_failure_that_does_not_end_is_busy_in_the_end() {
    on_postgres(|db| async move {
        let runs = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&runs);
        let work = move |tx: Tx| {
            counted.fetch_add(1, Ordering::Relaxed);
            async move { tx.dynamic(FAIL, params![]).await.map(drop) }
        };
        assert_eq!(db.write(work).await, Err(DbError::Busy));
        assert_eq!(runs.load(Ordering::Relaxed), 5);
    })
    .await;
}
