//! The pool of PostgreSQL when connections, callers and the server come and go.

use std::sync::Arc;
use std::time::{Duration, Instant};

use postrider_store::db::{Db, DbError, Tx};
use postrider_store::{params, statements};
use tokio::sync::{Notify, oneshot};

use crate::harness::{ADD, Fresh, add, names, on_postgres};
use crate::proxy::behind_proxy;

statements! {
    EVERY_COLUMN = "SELECT * FROM shapes";
}

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

/// The server answers COMMIT in a failed transaction as if all were well, and the failure of a statement
/// that nobody waits for shows nowhere else.
#[tokio::test]
async fn a_statement_that_was_not_awaited_is_no_success() {
    on_postgres(|db| async move {
        let careless = |tx: Tx| async move {
            tx.execute(&ADD, params![1, 1, "lost"]).await?;
            let failing = tx.dynamic("SELECT 1 / length(CAST(pg_sleep(0.2) AS TEXT))", params![]);
            let _ = tokio::time::timeout(Duration::from_millis(20), failing).await;
            Ok::<_, DbError>(())
        };
        let answer = db.write(careless).await;
        let message = answer.unwrap_err().to_string();
        assert!(message.contains("not awaited"), "{message}");
        add(&db, 2, "kept").await.unwrap();
        assert_eq!(names(&db).await, ["kept"]);
    })
    .await;
}

/// The server's process that answers.
pub(super) async fn backend(tx: &Tx) -> Result<i64, DbError> {
    let pid = "SELECT CAST(pg_backend_pid() AS BIGINT)";
    tx.dynamic(pid, params![]).await?[0].int(0)
}

async fn cut(db: &Db, pid: i64) {
    let sql = "SELECT pg_terminate_backend(CAST($1 AS INTEGER))";
    let cut = db.write(move |tx| async move { tx.dynamic(sql, params![pid]).await });
    cut.await.unwrap();
}

#[tokio::test]
async fn a_read_keeps_its_answer_when_its_connection_goes_afterwards() {
    on_postgres(|db| async move {
        let other = db.clone();
        let answer: Result<(), Refusal> = db
            .read(|tx| async move {
                cut(&other, backend(&tx).await?).await;
                tokio::time::sleep(Duration::from_millis(100)).await;
                Err(Refusal::NotFound)
            })
            .await;
        assert_eq!(answer, Err(Refusal::NotFound));
        assert_eq!(db.ping().await, Ok(()));
    })
    .await;
}

/// A statement is prepared once a connection; another process may migrate the table meanwhile.
#[tokio::test]
async fn a_statement_survives_a_change_of_its_table() {
    on_postgres(|db| async move {
        let run = |sql: &'static str| {
            let db = db.clone();
            async move {
                let done = db.write(move |tx| async move { tx.dynamic(sql, params![]).await });
                done.await.unwrap();
            }
        };
        let read = |tx: Tx| async move { tx.rows(&EVERY_COLUMN, params![]).await.map(drop) };
        run("CREATE TABLE shapes (id BIGINT)").await;
        assert_eq!(db.write(read).await, Ok(()));
        run("ALTER TABLE shapes ADD COLUMN name TEXT").await;
        assert_eq!(db.write(read).await, Ok(()), "a write is repeated");
        run("ALTER TABLE shapes ADD COLUMN more TEXT").await;
        let first = db.read(read).await;
        assert!(
            matches!(first, Ok(()) | Err(DbError::Unavailable(_))),
            "{first:?}"
        );
        assert_eq!(db.read(read).await, Ok(()));
    })
    .await;
}

#[tokio::test]
async fn closing_waits_for_the_transactions_under_way() {
    on_postgres(|db| async move {
        let started = Arc::new(Notify::new());
        let (begun, busy) = (Arc::clone(&started), db.clone());
        let writing = tokio::spawn(async move {
            let work = move |tx: Tx| {
                let begun = Arc::clone(&begun);
                async move {
                    tx.execute(&ADD, params![1, 1, "a"]).await?;
                    begun.notify_one();
                    tx.dynamic("SELECT 1 FROM pg_sleep(0.3)", params![]).await
                }
            };
            busy.write(work).await
        });
        started.notified().await;
        db.close().await;
        tokio::task::yield_now().await;
        assert!(writing.is_finished());
        assert!(writing.await.unwrap().is_ok());
    })
    .await;
}

#[tokio::test]
async fn texts_made_at_run_time_are_not_kept_by_the_server() {
    on_postgres(|db| async move {
        let kept = db.write(|tx| async move {
            for number in 0..50 {
                tx.dynamic(&format!("SELECT {number}"), params![]).await?;
            }
            let kept =
                "SELECT count(*) FROM pg_prepared_statements WHERE statement ~ '^SELECT [0-9]+$'";
            tx.dynamic(kept, params![]).await?[0].int(0)
        });
        assert_eq!(kept.await, Ok::<_, DbError>(0));
    })
    .await;
}

#[tokio::test]
async fn a_wrong_number_of_parameters_is_our_fault_and_not_the_servers() {
    on_postgres(|db| async move {
        let wrong = db
            .read(|tx| async move { tx.dynamic("SELECT $1::text, $2::text", params!["a"]).await });
        let wrong = wrong.await;
        assert!(matches!(wrong, Err(DbError::Other(_))), "{wrong:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_goes_away_is_unavailable_until_it_is_back() {
    let Some(fresh) = Fresh::postgres().await else {
        return;
    };
    let (proxy, db) = behind_proxy(&fresh).await;
    db.migrate().await.unwrap();
    let ping = db.clone();
    let (under_way, began) = oneshot::channel();
    let under_way = std::sync::Mutex::new(Some(under_way));
    let stuck = tokio::spawn(async move {
        ping.write(move |tx| {
            let under_way = under_way.lock().unwrap().take();
            async move {
                tx.dynamic("SELECT 1", params![]).await?;
                under_way.map(|under_way| under_way.send(()));
                tx.dynamic("SELECT 1 FROM pg_sleep(5)", params![])
                    .await
                    .map(drop)
            }
        })
        .await
    });
    began.await.unwrap();
    proxy.cut();
    let stuck: Result<(), DbError> = stuck.await.unwrap();
    assert!(matches!(stuck, Err(DbError::Unavailable(_))), "{stuck:?}");
    for _ in 0..3 {
        let away = db.ping().await;
        assert!(matches!(away, Err(DbError::Unavailable(_))), "{away:?}");
    }
    proxy.restore();
    let deadline = Instant::now() + Duration::from_secs(5);
    while let Err(error) = db.ping().await {
        assert!(Instant::now() < deadline, "{error}");
    }
    for _ in 0..20 {
        assert_eq!(
            db.ping().await,
            Ok(()),
            "no dead connection is left in the pool"
        );
    }
    db.close().await;
    fresh.remove().await;
}
