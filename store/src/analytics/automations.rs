//! What automations did, node by node, summed over hours.

use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;

use super::overview::{HourSums, first_hour};
use crate::automations::steps::Count;
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    // Deleted ones are told while there is something to tell of them.
    AUTOMATIONS -> AutomationRow = "
        SELECT {columns} FROM automations
        WHERE org = $1 AND brand = $2 AND (id = $3 OR $3 IS NULL) ORDER BY id DESC";
    GRAPHS -> VersionGraph = "
        SELECT {columns} FROM automation_versions
        WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    OLDER_GRAPHS -> VersionGraph = "
        SELECT {columns} FROM automation_versions
        WHERE org = $1 AND brand = $2 AND automation = $3 ORDER BY version DESC LIMIT $4";
    STEPS -> StepsOfNode = "
        SELECT {columns}
        FROM steps
        WHERE org = $1 AND brand = $2 AND (automation = $5 OR $5 IS NULL) AND hour >= $3 AND hour < $4
        GROUP BY automation, node";
    RUNS -> RunsOf = "
        SELECT {columns} FROM steps
        WHERE org = $1 AND brand = $2 AND hour >= $3 AND hour < $4 AND node = ''
        GROUP BY automation";
    STREAMS -> MailsOfStream = "
        SELECT {columns}
        FROM sends AS s {along}(sends__org__brand__automation)
        JOIN hours AS h ON h.org = s.org AND h.brand = s.brand AND h.send = s.id
        WHERE s.org = $1 AND s.brand = $2 AND s.automation IS NOT NULL AND s.is_stream
            AND h.hour >= $3 AND h.hour < $4
        GROUP BY s.automation, s.email, h.hour / 86400000";
    // From each send of a node to its hours.
    MAILS -> MailsOfNode = "
        SELECT {columns}
        FROM sends AS s {along}(sends__org__brand__automation)
        JOIN hours AS h ON h.org = s.org AND h.brand = s.brand AND h.send = s.id
        WHERE s.org = $1 AND s.brand = $2 AND s.automation IS NOT NULL AND (s.automation = $5 OR $5 IS NULL)
            AND h.hour >= $3 AND h.hour < $4
        GROUP BY s.automation, s.node";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AutomationRow {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub name: String = "name",
        pub published: bool = "published",
        /// The version that runs, else the newest.
        pub version: i64 = "COALESCE(live, head)",
        pub is_deleted: bool = "deleted_at IS NOT NULL",
    }
}

/// What is counted of a node; the node without a name is the run as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfNode<T> {
    pub automation: i64,
    pub node: String,
    pub count: T,
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct VersionGraph {
        pub automation: i64 = "automation",
        pub version: i64 = "id",
        /// JSON.
        pub graph: String = "graph",
    }
}

record! {
    struct StepsOfNode {
        automation: i64 = "automation",
        node: String = "node",
        count: Count = ..,
    }
}

record! {
    struct MailsOfNode {
        automation: i64 = "s.automation",
        node: String = "s.node",
        sums: HourSums = ..,
    }
}

/// Newest first, or the one that is named.
pub async fn automations(
    tx: &Tx,
    brand: BrandKey,
    only: Option<i64>,
) -> Result<Vec<AutomationRow>, DbError> {
    let values = params![brand.org, brand.brand, only];
    tx.all(&AUTOMATIONS, values).await
}

/// Nodes at which something happened in the hours of which a part is in the range.
pub async fn passed(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    only: Option<i64>,
) -> Result<Vec<OfNode<Count>>, DbError> {
    let values = params![brand.org, brand.brand, first_hour(range), range.to, only];
    let steps = tx.all(&STEPS, values).await?;
    let of_node = |steps: StepsOfNode| OfNode {
        automation: steps.automation,
        node: steps.node,
        count: steps.count,
    };
    Ok(steps.into_iter().map(of_node).collect())
}

/// What became of the mails of nodes in the same hours.
pub async fn mailed(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    only: Option<i64>,
) -> Result<Vec<OfNode<Tally>>, DbError> {
    let values = params![brand.org, brand.brand, first_hour(range), range.to, only];
    let mails = tx.all(&MAILS, values).await?;
    let of_node = |mails: MailsOfNode| OfNode {
        automation: mails.automation,
        node: mails.node,
        count: mails.sums.into(),
    };
    Ok(mails.into_iter().map(of_node).collect())
}

pub async fn graphs(
    tx: &Tx,
    brand: BrandKey,
    versions: impl IntoIterator<Item = i64>,
) -> Result<Vec<VersionGraph>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(versions)];
    tx.all(&GRAPHS, values).await
}

/// The newest versions of an automation, the newest first.
pub async fn newest_graphs(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    limit: i64,
) -> Result<Vec<VersionGraph>, DbError> {
    let values = params![brand.org, brand.brand, automation, limit];
    tx.all(&OLDER_GRAPHS, values).await
}

record! {
    struct RunsOf {
        automation: i64 = "automation",
        count: Count = ..,
    }
}

record! {
    struct MailsOfStream {
        automation: i64 = "s.automation",
        email: i64 = "s.email",
        day: i64 = "h.hour / 86400000",
        sums: HourSums = ..,
    }
}

/// The mails of a design that events had an automation send on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfStream {
    pub automation: i64,
    pub email: i64,
    /// Its number, by UTC.
    pub day: i64,
    pub tally: Tally,
}

/// How the runs of automations ended in the hours of which a part is in the range.
pub async fn runs_as_a_whole(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
) -> Result<Vec<(i64, Count)>, DbError> {
    let values = params![brand.org, brand.brand, first_hour(range), range.to];
    let runs = tx.all(&RUNS, values).await?;
    let read = |of: RunsOf| (of.automation, of.count);
    Ok(runs.into_iter().map(read).collect())
}

/// What became of the mails that events had automations send in the same hours.
pub async fn streams_mailed(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
) -> Result<Vec<OfStream>, DbError> {
    let values = params![brand.org, brand.brand, first_hour(range), range.to];
    let mails = tx.all(&STREAMS, values).await?;
    let read = |of: MailsOfStream| OfStream {
        automation: of.automation,
        email: of.email,
        day: of.day,
        tally: of.sums.into(),
    };
    Ok(mails.into_iter().map(read).collect())
}
