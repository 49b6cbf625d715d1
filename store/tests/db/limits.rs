use std::time::{Duration, Instant};

use postrider_store::db::{DbError, Tx};
use postrider_store::{params, statements};

use crate::harness::on_each;

statements! {
    ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x > 0)
        SELECT count(*) FROM c WHERE x < 0";
}

#[tokio::test]
async fn a_heavy_read_ends_at_its_limit() {
    on_each(|db| async move {
        let started = Instant::now();
        let endless = |tx: Tx| async move { tx.rows(&ENDLESS, params![]).await.map(drop) };
        assert_eq!(db.read_heavy(endless).await, Err(DbError::Timeout));
        assert!(started.elapsed() >= Duration::from_millis(250));
        assert!(started.elapsed() < Duration::from_secs(3));
        assert_eq!(db.ping().await, Ok(()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heavy_reads_leave_a_reader_for_quick_ones() {
    on_each(|db| async move {
        let mut heavy = Vec::new();
        for _ in 0..12 {
            let db = db.clone();
            heavy.push(tokio::spawn(async move {
                let endless = |tx: Tx| async move { tx.rows(&ENDLESS, params![]).await.map(drop) };
                db.read_heavy(endless).await
            }));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        // The quickest of a few: the machine may be busy, but a wait for a heavy read would show in all.
        let mut quickest = Duration::MAX;
        for _ in 0..5 {
            let started = Instant::now();
            assert_eq!(db.ping().await, Ok(()));
            quickest = quickest.min(started.elapsed());
        }
        assert!(quickest < Duration::from_millis(200), "{quickest:?}");
        for read in heavy {
            assert_eq!(read.await.unwrap(), Err(DbError::Timeout));
        }
    })
    .await;
}

#[tokio::test]
async fn many_small_statements_are_limited_like_a_large_one() {
    on_each(|db| async move {
        let started = Instant::now();
        let many = move |tx: Tx| async move {
            let mut number = 0;
            while started.elapsed() < Duration::from_secs(3) {
                number += 1;
                tx.dynamic(&format!("SELECT {number}"), params![]).await?;
            }
            Ok(())
        };
        assert_eq!(db.read_heavy(many).await, Err(DbError::Timeout));
        assert!(started.elapsed() < Duration::from_secs(2));
        assert_eq!(db.ping().await, Ok(()));
    })
    .await;
}

#[tokio::test]
async fn a_transaction_may_set_itself_a_limit_that_ends_with_it() {
    const LIMIT: Duration = Duration::from_millis(100);
    on_each(|db| async move {
        let started = Instant::now();
        let endless = |tx: Tx| async move {
            tx.end_after(LIMIT).await?;
            tx.rows(&ENDLESS, params![]).await.map(drop)
        };
        assert_eq!(db.read(endless).await, Err(DbError::Timeout));
        assert!(started.elapsed() >= LIMIT);
        let many = move |tx: Tx| async move {
            tx.end_after(LIMIT).await?;
            while started.elapsed() < Duration::from_secs(5) {
                tx.dynamic("SELECT 1", params![]).await?;
            }
            Ok(())
        };
        assert_eq!(db.read(many).await, Err(DbError::Timeout));
        assert!(started.elapsed() < Duration::from_secs(3));
        let started = Instant::now();
        let longer = move |tx: Tx| async move {
            while started.elapsed() < 3 * LIMIT {
                tx.dynamic("SELECT 1", params![]).await?;
            }
            Ok::<_, DbError>(())
        };
        assert_eq!(db.read(longer).await, Ok(()));
    })
    .await;
}
