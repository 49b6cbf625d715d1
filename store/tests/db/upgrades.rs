//! A database of every earlier version, with rows in all its tables, becomes one of today.

use std::collections::BTreeMap;

use postrider_domain::accounts::brand::BrandStatus;
use postrider_domain::accounts::role::Role;
use postrider_store::db::{Db, DbError, Dialect};
use postrider_store::{brands, params, users};

use crate::harness::Fresh;

type Counts = BTreeMap<String, usize>;

const TABLES_SQLITE: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('migrations', 'sqlite_stat1')";
const TABLES_POSTGRES: &str = "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_name <> 'migrations'";

/// How many migrations there are.
pub fn newest() -> usize {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
    std::fs::read_dir(folder).unwrap().count()
}

/// Sample rows that became possible with that version.
fn fixture(version: usize) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/db/fixtures");
    let path = format!("{folder}/{version:04}.sql");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub async fn fill(db: &Db, version: usize) {
    let sql: String = (1..=version).map(fixture).collect();
    let filled = db.write(move |tx| {
        let sql = sql.clone();
        async move {
            for statement in sql.split(";\n").filter(|text| !text.trim().is_empty()) {
                tx.dynamic(statement, params![]).await?;
            }
            Ok::<_, DbError>(())
        }
    });
    filled.await.unwrap();
}

/// Reads every row of every table.
async fn counts(db: &Db) -> Counts {
    let counted = db.read(|tx| async move {
        let tables = match tx.dialect() {
            Dialect::Sqlite => TABLES_SQLITE,
            Dialect::Postgres => TABLES_POSTGRES,
        };
        let mut counts = Counts::new();
        for table in tx.dynamic(tables, params![]).await? {
            let table = table.text(0)?;
            let every_row = format!("SELECT * FROM {table}");
            counts.insert(table, tx.dynamic(&every_row, params![]).await?.len());
        }
        Ok::<_, DbError>(counts)
    });
    counted.await.unwrap()
}

/// Words and JSON that an earlier version wrote mean today what they meant then.
async fn read_what_was_stored(db: &Db) {
    let read = db.read(|tx| async move {
        let brand = brands::find_anywhere(&tx, "brd_01").await?;
        let people = users::list(&tx, 1).await?;
        Ok::<_, DbError>((brand.expect("the brand"), people))
    });
    let (brand, people) = read.await.unwrap();
    assert!(brand.readiness.is_ready());
    assert_eq!(brand.status, BrandStatus::Completed);
    assert_eq!(brand.identity.public_name(&brand.name), "The shop");
    assert!(brand.identity.has_postal_address());
    assert_eq!(brand.theme.primary_color.as_deref(), Some("#1a2B3c"));
    assert_eq!(brand.theme.button_radius, Some(4));
    let roles: Vec<Role> = people.iter().map(|person| person.role).collect();
    assert_eq!(roles, [Role::Owner]);
}

#[tokio::test]
async fn a_database_of_each_version_keeps_its_rows() {
    for version in 0..=newest() {
        for fresh in Fresh::each().await {
            let db = fresh.open().await;
            db.migrate_first(version).await.unwrap();
            if version > 0 {
                fill(&db, version).await;
            }
            let before = counts(&db).await;
            assert_eq!(before.is_empty(), version == 0);
            let empty: Vec<_> = before.iter().filter(|(_, rows)| **rows == 0).collect();
            assert!(
                empty.is_empty(),
                "{version:04}.sql has no rows for {empty:?}"
            );
            db.migrate().await.unwrap();
            let after = counts(&db).await;
            for (table, rows) in before {
                assert_eq!(after.get(&table), Some(&rows), "{table} since {version:04}");
            }
            if version > 0 {
                read_what_was_stored(&db).await;
            }
            db.close().await;
            // A process of today starts on it as on any other.
            let db = fresh.open().await;
            db.migrate().await.unwrap();
            assert_eq!(counts(&db).await, after);
            db.close().await;
            fresh.remove().await;
        }
    }
}
