//! What automations did, node by node, summed over hours.

use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;

use super::overview::{first_hour, tally_of};
use crate::automations::steps::Count;
use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

statements! {
    // Deleted ones are told while there is something to tell of them.
    AUTOMATIONS = "
        SELECT id, public_id, name, published, COALESCE(live, head), deleted_at FROM automations
        WHERE org = $1 AND brand = $2 AND (id = $3 OR $3 IS NULL) ORDER BY id DESC";
    GRAPHS = "
        SELECT automation, id, graph FROM automation_versions
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    OLDER_GRAPHS = "
        SELECT automation, id, graph FROM automation_versions
        WHERE org = $1 AND brand = $2 AND automation = $3 ORDER BY version DESC LIMIT $4";
    // A sum of BIGINT is NUMERIC on PostgreSQL.
    STEPS = "
        SELECT automation, node, CAST(sum(entered) AS BIGINT), CAST(sum(completed) AS BIGINT),
            CAST(sum(failed) AS BIGINT), CAST(sum(skipped) AS BIGINT)
        FROM steps
        WHERE org = $1 AND brand = $2 AND (automation = $5 OR $5 IS NULL) AND hour >= $3 AND hour < $4
        GROUP BY automation, node";
    // From each send of a node to its hours.
    MAILS = "
        SELECT s.automation, s.node, CAST(sum(h.accepted) AS BIGINT), CAST(sum(h.delivered) AS BIGINT),
            CAST(sum(h.bounced) AS BIGINT), CAST(sum(h.failed) AS BIGINT), CAST(sum(h.in_doubt) AS BIGINT),
            CAST(sum(h.opened) AS BIGINT), CAST(sum(h.clicked) AS BIGINT), CAST(sum(h.complained) AS BIGINT),
            CAST(sum(h.unsubscribed) AS BIGINT), CAST(sum(h.machine_opens) AS BIGINT),
            CAST(sum(h.machine_clicks) AS BIGINT)
        FROM sends AS s {along}(sends__org__brand__automation)
        JOIN hours AS h ON h.org = s.org AND h.brand = s.brand AND h.send = s.id
        WHERE s.org = $1 AND s.brand = $2 AND s.automation IS NOT NULL AND (s.automation = $5 OR $5 IS NULL)
            AND h.hour >= $3 AND h.hour < $4
        GROUP BY s.automation, s.node";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomationRow {
    pub id: i64,
    pub public_id: String,
    pub name: String,
    pub published: bool,
    /// The version that runs, else the newest.
    pub version: i64,
    pub is_deleted: bool,
}

/// What is counted of a node; the node without a name is the run as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfNode<T> {
    pub automation: i64,
    pub node: String,
    pub count: T,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionGraph {
    pub automation: i64,
    pub version: i64,
    /// JSON.
    pub graph: String,
}

/// Newest first, or the one that is named.
pub async fn automations(
    tx: &Tx,
    brand: BrandKey,
    only: Option<i64>,
) -> Result<Vec<AutomationRow>, DbError> {
    let values = params![brand.org, brand.brand, only];
    let rows = tx.rows(&AUTOMATIONS, values).await?;
    let automation = |row: &Row| {
        Ok(AutomationRow {
            id: row.int(0)?,
            public_id: row.text(1)?,
            name: row.text(2)?,
            published: row.bool(3)?,
            version: row.int(4)?,
            is_deleted: row.opt_int(5)?.is_some(),
        })
    };
    rows.iter().map(automation).collect()
}

/// Nodes at which something happened in the hours of which a part is in the range.
pub async fn passed(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    only: Option<i64>,
) -> Result<Vec<OfNode<Count>>, DbError> {
    let values = params![brand.org, brand.brand, first_hour(range), range.to, only];
    let rows = tx.rows(&STEPS, values).await?;
    let of_node = |row: &Row| {
        let count = Count {
            entered: row.int(2)?,
            completed: row.int(3)?,
            failed: row.int(4)?,
            skipped: row.int(5)?,
        };
        of_node(row, count)
    };
    rows.iter().map(of_node).collect()
}

/// What became of the mails of nodes in the same hours.
pub async fn mailed(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    only: Option<i64>,
) -> Result<Vec<OfNode<Tally>>, DbError> {
    let values = params![brand.org, brand.brand, first_hour(range), range.to, only];
    let rows = tx.rows(&MAILS, values).await?;
    let of_node = |row: &Row| of_node(row, tally_of(row, 2)?);
    rows.iter().map(of_node).collect()
}

pub async fn graphs(
    tx: &Tx,
    brand: BrandKey,
    versions: impl IntoIterator<Item = i64>,
) -> Result<Vec<VersionGraph>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(versions)];
    let rows = tx.rows(&GRAPHS, values).await?;
    rows.iter().map(graph_of).collect()
}

/// The newest versions of an automation, the newest first.
pub async fn newest_graphs(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    limit: i64,
) -> Result<Vec<VersionGraph>, DbError> {
    let values = params![brand.org, brand.brand, automation, limit];
    let rows = tx.rows(&OLDER_GRAPHS, values).await?;
    rows.iter().map(graph_of).collect()
}

fn of_node<T>(row: &Row, count: T) -> Result<OfNode<T>, DbError> {
    Ok(OfNode {
        automation: row.int(0)?,
        node: row.text(1)?,
        count,
    })
}

fn graph_of(row: &Row) -> Result<VersionGraph, DbError> {
    Ok(VersionGraph {
        automation: row.int(0)?,
        version: row.int(1)?,
        graph: row.text(2)?,
    })
}
