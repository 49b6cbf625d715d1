use std::sync::{Arc, Mutex};
use std::time::Duration;

use postrider_store::db::{DbError, Dialect, Tx};
use postrider_store::params;

use crate::harness::{ADD, NAMES, add, names, on_each};

#[derive(Debug, PartialEq)]
enum Refusal {
    NotFound,
    Db(DbError),
}

impl From<DbError> for Refusal {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

#[tokio::test]
async fn a_closure_that_answers_ok_is_committed() {
    on_each(|db| async move {
        assert_eq!(add(&db, 1, "a").await, Ok(1));
        assert_eq!(names(&db).await, ["a"]);
        assert_eq!(db.ping().await, Ok(()));
    })
    .await;
}

#[tokio::test]
async fn a_closure_that_answers_an_error_of_its_own_is_rolled_back() {
    on_each(|db| async move {
        let refused: Result<(), Refusal> = db
            .write(|tx| async move {
                tx.execute(&ADD, params![1, 1, "a"]).await?;
                Err(Refusal::NotFound)
            })
            .await;
        assert_eq!(refused, Err(Refusal::NotFound));
        assert!(names(&db).await.is_empty());
        add(&db, 1, "b").await.unwrap();
        assert_eq!(names(&db).await, ["b"]);
    })
    .await;
}

#[tokio::test]
async fn a_panic_rolls_back_and_is_an_error() {
    on_each(|db| async move {
        let panicked: Result<(), DbError> = db
            .write(|tx| async move {
                tx.execute(&ADD, params![1, 1, "a"]).await?;
                panic!("no such luck");
            })
            .await;
        let message = panicked.unwrap_err().to_string();
        assert!(message.contains("no such luck"), "{message}");
        let panicked: Result<(), DbError> = db.read(|_| async move { panic!("nor here") }).await;
        assert!(panicked.unwrap_err().to_string().contains("nor here"));
        add(&db, 1, "b").await.unwrap();
        assert_eq!(names(&db).await, ["b"]);
    })
    .await;
}

#[tokio::test]
async fn awaiting_anything_else_in_a_transaction_is_refused_on_sqlite() {
    on_each(|db| async move {
        if db.dialect() == Dialect::Postgres {
            return; // there it would wait, and keep its locks
        }
        let waited: Result<(), DbError> = db
            .write(|tx| async move {
                tx.execute(&ADD, params![1, 1, "a"]).await?;
                std::future::pending().await
            })
            .await;
        let message = waited.unwrap_err().to_string();
        assert!(message.contains("inside a transaction"), "{message}");
        assert!(names(&db).await.is_empty());
        add(&db, 1, "b").await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_handle_is_of_no_use_after_its_closure() {
    on_each(|db| async move {
        let kept: Arc<Mutex<Option<Tx>>> = Arc::default();
        let keep = Arc::clone(&kept);
        let stored: Result<(), DbError> = db
            .write(move |tx| {
                *keep.lock().unwrap() = Some(tx.clone());
                async move { tx.execute(&ADD, params![1, 1, "a"]).await.map(drop) }
            })
            .await;
        stored.unwrap();
        let tx = kept.lock().unwrap().take().unwrap();
        let late = tx.execute(&ADD, params![1, 2, "late"]).await;
        assert_eq!(
            late,
            Err(DbError::Other("the transaction has ended".to_owned()))
        );
        assert_eq!(names(&db).await, ["a"]);
    })
    .await;
}

#[tokio::test]
async fn a_failed_statement_loses_its_transaction_even_if_the_closure_ignores_it() {
    on_each(|db| async move {
        add(&db, 1, "a").await.unwrap();
        let conflict = DbError::Conflict {
            constraint: "notes__org__id".to_owned(),
        };
        let ignored = db
            .write(|tx| async move {
                tx.execute(&ADD, params![1, 2, "b"]).await?;
                let first = tx.execute(&ADD, params![1, 1, "again"]).await;
                let second = tx.execute(&ADD, params![1, 3, "c"]).await;
                assert_eq!(first, second);
                Ok::<_, DbError>(())
            })
            .await;
        assert_eq!(ignored, Err(conflict));
        assert_eq!(names(&db).await, ["a"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failing_closure_in_a_group_hurts_no_other() {
    on_each(|db| async move {
        let mut tasks = Vec::new();
        for id in 0..300_i64 {
            let db = db.clone();
            tasks.push(tokio::spawn(async move {
                db.write(move |tx| async move {
                    tx.execute(&ADD, params![1, id, format!("{id:03}")]).await?;
                    match id % 5 {
                        0 => Err(DbError::Other("refused".to_owned())),
                        1 => panic!("{id} panics"),
                        2 => tx.execute(&ADD, params![1, id, "twice"]).await.map(drop),
                        _ => Ok(()),
                    }
                })
                .await
            }));
        }
        for (task, id) in tasks.into_iter().zip(0..) {
            let answer = task.await.unwrap();
            assert_eq!(answer.is_ok(), id % 5 >= 3, "{id}: {answer:?}");
        }
        let expected: Vec<String> = (0..300)
            .filter(|id| id % 5 >= 3)
            .map(|id| format!("{id:03}"))
            .collect();
        assert_eq!(names(&db).await, expected);
    })
    .await;
}

#[tokio::test]
async fn a_read_sees_one_snapshot_and_cannot_write() {
    on_each(|db| async move {
        add(&db, 1, "a").await.unwrap();
        let written = db
            .read(|tx| async move { tx.execute(&ADD, params![1, 2, "b"]).await })
            .await;
        assert!(
            matches!(written, Err(DbError::Unavailable(_))),
            "{written:?}"
        );
        let counts: Result<(usize, usize), DbError> = db
            .read(|tx| async move {
                let before = tx.rows(&NAMES, params![]).await?.len();
                let after = tx.rows(&NAMES, params![]).await?.len();
                Ok((before, after))
            })
            .await;
        assert_eq!(counts, Ok((1, 1)));
    })
    .await;
}

#[tokio::test]
async fn a_caller_that_goes_away_leaves_no_transaction_behind() {
    on_each(|db| async move {
        if db.dialect() == Dialect::Sqlite {
            return; // there the writer thread finishes what it was given
        }
        for id in 0..20 {
            let halfway = db.write(move |tx| async move {
                tx.execute(&ADD, params![1, id, "gone"]).await?;
                tokio::time::sleep(Duration::from_mins(1)).await;
                Ok::<_, DbError>(())
            });
            let _ = tokio::time::timeout(Duration::from_millis(30), halfway).await;
        }
        add(&db, 1, "a").await.unwrap();
        assert_eq!(names(&db).await, ["a"]);
    })
    .await;
}

#[tokio::test]
async fn a_closed_database_is_unavailable() {
    on_each(|db| async move {
        add(&db, 1, "a").await.unwrap();
        db.close().await;
        assert!(matches!(
            add(&db, 2, "b").await,
            Err(DbError::Unavailable(_))
        ));
        assert!(matches!(db.ping().await, Err(DbError::Unavailable(_))));
    })
    .await;
}

#[tokio::test]
async fn bulk_work_is_done_beside_interactive_work() {
    on_each(|db| async move {
        let bulk = db.clone();
        let bulk = tokio::spawn(async move {
            for id in 100..150_i64 {
                let name = format!("bulk {id}");
                bulk.write_bulk(move |tx| {
                    let name = name.clone();
                    async move { tx.execute(&ADD, params![1, id, name]).await }
                })
                .await
                .unwrap();
            }
        });
        for id in 0..50 {
            add(&db, id, "quick").await.unwrap();
        }
        bulk.await.unwrap();
        assert_eq!(names(&db).await.len(), 100);
    })
    .await;
}

/// The futures can be spawned, whatever a closure holds as long as that can be sent.
#[tokio::test]
async fn a_transaction_can_run_in_a_task_of_its_own() {
    on_each(|db| async move {
        let count = std::cell::Cell::new(0_i64);
        let written = tokio::spawn(async move {
            db.write(move |tx| {
                count.set(count.get() + 1);
                let id = count.get();
                async move { tx.execute(&ADD, params![1, id, "a"]).await }
            })
            .await
        });
        assert_eq!(written.await.unwrap(), Ok::<_, DbError>(1));
    })
    .await;
}
