use std::time::{Duration, Instant};

use postrider_store::db::{Db, DbError, DbOptions, Dialect, Tx, Value};
use postrider_store::{params, statements};

use crate::harness::{ADD, Fresh, add, clock, names, on_each, on_postgres};

statements! {
    ADD_ORGANIZATION = "INSERT INTO organizations (id, public_id, name, plan, created_at)
        VALUES ($1, $2, 'n', 'free', 0)";
    ADD_KEY = "INSERT INTO api_keys (org, id, public_id, prefix, hash, name, scopes, created_at)
        VALUES (1, $1, $2, $3, CAST('hash' AS {BLOB}), 'n', 'all', 0)";
    SET_META = "INSERT INTO meta (key, value) VALUES ('k', $1)";
}

#[tokio::test]
async fn a_taken_key_has_the_same_name_on_both() {
    on_each(|db| async move {
        let conflict = |answer: Result<u64, DbError>| match answer {
            Err(DbError::Conflict { constraint }) => constraint,
            other => panic!("{other:?}"),
        };
        let twice = |tx: Tx| async move {
            tx.execute(&ADD_ORGANIZATION, params![1, "org_a"]).await?;
            tx.execute(&ADD_ORGANIZATION, params![2, "org_a"]).await
        };
        assert_eq!(conflict(db.write(twice).await), "organizations__public_id");
        let twice = |tx: Tx| async move {
            tx.execute(&ADD_KEY, params![1, "key_a", "aaaa"]).await?;
            tx.execute(&ADD_KEY, params![2, "key_a", "bbbb"]).await
        };
        assert_eq!(conflict(db.write(twice).await), "api_keys__org__public_id");
        let twice = |tx: Tx| async move {
            tx.execute(&ADD_KEY, params![1, "key_a", "aaaa"]).await?;
            tx.execute(&ADD_KEY, params![1, "key_b", "bbbb"]).await
        };
        assert_eq!(conflict(db.write(twice).await), "api_keys__org__id");
        let twice = |tx: Tx| async move {
            tx.execute(&SET_META, params!["a"]).await?;
            tx.execute(&SET_META, params!["b"]).await
        };
        assert_eq!(conflict(db.write(twice).await), "meta__key");
    })
    .await;
}

