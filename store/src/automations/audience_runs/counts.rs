//! What became of the members of audience runs, node by node.

use postrider_domain::tenant::BrandKey;

use super::super::steps::Count;
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    BY_NODE -> NodeCount = "
        SELECT {columns}
        FROM steps WHERE org = $1 AND brand = $2 AND automation = $3 AND audience_run {in_ints}($4)
        GROUP BY audience_run, node";
    OF_RUNS -> Count = "
        SELECT {columns}
        FROM steps WHERE org = $1 AND brand = $2 AND automation = $3 AND audience_run = $4 AND node = ''";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NodeCount {
        pub audience_run: i64 = "audience_run",
        /// A node's id; nothing: the runs as a whole, of which `skipped` were canceled.
        pub node: String = "node",
        pub count: Count = ..,
    }
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
    tx.all(&BY_NODE, values).await
}

/// Of the members' runs as a whole.
pub(super) async fn of_runs(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    audience_run: i64,
) -> Result<Count, DbError> {
    let values = params![brand.org, brand.brand, automation, audience_run];
    Ok(tx.one(&OF_RUNS, values).await?.unwrap_or_default())
}
