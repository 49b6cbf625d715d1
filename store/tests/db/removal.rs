//! A tenant that is removed leaves nothing in any table, and nobody else's rows are touched. The tables are those that the
//! database has, so that a new one cannot be forgotten.

use std::collections::BTreeMap;

use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError, Dialect};
use postrider_store::params;
use postrider_store::removal::{self, Tenant};

use crate::harness::Fresh;
use crate::upgrades::{fill, newest};

const COLUMNS_SQLITE: &str = "
    SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
    WHERE m.type = 'table' ORDER BY m.name, c.cid";
const COLUMNS_POSTGRES: &str = "
    SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_generated = 'NEVER' ORDER BY table_name, ordinal_position";

/// The organization and the brand of the sample rows, and copies of them: another brand, and another organization.
const FIRST: BrandKey = BrandKey { org: 1, brand: 1 };
const SISTER: BrandKey = BrandKey { org: 1, brand: 5 };
const STRANGER: BrandKey = BrandKey { org: 9, brand: 7 };

/// Columns by table.
type Tables = BTreeMap<String, Vec<String>>;

async fn tables(db: &Db) -> Tables {
    let read = db.read(|tx| async move {
        let columns = match tx.dialect() {
            Dialect::Sqlite => COLUMNS_SQLITE,
            Dialect::Postgres => COLUMNS_POSTGRES,
        };
        let mut tables = Tables::new();
        for row in tx.dynamic(columns, params![]).await? {
            tables.entry(row.text(0)?).or_default().push(row.text(1)?);
        }
        Ok::<_, DbError>(tables)
    });
    read.await.unwrap()
}

fn has(columns: &[String], name: &str) -> bool {
    columns.iter().any(|column| column == name)
}

/// What stands in a copied row: the tenant is another, and what is unique among all is made so.
fn copied(table: &str, column: &str, to: BrandKey) -> String {
    let (org, brand) = (to.org, to.brand);
    match (table, column) {
        (_, "org") => org.to_string(),
        ("brands", "id") => brand.to_string(),
        (_, "brand") => format!("CASE WHEN brand IS NULL THEN NULL ELSE {brand} END"),
        (_, "public_id" | "prefix") | ("assets" | "client_previews" | "domains", "name") => {
            format!("\"{column}\" || '-{brand}'")
        }
        ("invitations" | "uploads", "token_hash") => format!("CAST('hash {brand}' AS {{BLOB}})"),
        ("jobs" | "api_keys" | "claims", "id") | ("jobs", "subject") => {
            format!("\"{column}\" + 1000 * {brand}")
        }
        _ => format!("\"{column}\""),
    }
}

async fn run(db: &Db, statements: Vec<String>) {
    let done = db.write(move |tx| {
        let statements = statements.clone();
        async move {
            for statement in &statements {
                tx.dynamic(statement, params![]).await?;
            }
            Ok::<_, DbError>(())
        }
    });
    done.await.unwrap();
}

async fn copy(db: &Db, tables: &Tables, to: BrandKey) {
    let mut statements = Vec::new();
    for (table, columns) in tables.iter().filter(|(_, columns)| has(columns, "org")) {
        let is_of_brand = has(columns, "brand") || table == "brands";
        if to.org == FIRST.org && !is_of_brand {
            continue;
        }
        let whose = match (is_of_brand, table.as_str()) {
            (true, "brands") => "org = 1 AND id = 1",
            // A key of the organization has none.
            (true, "api_keys") if to.org != FIRST.org => "org = 1 AND (brand = 1 OR brand IS NULL)",
            (true, _) => "org = 1 AND brand = 1",
            (false, _) => "org = 1",
        };
        let names: Vec<String> = columns.iter().map(|name| format!("\"{name}\"")).collect();
        let values: Vec<String> = columns.iter().map(|name| copied(table, name, to)).collect();
        statements.push(format!(
            "INSERT INTO {table} ({}) SELECT {} FROM {table} WHERE {whose}",
            names.join(", "),
            values.join(", ")
        ));
    }
    run(db, statements).await;
}

/// A database in which three brands of two organizations have a row in every table.
async fn filled(fresh: &Fresh) -> (Db, Tables) {
    let db = fresh.open().await;
    fill(&db, newest()).await;
    let tables = tables(&db).await;
    let stranger = "INSERT INTO organizations (id, public_id, name, plan, created_at) VALUES (9, 'org_09', 'Other', 'free', 1)";
    run(&db, vec![stranger.to_owned()]).await;
    copy(&db, &tables, SISTER).await;
    copy(&db, &tables, STRANGER).await;
    (db, tables)
}

