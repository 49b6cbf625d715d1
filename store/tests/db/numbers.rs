use std::collections::BTreeSet;

use postrider_store::db::{Db, DbError};

use crate::harness::{Fresh, on_each};

async fn take(db: &Db, count: usize) -> Vec<i64> {
    let taken = db.read(move |tx| async move {
        Ok::<_, DbError>((0..count).map(|_| tx.number()).collect::<Vec<_>>())
    });
    taken.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn numbers_grow_under_eight_threads() {
    on_each(|db| async move {
        let mut tasks = Vec::new();
        for _ in 0..8 {
            let db = db.clone();
            tasks.push(tokio::spawn(async move { take(&db, 10_000).await }));
        }
        let mut all = BTreeSet::new();
        for task in tasks {
            let numbers = task.await.unwrap();
            assert!(numbers.is_sorted_by(|a, b| a < b));
            all.extend(numbers);
        }
        assert_eq!(all.len(), 80_000, "none twice");
        assert!(all.first().unwrap() > &0);
        assert!(take(&db, 1).await[0] > *all.last().unwrap());
    })
    .await;
}

#[tokio::test]
async fn every_process_has_a_node_of_its_own() {
    for fresh in Fresh::each().await {
        let mut nodes = Vec::new();
        for _ in 0..3 {
            let db = fresh.open().await;
            db.migrate().await.unwrap();
            nodes.push(take(&db, 1).await[0] >> 12 & 1023);
            db.close().await;
        }
        assert_eq!(nodes, [1, 2, 3]);
        fresh.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn processes_that_open_at_once_have_nodes_of_their_own() {
    for fresh in Fresh::each().await {
        let opening: Vec<_> = (0..12)
            .map(|_| {
                let options = fresh.options();
                tokio::spawn(async move {
                    let db = Db::open(options).await.unwrap();
                    db.migrate().await.unwrap();
                    let node = take(&db, 1).await[0] >> 12 & 1023;
                    db.close().await;
                    node
                })
            })
            .collect();
        let mut nodes = BTreeSet::new();
        for opened in opening {
            nodes.insert(opened.await.unwrap());
        }
        assert_eq!(nodes, (1..=12).collect());
        fresh.remove().await;
    }
}
