//! Bytes that organizations keep: counted, bounded and given back.

use postrider_store::db::{Db, DbError};
use postrider_store::{params, storage};

use crate::harness::{Fresh, on_each};

/// What was kept before anybody counted.
const KEPT_BEFORE: [&str; 3] = [
    "INSERT INTO assets (org, brand, id, public_id, kind, name, url, sha256, width, height, bytes, content_type, added_at)
     VALUES (1, 1, 1, 'a', 'upload', 'a.png', 'https://mail.test/a.png', CAST('a' AS {BLOB}), 1, 1, 100, 'image/png', 1),
            (1, 2, 2, 'b', 'upload', 'b.png', 'https://mail.test/b.png', CAST('b' AS {BLOB}), 1, 1, 20, 'image/png', 1),
            (2, 3, 3, 'c', 'upload', 'c.png', 'https://mail.test/c.png', CAST('c' AS {BLOB}), 1, 1, 7, 'image/png', 1)",
    "INSERT INTO imports (org, brand, id, public_id, status, total_rows, processed_rows, created, updated, failed,
        skipped, errors, created_at, completed_at, source, position)
     VALUES (1, 1, 1, 'r', 'running', 1, 0, 0, 0, 0, 0, '[]', 1, NULL, '{\"object\":\"imports/r\",\"bytes\":3000}', 0)",
    "INSERT INTO imports (org, brand, id, public_id, status, total_rows, processed_rows, created, updated, failed,
        skipped, errors, created_at, completed_at, source, position)
     VALUES (1, 1, 2, 'd', 'completed', 1, 1, 1, 0, 0, 0, '[]', 1, 2, '{\"object\":\"imports/d\",\"bytes\":50000}', 0)",
];

async fn take(db: &Db, org: i64, bytes: i64, limit: Option<i64>) -> bool {
    let taken = db.write(move |tx| async move { storage::take(&tx, org, bytes, limit).await });
    taken.await.unwrap()
}

async fn used(db: &Db, org: i64) -> i64 {
    let used = db.read(move |tx| async move { storage::used(&tx, org).await });
    used.await.unwrap()
}

#[tokio::test]
async fn bytes_are_counted_up_to_the_limit_and_given_back() {
    on_each(|db| async move {
        assert!(take(&db, 1, 60, Some(100)).await);
        assert!(!take(&db, 1, 41, Some(100)).await);
        assert_eq!(used(&db, 1).await, 60);
        assert!(take(&db, 1, 40, Some(100)).await);
        // One that is over its limit may still keep nothing more, and nothing is no more.
        assert!(take(&db, 1, 0, Some(10)).await);
        assert!(take(&db, 2, 1000, None).await);
        let back = db.write(|tx| async move { storage::give_back(&tx, 1, 30).await });
        back.await.unwrap();
        assert_eq!((used(&db, 1).await, used(&db, 2).await), (70, 1000));
        let all = db.read(|tx| async move { storage::used_by_all(&tx).await });
        assert_eq!(all.await, Ok(1070));
    })
    .await;
}

#[tokio::test]
async fn of_many_that_ask_for_the_last_byte_one_gets_it() {
    on_each(|db| async move {
        let asking = (0..20).map(|_| {
            let db = db.clone();
            tokio::spawn(async move { take(&db, 1, 10, Some(35)).await })
        });
        let mut taken = 0;
        for asked in asking.collect::<Vec<_>>() {
            taken += usize::from(asked.await.unwrap());
        }
        assert_eq!((taken, used(&db, 1).await), (3, 30));
    })
    .await;
}

#[tokio::test]
async fn what_was_kept_before_is_counted_by_the_migration() {
    for fresh in Fresh::each().await {
        let db = fresh.open().await;
        db.migrate_first(7).await.unwrap();
        let filled = db.write(|tx| async move {
            for statement in KEPT_BEFORE {
                tx.dynamic(statement, params![]).await?;
            }
            Ok::<_, DbError>(())
        });
        filled.await.unwrap();
        db.migrate().await.unwrap();
        assert_eq!((used(&db, 1).await, used(&db, 2).await), (3120, 7));
        db.close().await;
        fresh.remove().await;
    }
}
