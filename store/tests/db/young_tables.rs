//! What is planned while a table is empty is still right when it has grown, without anybody's `ANALYZE`.

use postrider_store::db::{Db, DbError, Statement, Tx};
use postrider_store::{params, statements};

use crate::harness::on_postgres;

// As point statements of the service are written.
statements! {
    BY_NUMBER = "SELECT subscribed FROM contacts WHERE org = $1 AND brand = $2 AND id = $3";
    BY_ADDRESS = "SELECT id FROM contacts WHERE org = $1 AND brand = $2 AND email = $3";
    BY_ADDRESSES = "SELECT id FROM contacts WHERE org = $1 AND brand = $2 AND email {in_texts}($3)";
    OPEN_RUNS = "
        SELECT id FROM runs
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3) AND status IN ('queued', 'running')
        ORDER BY id {for_update}";
    RUN_OF_MAIL = "SELECT run FROM recipients WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal = $4";
}

const GROWN: i64 = 20_000;
/// Three pages of an index and one of the table, and what the second row of a list takes.
const A_HANDFUL: i64 = 12;

/// Each with what finds one row.
fn asked() -> [(&'static Statement, &'static str); 5] {
    [
        (&BY_NUMBER, "1, 1, 7000"),
        (&BY_ADDRESS, "1, 1, 'c7000'"),
        (&BY_ADDRESSES, "1, 1, '[\"c7000\"]'"),
        (&OPEN_RUNS, "1, 1, '[7000]'"),
        (&RUN_OF_MAIL, "1, 1, 3, 7000"),
    ]
}

async fn say(tx: &Tx, sql: &str) -> Result<Vec<String>, DbError> {
    let rows = tx.dynamic(sql, params![]).await?;
    rows.iter().map(|row| row.text(0)).collect()
}

/// All in one session, so that its plans are those of the empty tables.
async fn grow(tx: Tx) -> Result<Vec<(String, String)>, DbError> {
    let generic = "SET LOCAL plan_cache_mode = force_generic_plan";
    tx.dynamic(generic, params![]).await?;
    for (place, (statement, values)) in asked().into_iter().enumerate() {
        let text = statement.sql(tx.dialect());
        let prepare = format!("PREPARE asked_{place} AS {text}");
        tx.dynamic(&prepare, params![]).await?;
        let planned = format!("EXECUTE asked_{place}({values})");
        assert!(tx.dynamic(&planned, params![]).await?.is_empty());
    }
    for filled in [
        format!(
            "INSERT INTO contacts (org, brand, id, email, subscribed, custom, folded, created_at, updated_at)
             SELECT 1, 1, n, 'c' || n, TRUE, '{{}}', 'c' || n, n, n FROM generate_series(1, {GROWN}) AS n"
        ),
        format!(
            "INSERT INTO runs (org, brand, id, public_id, automation, version, contact, status, held, steps, created_at)
             SELECT 1, 1, n, 'r' || n, 1, 1, n, 'running', FALSE, 0, n FROM generate_series(1, {GROWN}) AS n"
        ),
        format!(
            "INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts, run)
             SELECT 1, 1, 3, n, n, 0, 0, n FROM generate_series(1, {GROWN}) AS n"
        ),
    ] {
        tx.dynamic(&filled, params![]).await?;
    }
    let mut explained = Vec::new();
    for (place, (statement, values)) in asked().into_iter().enumerate() {
        let sql = format!("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE asked_{place}({values})");
        let plan = say(&tx, &sql).await?.join("\n");
        explained.push((statement.name().to_owned(), plan));
        tx.dynamic(&format!("DEALLOCATE asked_{place}"), params![])
            .await?;
    }
    Ok(explained)
}

/// The first line that says so is of the whole statement.
fn blocks(plan: &str) -> i64 {
    let counted = plan
        .lines()
        .find_map(|line| line.split_once("Buffers: shared "));
    let (_, counted) = counted.expect("a statement reads something");
    let words = counted.split_whitespace();
    let counts = words.filter_map(|word| word.split_once('='));
    let read = counts.filter(|(what, _)| ["hit", "read"].contains(what));
    read.map(|(_, count)| count.parse::<i64>().expect("a number"))
        .sum()
}

#[tokio::test]
async fn a_point_statement_of_an_empty_table_reads_a_handful_when_it_has_grown() {
    on_postgres(|db: Db| async move {
        for (name, plan) in db.write(grow).await.unwrap() {
            assert!(plan.contains("rows=1 "), "{name} finds its row:\n{plan}");
            assert!(blocks(&plan) <= A_HANDFUL, "{name}:\n{plan}");
            assert!(!plan.contains("Seq Scan"), "{name}:\n{plan}");
        }
    })
    .await;
}
