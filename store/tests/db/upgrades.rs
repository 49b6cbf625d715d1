//! A database of every earlier version, with rows in all its tables, becomes one of today.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use postrider_domain::accounts::brand::BrandStatus;
use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_store::db::{Db, DbError, Dialect};
use postrider_store::people::{self, memberships};
use postrider_store::{brands, params};

use crate::harness::Fresh;

/// Then a person had an account in each organization (table `users`).
pub const LAST_WITH_ACCOUNTS: usize = 14;

const FIRST_WITH_SENDS: usize = 5;
const FIRST_WITH_INSIGHTS: usize = 19;

type Counts = BTreeMap<String, usize>;

const TABLES_SQLITE: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('migrations', 'sqlite_stat1')";
const TABLES_POSTGRES: &str = "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_name <> 'migrations'";

/// How many migrations there are.
pub fn newest() -> usize {
    migrations().len()
}

/// Their files, in order.
fn migrations() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
    let files = std::fs::read_dir(folder).unwrap();
    let name = |file: std::io::Result<std::fs::DirEntry>| file.unwrap().file_name();
    let mut names: Vec<String> = files
        .map(|file| name(file).into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Sample rows that became possible with that version.
fn fixture(version: usize) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/db/fixtures");
    let migration = &migrations()[version - 1];
    let path = format!("{folder}/{}.sql", &migration[..4]);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Migrates up to that version and adds the samples of all until then. Those of tables that are there no more are added
/// before their migration takes them away.
pub async fn fill(db: &Db, version: usize) {
    let before = version.min(LAST_WITH_ACCOUNTS);
    add(db, 1..=before).await;
    add(db, before + 1..=version).await;
}

async fn add(db: &Db, versions: RangeInclusive<usize>) {
    if versions.is_empty() {
        return;
    }
    db.migrate_first(*versions.end()).await.unwrap();
    let sql: String = versions.map(fixture).collect();
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
        let owner = people::find_by_email(&tx, "owner@first.test").await?;
        let owner = owner.expect("the owner");
        assert!(owner.password_hash.is_some());
        let member = memberships::get(&tx, 1, owner.id).await?;
        Ok::<_, DbError>((brand.expect("the brand"), member.expect("a membership")))
    });
    let (brand, owner) = read.await.unwrap();
    assert!(brand.readiness.is_ready());
    assert_eq!(brand.status, BrandStatus::Completed);
    assert_eq!(brand.identity.public_name(&brand.name), "The shop");
    assert!(brand.identity.has_postal_address());
    assert_eq!(brand.theme.primary_color.as_deref(), Some("#1a2B3c"));
    assert_eq!(brand.theme.button_radius, Some(4));
    assert_eq!(
        (owner.public_id.as_str(), owner.role),
        ("usr_01", Role::Owner)
    );
    assert_eq!(owner.limit, BrandLimit::AllBrands);
}

#[tokio::test]
async fn a_database_of_each_version_keeps_its_rows() {
    for version in 0..=newest() {
        for fresh in Fresh::each().await {
            let db = fresh.open().await;
            db.migrate_first(0).await.unwrap();
            fill(&db, version).await;
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
                let table = match table.as_str() {
                    "users" => "memberships".to_owned(),
                    _ => table,
                };
                // The one brand that has sent is looked at from then on.
                let is_sent = (FIRST_WITH_SENDS..FIRST_WITH_INSIGHTS).contains(&version);
                let rows = rows + usize::from(is_sent && table == "jobs");
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
