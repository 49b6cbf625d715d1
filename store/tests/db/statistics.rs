//! What PostgreSQL's planner is told about tables that nobody has looked at.

use postrider_store::db::{Db, DbError, Dialect};
use postrider_store::params;

use crate::harness::on_each;

/// No other looks at it meanwhile.
const ALONE: &str = "ALTER TABLE kept_answers SET (autovacuum_enabled = false)";
const MANY: &str = "
    INSERT INTO kept_answers (org, bytes)
    SELECT (SELECT count(*) FROM kept_answers) + i, 1 FROM generate_series(1, 600) AS n(i)";
/// The counts of a session are told now and then, or when it is asked to.
const TELL: &str = "SELECT 1 FROM pg_stat_force_next_flush()";
const KNOWN: &str = "
    SELECT CAST(attname AS TEXT) FROM pg_stats
    WHERE schemaname = current_schema() AND tablename = 'kept_answers' ORDER BY 1";
const COUNTED: &str =
    "SELECT CAST(reltuples AS TEXT) FROM pg_class WHERE oid = 'kept_answers'::regclass";

async fn grow(db: &Db) {
    let grown = db.write(|tx| async move {
        tx.dynamic(MANY, params![]).await?;
        tx.dynamic(TELL, params![]).await.map(drop)
    });
    assert_eq!(grown.await, Ok::<_, DbError>(()));
}

async fn texts(db: &Db, sql: &'static str) -> Vec<String> {
    let asked = db.write(move |tx| async move {
        let rows = tx.dynamic(sql, params![]).await?;
        rows.iter().map(|row| row.text(0)).collect()
    });
    asked
        .await
        .unwrap_or_else(|error: DbError| panic!("{sql}: {error}"))
}

#[tokio::test]
async fn the_keys_of_a_table_that_has_grown_are_looked_at_once() {
    on_each(|db| async move {
        if db.dialect() == Dialect::Sqlite {
            assert_eq!(db.analyze_unknown().await, Ok(()), "nothing to do");
            return;
        }
        texts(&db, ALONE).await;
        assert_eq!(db.analyze_unknown().await, Ok(()));
        assert_eq!(texts(&db, KNOWN).await, [""; 0], "it has not grown");
        grow(&db).await;
        assert_eq!(db.analyze_unknown().await, Ok(()));
        assert_eq!(texts(&db, KNOWN).await, ["org"]);
        assert_eq!(texts(&db, COUNTED).await, ["600"]);
        grow(&db).await;
        assert_eq!(db.analyze_unknown().await, Ok(()));
        assert_eq!(
            texts(&db, COUNTED).await,
            ["600"],
            "the rest is the daemon's"
        );
    })
    .await;
}
