//! What became of the members of audience runs, node by node.

use postrider_domain::tenant::BrandKey;

use super::super::steps::Count;
use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    BY_NODE = "
        SELECT audience_run, node, CAST(sum(entered) AS BIGINT), CAST(sum(completed) AS BIGINT),
            CAST(sum(failed) AS BIGINT), CAST(sum(skipped) AS BIGINT)
        FROM steps WHERE org = $1 AND brand = $2 AND automation = $3 AND audience_run {in_ints}($4)
        GROUP BY audience_run, node";
    OF_RUNS = "
        SELECT CAST(COALESCE(sum(entered), 0) AS BIGINT), CAST(COALESCE(sum(completed), 0) AS BIGINT),
            CAST(COALESCE(sum(failed), 0) AS BIGINT), CAST(COALESCE(sum(skipped), 0) AS BIGINT)
        FROM steps WHERE org = $1 AND brand = $2 AND automation = $3 AND audience_run = $4 AND node = ''";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeCount {
    pub audience_run: i64,
    /// A node's id; nothing: the runs as a whole, of which `skipped` were canceled.
    pub node: String,
    pub count: Count,
}

/// Of audience runs of one automation.
pub async fn node_counts(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    audience_runs: &[i64],
) -> Result<Vec<NodeCount>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        automation,
        Value::ints(audience_runs.iter().copied())
    ];
    let rows = tx.rows(&BY_NODE, values).await?;
    let counted = |row: &Row| {
        Ok(NodeCount {
            audience_run: row.int(0)?,
            node: row.text(1)?,
            count: count_of(row, 2)?,
        })
    };
    rows.iter().map(counted).collect()
}

/// Of the members' runs as a whole.
pub(super) async fn of_runs(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    audience_run: i64,
) -> Result<Count, DbError> {
    let values = params![brand.org, brand.brand, automation, audience_run];
    let row = tx.row(&OF_RUNS, values).await?;
    row.map_or(Ok(Count::default()), |row| count_of(&row, 0))
}

fn count_of(row: &Row, first: usize) -> Result<Count, DbError> {
    Ok(Count {
        entered: row.int(first)?,
        completed: row.int(first + 1)?,
        failed: row.int(first + 2)?,
        skipped: row.int(first + 3)?,
    })
}
