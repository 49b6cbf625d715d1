use std::collections::BTreeSet;
use std::path::Path;

use postrider_store::db::{Db, DbError, Dialect, Kind, Statement, Tx};
use postrider_store::{params, people, statements};

use crate::harness::on_each;

statements! {
    list BY_KEY = "SELECT id FROM contacts WHERE org = $1 AND brand = $2 AND id < $3 ORDER BY id DESC LIMIT $4";
    list SCANS = "SELECT id FROM contacts WHERE first_name = $1";
    list SORTS = "SELECT id FROM contacts WHERE org = $1 AND brand = $2 ORDER BY first_name";
}

/// The module of each source file below `folder` that declares statements.
fn declaring(folder: &Path, module: &str, into: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() {
            declaring(&path, &format!("{module}::{name}"), into);
        } else if std::fs::read_to_string(&path)
            .unwrap()
            .contains("\nstatements! {")
        {
            let own = if name == "mod" {
                String::new()
            } else {
                format!("::{name}")
            };
            into.insert(format!("{module}{own}"));
        }
    }
}

#[test]
fn the_list_holds_the_statements_of_every_file() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut declared = BTreeSet::new();
    declaring(&source, "postrider_store", &mut declared);
    let module = |statement: &&Statement| statement.name().rsplit_once("::").unwrap().0.to_owned();
    let listed: BTreeSet<String> = statements().iter().map(module).collect();
    assert_eq!(declared, listed);
}

#[tokio::test]
async fn every_statement_can_be_prepared() {
    on_each(|db| async move {
        for statement in statements() {
            let prepared = db
                .write(move |tx| async move { tx.prepare(statement).await })
                .await;
            assert_eq!(prepared, Ok::<_, DbError>(()), "{}", statement.name());
        }
    })
    .await;
}

#[tokio::test]
async fn no_list_scans_a_table_or_sorts() {
    on_each(|db| async move {
        let lists = statements()
            .into_iter()
            .filter(|list| list.kind() == Kind::List);
        for list in lists {
            let plan = explain(&db, list).await;
            assert!(!is_slow(db.dialect(), &plan), "{}:\n{plan}", list.name());
        }
    })
    .await;
}

/// `SQLite` would read all contacts of a brand for one that is named in a list, unless it is told where to look.
#[tokio::test]
async fn contacts_that_are_named_are_looked_up_one_by_one() {
    on_each(|db| async move {
        if db.dialect() != Dialect::Sqlite {
            return;
        }
        let names_contacts = |statement: &&'static Statement| {
            let sql = statement.sql(Dialect::Sqlite);
            sql.contains("FROM contacts") && sql.contains(" AND email IN ")
        };
        let statements: Vec<_> = statements().into_iter().filter(names_contacts).collect();
        assert!(statements.len() >= 7, "{}", statements.len());
        for statement in statements {
            let plan = explain(&db, statement).await;
            let looks_up = "contacts__org__brand__email (org=? AND brand=? AND email=?)";
            assert!(plan.contains(looks_up), "{}:\n{plan}", statement.name());
        }
    })
    .await;
}

/// Nearly all designs have one.
#[tokio::test]
async fn designs_without_a_picture_are_found_among_themselves() {
    on_each(|db| async move {
        let all = statements();
        let unseen = all
            .iter()
            .find(|one| one.name().ends_with("previews::UNSEEN"));
        let plan = explain(&db, unseen.unwrap()).await;
        assert!(plan.contains("emails__unseen"), "{plan}");
    })
    .await;
}

/// Every request asks it; it may sort, for a person has few rows in it.
#[tokio::test]
async fn who_calls_with_a_session_is_found_without_scanning() {
    on_each(|db| async move {
        for find in people::found::ALL {
            let plan = explain(&db, find).await;
            let scan = ["SCAN", "Seq Scan"].iter().any(|word| plan.contains(word));
            assert!(!scan, "{}:\n{plan}", find.name());
        }
    })
    .await;
}

#[tokio::test]
async fn the_check_itself_knows_a_scan_and_a_sort() {
    on_each(|db| async move {
        for (list, slow) in [(&BY_KEY, false), (&SCANS, true), (&SORTS, true)] {
            let plan = explain(&db, list).await;
            assert_eq!(
                is_slow(db.dialect(), &plan),
                slow,
                "{}:\n{plan}",
                list.name()
            );
        }
    })
    .await;
}

fn is_slow(dialect: Dialect, plan: &str) -> bool {
    let words: &[&str] = match dialect {
        Dialect::Sqlite => &["SCAN", "TEMP B-TREE"],
        // "Sort" is also in "Incremental Sort".
        Dialect::Postgres => &["Seq Scan", "Sort"],
    };
    words.iter().any(|word| plan.contains(word))
}

async fn explain(db: &Db, list: &'static Statement) -> String {
    let plan = match db.dialect() {
        Dialect::Sqlite => db.write(move |tx| explain_sqlite(tx, list)).await,
        Dialect::Postgres => db.write(move |tx| explain_postgres(tx, list)).await,
    };
    plan.unwrap_or_else(|error| panic!("{}: {error}", list.name()))
}

async fn explain_sqlite(tx: Tx, list: &'static Statement) -> Result<String, DbError> {
    let sql = format!("EXPLAIN QUERY PLAN {}", list.sql(Dialect::Sqlite));
    let nulls = vec![postrider_store::db::Value::Null; list.parameters()];
    let rows = tx.dynamic(&sql, nulls).await?;
    rows.iter().map(|row| Ok(row.text(3)? + "\n")).collect()
}

/// The tables are empty, so the plan only shows what is possible: a scan and a sort are forbidden, and
/// they show up nevertheless where there is no other way.
async fn explain_postgres(tx: Tx, list: &'static Statement) -> Result<String, DbError> {
    for setting in [
        "enable_seqscan = off",
        "enable_sort = off",
        "enable_bitmapscan = off",
        "plan_cache_mode = force_generic_plan",
    ] {
        tx.dynamic(&format!("SET LOCAL {setting}"), params![])
            .await?;
    }
    tx.dynamic(
        &format!("PREPARE explained AS {}", list.sql(Dialect::Postgres)),
        params![],
    )
    .await?;
    let nulls = vec!["NULL"; list.parameters()].join(", ");
    let arguments = if nulls.is_empty() {
        nulls
    } else {
        format!("({nulls})")
    };
    let rows = tx
        .dynamic(&format!("EXPLAIN EXECUTE explained{arguments}"), params![])
        .await?;
    tx.dynamic("DEALLOCATE explained", params![]).await?;
    rows.iter().map(|row| Ok(row.text(0)? + "\n")).collect()
}
