//! Organizations have their turn at the database one after the other, whatever one of them asks for.

use std::sync::{Arc, Mutex};

use postrider_domain::turns::Asker;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::{params, statements};
use tokio::task::JoinHandle;

use crate::harness::{Fresh, on_each};

statements! {
    ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x > 0)
        SELECT count(*) FROM c WHERE x < 0";
}

const ABUSER: Asker = Asker::Organization(1);
const OTHER: Asker = Asker::Organization(2);

/// Who was served, in this order.
type Served = Arc<Mutex<Vec<Asker>>>;

/// A heavy read that takes as long as it may.
fn endless(db: &Db, asker: Asker, served: &Served) -> JoinHandle<Result<(), DbError>> {
    let (db, served) = (db.on_behalf_of(asker), Arc::clone(served));
    tokio::spawn(async move {
        let read = db.read_heavy(move |tx: Tx| async move {
            served.lock().unwrap().push(asker);
            tx.rows(&ENDLESS, params![]).await.map(drop)
        });
        read.await
    })
}

fn served(by: &Served) -> Vec<Asker> {
    by.lock().unwrap().clone()
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..2000 {
        if holds() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("it never came to this: {what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_is_served_before_the_rest_of_one_that_reads_much() {
    on_each(|db| async move {
        let order = Served::default();
        let mut reads: Vec<_> = (0..24).map(|_| endless(&db, ABUSER, &order)).collect();
        until("the first are read", || !served(&order).is_empty()).await;
        let before = served(&order).len();
        reads.push(endless(&db, OTHER, &order));
        until("the other is read", || served(&order).contains(&OTHER)).await;
        for read in &reads {
            read.abort();
        }
        let order = served(&order);
        let at = order.iter().position(|asker| *asker == OTHER).unwrap();
        // All places may still have been on their way to the first of it; after that, two at most.
        assert!(at <= before.max(6) + 2, "{order:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_queue_that_is_full_for_one_takes_others() {
    for fresh in Fresh::each().await {
        let mut options = fresh.options();
        options.slow_queue = 3;
        let db = Db::open(options).await.unwrap();
        db.migrate().await.unwrap();
        let order = Served::default();
        let reads: Vec<_> = (0..24).map(|_| endless(&db, ABUSER, &order)).collect();
        let other = endless(&db, OTHER, &order);
        let mut refused = 0;
        for read in reads {
            match read.await.unwrap() {
                Err(DbError::QueueFull) => refused += 1,
                ended => assert_eq!(ended, Err(DbError::Timeout)),
            }
        }
        assert!(refused > 0);
        assert_eq!(other.await.unwrap(), Err(DbError::Timeout));
        db.close().await;
        fresh.remove().await;
    }
}

/// Closures that wait for the one writer of SQLite, or for connections.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_writes_before_the_rest_of_one_that_writes_much() {
    let fresh = Fresh::sqlite();
    let db = fresh.open().await;
    db.migrate().await.unwrap();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let released = Mutex::new(released);
    let holder = db.clone();
    let (holds, held) = tokio::sync::oneshot::channel();
    let holds = Mutex::new(Some(holds));
    let holding = tokio::spawn(async move {
        let write = holder.write(move |_| {
            holds.lock().unwrap().take().map(|holds| holds.send(()));
            // On purpose: whoever comes meanwhile waits.
            let _ = released.lock().unwrap().recv();
            async move { Ok::<_, DbError>(()) }
        });
        write.await
    });
    held.await.unwrap();
    let order = Served::default();
    let write = |asker: Asker| {
        let (db, order) = (db.on_behalf_of(asker), Arc::clone(&order));
        async move {
            let write = db.write(move |_| {
                order.lock().unwrap().push(asker);
                async move { Ok::<_, DbError>(()) }
            });
            write.await
        }
    };
    let mut writes: Vec<_> = (0..50).map(|_| Box::pin(write(ABUSER))).collect();
    writes.push(Box::pin(write(OTHER)));
    let mut all = futures_util::future::join_all(writes);
    // The first look puts all of them into the queue, in this order.
    assert!(futures_util::poll!(&mut all).is_pending());
    drop(release);
    holding.await.unwrap().unwrap();
    assert!(all.await.into_iter().all(|written| written.is_ok()));
    let at = served(&order).iter().position(|asker| *asker == OTHER);
    assert_eq!(at, Some(1));
    db.close().await;
    fresh.remove().await;
}
