//! Closures that share a commit on the writer's thread of `SQLite`.

use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use postrider_store::db::{Db, DbError, Dialect, Tx};
use postrider_store::{params, statements};
use tokio::task::JoinHandle;

use crate::harness::{ADD, add, names, on_each};

statements! {
    ADD_CHILD = "INSERT INTO children (id, note) VALUES (1, $1)";
}

/// The note is looked for when the transaction commits.
const CHILDREN: &str = "CREATE TABLE children (id BIGINT NOT NULL PRIMARY KEY,
    note BIGINT NOT NULL, FOREIGN KEY (note) REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)";
const PARENTS: &str = "CREATE TABLE parents (id BIGINT NOT NULL PRIMARY KEY)";

/// Keeps the writer busy, so that what is written meanwhile waits and then shares a commit.
struct Plug {
    release: mpsc::Sender<()>,
    held: JoinHandle<Result<(), DbError>>,
}

impl Plug {
    async fn new(db: &Db) -> Self {
        let (started, is_started) = mpsc::channel();
        let (release, released) = mpsc::channel();
        let (db, released) = (db.clone(), Mutex::new(released));
        let held = tokio::spawn(async move {
            db.write_bulk(move |_| {
                started.send(()).unwrap();
                released.lock().unwrap().recv().unwrap();
                async { Ok(()) }
            })
            .await
        });
        while is_started.try_recv().is_err() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Self { release, held }
    }

    async fn pull(self) {
        self.release.send(()).unwrap();
        // Those who waited share its commit, and its fate.
        let _ = self.held.await.unwrap();
    }
}

async fn on_sqlite<F, Fut>(test: F)
where
    F: Fn(Db) -> Fut,
    Fut: Future<Output = ()> + Send + 'static,
{
    on_each(|db| {
        let test = (db.dialect() == Dialect::Sqlite).then(|| test(db));
        async move {
            if let Some(test) = test {
                test.await;
            }
        }
    })
    .await;
}

async fn dynamic(db: &Db, sql: &'static str) {
    let done = db.write(move |tx| async move { tx.dynamic(sql, params![]).await });
    done.await.unwrap();
}

#[tokio::test]
async fn a_failing_commit_fails_its_whole_group_and_nobody_after() {
    on_sqlite(|db| async move {
        dynamic(&db, PARENTS).await;
        dynamic(&db, CHILDREN).await;
        let (a, orphan, b) = loop {
            let orphan = |tx: Tx| async move { tx.execute(&ADD_CHILD, params![7]).await };
            let plug = Plug::new(&db).await;
            let (a, orphan, b, ()) = tokio::join!(
                add(&db, 1, "a"),
                db.write(orphan),
                add(&db, 2, "b"),
                plug.pull()
            );
            if a.is_err() && b.is_err() {
                break (a, orphan, b);
            }
            // A busy machine ended the group early: it is bounded in time. Try again.
            dynamic(&db, "DELETE FROM notes").await;
        };
        for answer in [a, orphan, b] {
            let message = answer.unwrap_err().to_string();
            assert!(message.contains("FOREIGN KEY"), "{message}");
        }
        assert!(names(&db).await.is_empty());
        assert_eq!(add(&db, 3, "c").await, Ok(1));
        assert_eq!(names(&db).await, ["c"]);
    })
    .await;
}

#[tokio::test]
async fn a_disk_that_fills_up_within_a_group_loses_nothing_that_was_answered() {
    on_sqlite(|db| async move {
        dynamic(&db, "PRAGMA max_page_count = 1").await;
        let large =
            |tx: Tx| async move { tx.execute(&ADD, params![1, 9, "x".repeat(1 << 22)]).await };
        let plug = Plug::new(&db).await;
        let (a, full, b, ()) = tokio::join!(
            add(&db, 1, "a"),
            db.write(large),
            add(&db, 2, "b"),
            plug.pull()
        );
        assert!(matches!(full, Err(DbError::Unavailable(_))), "{full:?}");
        let answered: Vec<_> = [(a, "a"), (b, "b")]
            .into_iter()
            .filter_map(|(answer, name)| answer.is_ok().then_some(name))
            .collect();
        assert_eq!(names(&db).await, answered);
        dynamic(&db, "PRAGMA max_page_count = 1000000").await;
        assert_eq!(add(&db, 3, "c").await, Ok(1));
    })
    .await;
}

