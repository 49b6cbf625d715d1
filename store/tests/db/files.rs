//! The files of `SQLite` beside other processes.

use postrider_store::db::{Db, Value};

use crate::harness::Fresh;

/// A process that closes the file as its last user removes the write-ahead log, and what others write
/// afterwards is lost. Locks on the file tell it of them; but a process loses all its locks when it closes
/// any handle of the file, even one that never locked it. Newer versions of SQLite look for more than that
/// lock, older ones (a backup with the `sqlite3` of the system) do not.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_open_database_is_locked_against_removal_of_its_log() {
    use std::os::unix::fs::MetadataExt;
    let fresh = Fresh::sqlite();
    let db = fresh.open().await;
    db.migrate().await.unwrap();
    let path = fresh.url.trim_start_matches("sqlite:");
    let file = format!(":{} ", std::fs::metadata(path).unwrap().ino());
    let locks = std::fs::read_to_string("/proc/locks").unwrap();
    let is_shared = |line: &str| line.contains(&file) && line.contains("READ");
    assert!(locks.lines().any(is_shared), "{file}\n{locks}");
    db.close().await;
    fresh.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_can_open_a_new_file_at_once() {
    for _ in 0..10 {
        let fresh = Fresh::sqlite();
        let opening: Vec<_> = (0..12)
            .map(|_| tokio::spawn(Db::open(fresh.options())))
            .collect();
        for opened in opening {
            opened.await.unwrap().unwrap().close().await;
        }
        fresh.remove().await;
    }
}

/// Bytes of the write-ahead log.
fn log_size(fresh: &Fresh) -> u64 {
    let path = fresh.url.trim_start_matches("sqlite:");
    std::fs::metadata(format!("{path}-wal")).map_or(0, |file| file.len())
}

#[tokio::test]
async fn the_log_begins_anew_although_nobody_stops_writing() {
    let fresh = Fresh::sqlite();
    let db = fresh.open().await;
    db.migrate().await.unwrap();
    let create = "CREATE TABLE large (id BIGINT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL)";
    let insert = "INSERT INTO large (id, bytes) VALUES ($1, zeroblob(262144))";
    let run = async |sql: &'static str, values: Vec<Value>| {
        let written = db.write(move |tx| {
            let values = values.clone();
            async move { tx.dynamic(sql, values).await }
        });
        written.await.unwrap();
    };
    run(create, Vec::new()).await;
    for id in 0..600 {
        run(insert, vec![id.into()]).await;
    }
    let size = log_size(&fresh);
    assert!(
        size < 120 << 20,
        "150 MB were written, and the log has {size} bytes"
    );
    db.close().await;
    assert_eq!(log_size(&fresh), 0);
    fresh.remove().await;
}