/// How many rows there are of whom, by table.
async fn counts(db: &Db, tables: &Tables, whose: &'static str) -> BTreeMap<String, i64> {
    let tables: Vec<(String, bool)> = tables
        .iter()
        .filter(|(_, columns)| has(columns, "org"))
        .map(|(table, columns)| (table.clone(), has(columns, "brand")))
        .collect();
    let read = db.read(move |tx| {
        let tables = tables.clone();
        async move {
            let mut counts = BTreeMap::new();
            for (table, is_of_brand) in tables {
                let brand = match (is_of_brand, table.as_str()) {
                    (true, _) => "brand",
                    (false, "brands") => "id",
                    (false, _) => "0",
                };
                let whose = whose.replace("{brand}", brand);
                let sql = format!("SELECT count(*) FROM {table} WHERE {whose}");
                let rows = tx.dynamic(&sql, params![]).await?;
                counts.insert(table, rows[0].int(0)?);
            }
            Ok::<_, DbError>(counts)
        }
    });
    read.await.unwrap()
}

/// Row by row, and the files as if they were gone.
async fn remove(db: &Db, tenant: Tenant) {
    let mark = match tenant {
        Tenant::Organization(org) => {
            format!("UPDATE organizations SET suspended_at = 1, deleted_at = 1 WHERE id = {org}")
        }
        Tenant::Brand(brand) => format!(
            "UPDATE brands SET deleted_at = 1 WHERE org = {} AND id = {}",
            brand.org, brand.brand
        ),
    };
    run(db, vec![mark]).await;
    let removed = db.write(move |tx| async move {
        while removal::remove_some(&tx, tenant, 0, 1).await?.is_some() {}
        loop {
            let names = removal::images(&tx, tenant, 1).await?;
            if names.is_empty() {
                break;
            }
            removal::remove_images(&tx, tenant, &names).await?;
        }
        loop {
            let imports = removal::imports(&tx, tenant, 1).await?;
            let ids: Vec<i64> = imports.iter().map(|import| import.id).collect();
            if ids.is_empty() {
                break;
            }
            removal::remove_imports(&tx, tenant, &ids, 0).await?;
        }
        removal::finish(&tx, tenant).await
    });
    removed.await.unwrap();
}

fn assert_none(counts: &BTreeMap<String, i64>) {
    let left: Vec<_> = counts.iter().filter(|(_, rows)| **rows != 0).collect();
    assert!(left.is_empty(), "rows are left: {left:?}");
}

#[tokio::test]
async fn every_table_of_tenants_says_whose_its_rows_are() {
    for fresh in Fresh::each().await {
        let (db, tables) = filled(&fresh).await;
        let brand_alone: Vec<_> = tables
            .iter()
            .filter(|(_, columns)| has(columns, "brand") && !has(columns, "org"))
            .map(|(table, _)| table.as_str())
            .filter(|table| *table != "contact_search")
            .collect();
        assert!(
            brand_alone.is_empty(),
            "without an organization: {brand_alone:?}"
        );
        db.close().await;
        fresh.remove().await;
    }
}

#[tokio::test]
async fn an_organization_leaves_every_table_and_touches_nobody_elses() {
    for fresh in Fresh::each().await {
        let (db, tables) = filled(&fresh).await;
        let before = counts(&db, &tables, "org = 1").await;
        let empty: Vec<_> = before.iter().filter(|(_, rows)| **rows == 0).collect();
        assert!(empty.is_empty(), "the samples have no rows for {empty:?}");
        let others = counts(&db, &tables, "org <> 1").await;
        remove(&db, Tenant::Organization(FIRST.org)).await;
        assert_none(&counts(&db, &tables, "org = 1").await);
        assert_eq!(counts(&db, &tables, "org <> 1").await, others);
        let organizations = db.read(|tx| async move {
            let rows = tx.dynamic("SELECT id FROM organizations ORDER BY id", params![]);
            rows.await?.iter().map(|row| row.int(0)).collect()
        });
        let organizations: Result<Vec<i64>, DbError> = organizations.await;
        assert_eq!(organizations.unwrap(), [2, 3, 4, 9]);
        db.close().await;
        fresh.remove().await;
    }
}

#[tokio::test]
async fn a_brand_leaves_every_table_and_its_sisters_stay() {
    for fresh in Fresh::each().await {
        let (db, tables) = filled(&fresh).await;
        let others = counts(&db, &tables, "NOT (org = 1 AND {brand} = 1)").await;
        remove(&db, Tenant::Brand(FIRST)).await;
        assert_none(&counts(&db, &tables, "org = 1 AND {brand} = 1").await);
        let stay = counts(&db, &tables, "NOT (org = 1 AND {brand} = 1)").await;
        assert_eq!(stay, others);
        db.close().await;
        fresh.remove().await;
    }
}