#[tokio::test]
async fn a_savepoint_left_open_ends_with_its_closure() {
    on_sqlite(|db| async move {
        let work = |id: i64, refuse: Option<DbError>| {
            move |tx: Tx| {
                let refuse = refuse.clone();
                async move {
                    tx.dynamic("SAVEPOINT mine", params![]).await?;
                    tx.execute(&ADD, params![1, id, format!("{id}")]).await?;
                    refuse.map_or(Ok(()), Err)
                }
            }
        };
        let refusal = DbError::Other("no".to_owned());
        let plug = Plug::new(&db).await;
        let (a, b, c, d, ()) = tokio::join!(
            db.write(work(1, None)),
            db.write(work(2, Some(refusal.clone()))),
            db.write(work(3, None)),
            add(&db, 4, "4"),
            plug.pull()
        );
        assert_eq!((a, b, c, d), (Ok(()), Err(refusal), Ok(()), Ok(1)));
        assert_eq!(names(&db).await, ["1", "3", "4"]);
    })
    .await;
}

#[tokio::test]
async fn a_write_whose_caller_has_gone_before_its_turn_is_skipped() {
    on_sqlite(|db| async move {
        let plug = Plug::new(&db).await;
        let gone = tokio::time::timeout(Duration::from_millis(5), add(&db, 1, "gone")).await;
        assert!(gone.is_err());
        let (kept, ()) = tokio::join!(add(&db, 2, "kept"), plug.pull());
        assert_eq!(kept, Ok(1));
        assert_eq!(names(&db).await, ["kept"]);
    })
    .await;
}

#[tokio::test]
async fn what_waits_when_the_database_is_closed_is_still_done() {
    on_sqlite(|db| async move {
        let plug = Plug::new(&db).await;
        let bulk = |tx: Tx| async move { tx.execute(&ADD, params![1, 3, "c"]).await };
        let (a, b, c, (), ()) = tokio::join!(
            add(&db, 1, "a"),
            add(&db, 2, "b"),
            db.write_bulk(bulk),
            db.close(),
            plug.pull()
        );
        assert_eq!((a, b, c), (Ok(1), Ok(1), Ok(1)));
        let late = add(&db, 4, "late").await;
        assert!(matches!(late, Err(DbError::Unavailable(_))), "{late:?}");
    })
    .await;
}

#[derive(Debug)]
struct Explosive;

impl From<DbError> for Explosive {
    fn from(_: DbError) -> Self {
        panic!("an error type of the caller's own panics");
    }
}

/// The closure answers `Ok` although a statement failed: the thread makes the caller's error itself.
async fn explode(tx: Tx) -> Result<(), Explosive> {
    assert!(tx.dynamic("nonsense", params![]).await.is_err());
    Ok(())
}

#[tokio::test]
async fn a_panic_outside_the_closure_does_not_end_the_thread() {
    on_sqlite(|db| async move {
        for _ in 0..5 {
            for lane in 0..4 {
                let db = db.clone();
                let panicking = tokio::spawn(async move {
                    match lane {
                        0 => db.write(explode).await,
                        1 => db.write_bulk(explode).await,
                        2 => db.read(explode).await,
                        _ => db.read_heavy(explode).await,
                    }
                });
                let _ = tokio::time::timeout(Duration::from_secs(1), panicking).await;
            }
        }
        let patient = |answer| tokio::time::timeout(Duration::from_secs(5), answer);
        assert_eq!(patient(add(&db, 1, "a")).await, Ok(Ok(1)));
        let heavy = |tx: Tx| async move { tx.dynamic("SELECT 1", params![]).await.map(drop) };
        let heavy = tokio::time::timeout(Duration::from_secs(5), db.read_heavy(heavy));
        assert_eq!(heavy.await, Ok(Ok(())));
        assert_eq!(names(&db).await, ["a"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bulk_work_goes_on_under_interactive_load() {
    on_sqlite(|db| async move {
        let until = Instant::now() + Duration::from_millis(800);
        let next = Arc::new(std::sync::atomic::AtomicI64::new(0));
        let mut callers = Vec::new();
        for _ in 0..32 {
            let (db, next) = (db.clone(), Arc::clone(&next));
            callers.push(tokio::spawn(async move {
                while Instant::now() < until {
                    let id = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    add(&db, id, "quick").await.unwrap();
                }
            }));
        }
        let mut units = 0;
        while Instant::now() < until {
            let unit =
                db.write_bulk(|tx| async move { tx.execute(&ADD, params![2, 0, "x"]).await });
            let _ = unit.await;
            units += 1;
        }
        for caller in callers {
            caller.await.unwrap();
        }
        println!("{next:?} interactive closures beside {units} units of bulk work");
        assert!(units >= 2, "{units}");
    })
    .await;
}