#[tokio::test]
async fn a_null_in_a_required_column_is_no_conflict() {
    on_each(|db| async move {
        let refused = db
            .write(|tx| async move { tx.execute(&SET_META, params![None::<&str>]).await })
            .await;
        assert!(matches!(refused, Err(DbError::Other(_))), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_unavailable_until_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let options = DbOptions::new(format!("sqlite:{}/a.db", data.display()), clock());
    let opened = Db::open(options.clone()).await;
    assert!(matches!(opened, Err(DbError::Unavailable(_))));
    std::fs::create_dir(&data).unwrap();
    Db::open(options).await.unwrap().close().await;
}

/// Makes the writer's own connection behave as on a full or a read-only disk.
async fn pragma(db: &Db, sql: &'static str) {
    let set = db.write(move |tx| async move { tx.dynamic(sql, params![]).await });
    set.await.unwrap();
}

#[tokio::test]
async fn a_read_only_file_is_unavailable_and_can_still_be_read() {
    let fresh = Fresh::sqlite();
    let db = fresh.open().await;
    db.migrate().await.unwrap();
    pragma(&db, "PRAGMA query_only = ON").await;
    let set = |tx: Tx| async move { tx.execute(&SET_META, params!["a"]).await };
    for _ in 0..3 {
        assert!(matches!(db.write(set).await, Err(DbError::Unavailable(_))));
    }
    assert_eq!(db.ping().await, Ok(()));
    db.close().await;
    let db = fresh.open().await;
    assert_eq!(db.write(set).await, Ok(1));
    db.close().await;
    fresh.remove().await;
}

#[tokio::test]
async fn a_full_disk_is_unavailable_and_recovers() {
    on_each(|db| async move {
        if db.dialect() != Dialect::Sqlite {
            return;
        }
        pragma(&db, "PRAGMA max_page_count = 1").await;
        let large =
            |tx: Tx| async move { tx.execute(&ADD, params![1, 1, "x".repeat(1 << 20)]).await };
        let full = db.write(large).await;
        assert!(matches!(full, Err(DbError::Unavailable(_))), "{full:?}");
        pragma(&db, "PRAGMA max_page_count = 1000000").await;
        db.write(large).await.unwrap();
        assert_eq!(names(&db).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_file_that_another_process_holds_is_busy_and_recovers() {
    let fresh = Fresh::sqlite();
    let mut options = fresh.options();
    options.patience = Duration::from_millis(100);
    let db = Db::open(options).await.unwrap();
    db.migrate().await.unwrap();
    let set = |tx: Tx| async move { tx.execute(&SET_META, params!["a"]).await };

    let other = rusqlite::Connection::open(fresh.url.trim_start_matches("sqlite:")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let started = Instant::now();
    let (a, b, c) = tokio::join!(db.write(set), db.write(set), db.write_bulk(set));
    assert_eq!(
        (a, b, c),
        (Err(DbError::Busy), Err(DbError::Busy), Err(DbError::Busy))
    );
    assert!(
        started.elapsed() < Duration::from_secs(2),
        "nobody waits in line for the same lock"
    );
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(db.write(set).await, Ok(1));
    db.close().await;
    fresh.remove().await;
}

#[tokio::test]
async fn the_files_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let fresh = Fresh::sqlite();
    let db = fresh.open().await;
    db.migrate().await.unwrap();
    let path = fresh.url.trim_start_matches("sqlite:");
    for file in [
        path.to_owned(),
        format!("{path}-wal"),
        format!("{path}-shm"),
    ] {
        assert_eq!(
            std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600,
            "{file}"
        );
    }
    db.close().await;
    assert!(
        !std::fs::exists(format!("{path}-wal")).unwrap(),
        "closing empties the log"
    );
    fresh.remove().await;
}

#[tokio::test]
async fn a_terminated_connection_is_unavailable_and_the_next_call_works() {
    on_postgres(|db| async move {
        let killed = db
            .write(|tx| async move {
                tx.execute(&ADD, params![1, 1, "lost"]).await?;
                tx.dynamic("SELECT pg_terminate_backend(pg_backend_pid())", params![])
                    .await?;
                tx.execute(&ADD, params![1, 2, "lost"]).await
            })
            .await;
        assert!(matches!(killed, Err(DbError::Unavailable(_))), "{killed:?}");
        add(&db, 3, "kept").await.unwrap();
        assert_eq!(names(&db).await, ["kept"]);
    })
    .await;
}

#[tokio::test]
async fn the_pool_recovers_when_every_connection_was_cut() {
    on_postgres(|db| async move {
        let pid = |tx: Tx| async move {
            let pid = "SELECT CAST(pg_backend_pid() AS BIGINT) FROM pg_sleep(0.05)";
            tx.dynamic(pid, params![]).await?[0].int(0)
        };
        let (a, b, c) = tokio::join!(db.read(pid), db.read(pid), db.read(pid));
        let pids = [a.unwrap(), b.unwrap(), c.unwrap()];
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid IN {ints}($1) AND pid <> pg_backend_pid()";
        let cut = db
            .write(move |tx| async move { tx.dynamic(cut, params![Value::ints(pids)]).await })
            .await;
        assert_eq!(cut.unwrap().len(), 2);
        let deadline = Instant::now() + Duration::from_secs(5);
        loop {
            match add(&db, 1, "kept").await {
                Ok(_) => break,
                Err(DbError::Unavailable(_)) if Instant::now() < deadline => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(names(&db).await, ["kept"]);
    })
    .await;
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unavailable() {
    let mut options = DbOptions::new("postgres://nobody@127.0.0.1:1/none", clock());
    options.patience = Duration::from_millis(500);
    assert!(matches!(
        Db::open(options).await,
        Err(DbError::Unavailable(_))
    ));
    let unknown = Db::open(DbOptions::new("mysql://secret@x", clock()))
        .await
        .err()
        .unwrap();
    assert!(!unknown.to_string().contains("secret"));
}
