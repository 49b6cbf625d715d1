use postrider_store::db::Migration;
use postrider_store::db::{DbError, Dialect};
use postrider_store::{params, statements};

use crate::harness::Fresh;

const FIRST: Migration = Migration {
    number: 1,
    name: "first",
    sql: "CREATE TABLE counters (name {KEYTEXT} NOT NULL PRIMARY KEY, value BIGINT NOT NULL);
          INSERT INTO counters (name, value) VALUES ('node', 0); -- it's one line",
};
const SECOND: Migration = Migration {
    number: 2,
    name: "second",
    sql: "CREATE TABLE second (id BIGINT NOT NULL)",
};
const EDITED: Migration = Migration {
    sql: "CREATE TABLE counters (name TEXT)",
    ..FIRST
};
const BROKEN: Migration = Migration {
    number: 2,
    name: "broken",
    sql: "CREATE TABLE half (id BIGINT); SELECT nonsense;",
};

static ONE: &[Migration] = &[FIRST];
static BOTH: &[Migration] = &[FIRST, SECOND];
static WITH_EDITED: &[Migration] = &[EDITED, SECOND];
static WITH_BROKEN: &[Migration] = &[FIRST, BROKEN];

statements! {
    APPLIED = "SELECT number, name FROM migrations ORDER BY number";
}

#[tokio::test]
async fn they_are_applied_once_and_in_order() {
    for fresh in Fresh::each().await {
        let db = fresh.open().await;
        db.migrate_with(ONE).await.unwrap();
        db.migrate_with(ONE).await.unwrap();
        db.migrate_with(BOTH).await.unwrap();
        let rows = db
            .read(|tx| async move { tx.rows(&APPLIED, params![]).await })
            .await
            .unwrap();
        let names: Vec<_> = rows.iter().map(|row| row.text(1).unwrap()).collect();
        assert_eq!(names, ["first", "second"]);
        db.close().await;
        fresh.remove().await;
    }
}

#[tokio::test]
async fn an_edited_one_and_a_newer_database_are_refused() {
    for fresh in Fresh::each().await {
        let db = fresh.open().await;
        db.migrate_with(BOTH).await.unwrap();
        let edited = db.migrate_with(WITH_EDITED).await.unwrap_err().to_string();
        assert_eq!(
            edited,
            "migration 0001_first was edited after it was applied to this database"
        );
        let newer = db.migrate_with(ONE).await.unwrap_err().to_string();
        assert!(
            newer.starts_with("the database is at migration 2, this program knows 1"),
            "{newer}"
        );
        db.close().await;
        fresh.remove().await;
    }
}

#[tokio::test]
async fn a_broken_one_leaves_nothing_behind() {
    for fresh in Fresh::each().await {
        let db = fresh.open().await;
        let broken = db.migrate_with(WITH_BROKEN).await.unwrap_err();
        assert!(
            broken.to_string().starts_with("migration 0002_broken: "),
            "{broken}"
        );
        db.migrate_with(BOTH).await.unwrap();
        let half = db.read(|tx| async move { tx.dynamic("SELECT id FROM half", params![]).await });
        assert!(matches!(half.await, Err(DbError::Other(_))));
        db.close().await;
        fresh.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_together_wait_for_each_other() {
    for fresh in Fresh::each().await {
        let mut starting = Vec::new();
        for _ in 0..6 {
            let options = fresh.options();
            starting.push(tokio::spawn(async move {
                let db = postrider_store::db::Db::open(options).await?;
                db.migrate().await?;
                db.close().await;
                Ok::<_, DbError>(())
            }));
        }
        for started in starting {
            assert_eq!(started.await.unwrap(), Ok(()));
        }
        fresh.remove().await;
    }
}

#[tokio::test]
async fn the_first_ones_alone_make_an_old_database_that_upgrades() {
    for fresh in Fresh::each().await {
        let db = fresh.open().await;
        db.migrate_first(1).await.unwrap();
        db.migrate().await.unwrap();
        db.close().await;
        fresh.remove().await;
    }
}

const UNIQUE_SQLITE: &str = "
    SELECT m.name || '__' || (SELECT group_concat(c.name, '__') FROM pragma_index_info(i.name) AS c), i.name
    FROM sqlite_schema AS m, pragma_index_list(m.name) AS i
    WHERE m.type = 'table' AND i.\"unique\" = 1 AND i.origin = 'c'";

#[tokio::test]
async fn unique_indexes_are_named_after_their_columns() {
    let fresh = Fresh::sqlite();
    let db = fresh.open().await;
    assert_eq!(db.dialect(), Dialect::Sqlite);
    db.migrate().await.unwrap();
    let rows = db
        .read(|tx| async move { tx.dynamic(UNIQUE_SQLITE, params![]).await })
        .await
        .unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        let (expected, name) = (row.text(0).unwrap(), row.text(1).unwrap());
        assert_eq!(
            name, expected,
            "conflicts carry this name on both databases"
        );
        assert!(name.len() < 64, "PostgreSQL cuts a longer name");
    }
    db.close().await;
    fresh.remove().await;
}
