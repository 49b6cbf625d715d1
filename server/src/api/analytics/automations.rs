//! `GET /v1/analytics/automations`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use postrider_domain::automations::automation::NodeType;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;
use postrider_engine::designs::stored;
use postrider_store::analytics::automations::{
    self as report, AutomationRow, OfNode, VersionGraph,
};
use postrider_store::automations::steps::Count;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::performance::{NodePerformance, Performance, Report, Totals};
use super::{DAY_MS, automation};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::time_bound;
use crate::api::reply::Reply;

const DEFAULT_RANGE_MS: i64 = 30 * DAY_MS;
const LONGEST_MS: i64 = 400 * DAY_MS;
/// Where nodes are looked for that the version that runs has no more.
const OLDER_VERSIONS: i64 = 20;
/// Automations whose graphs are in memory at the same time.
const AT_ONCE: usize = 10;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AutomationReportQuery")]
pub struct ReportQuery {
    /// What happened then or later, counted by whole hours: an ISO time or a date. Without it, 30 days before `to`; at
    /// most 400 days before it.
    #[schemars(extend("examples" = ["2026-01-01"]))]
    from: Option<String>,
    /// What happened earlier. Without it, now.
    #[schemars(extend("examples" = ["2026-02-01"]))]
    to: Option<String>,
    /// Only this automation.
    automation_id: Option<String>,
}

pub async fn automations(tx: Tx, cx: Cx, query: Arc<ReportQuery>) -> ApiResult<Reply<Report>> {
    let brand = cx.brand_key()?;
    let range = range(&query, cx.now())?;
    let only = automation(&tx, brand, query.automation_id.as_deref()).await?;
    let mut counted = Counted::read(&tx, brand, range, only).await?;
    let mut rows = report::automations(&tx, brand, only).await?;
    rows.retain(|row| !row.is_deleted || only.is_some() || counted.knows(row.id));
    let mut totals = Sums::default();
    let mut data = Vec::new();
    while !rows.is_empty() {
        let some: Vec<AutomationRow> = rows.drain(..rows.len().min(AT_ONCE)).collect();
        let mut graphs = graphs(&tx, brand, &some).await?;
        for row in some {
            let nodes = graphs.remove(&row.id).unwrap_or_default();
            let of_automation = counted.take(row.id);
            let unknown = of_automation.unknown(&nodes);
            let nodes = if unknown {
                with_older(&tx, brand, row.id, nodes).await?
            } else {
                nodes
            };
            data.push(of_automation.show(row, nodes, &mut totals));
        }
    }
    let Sums { runs, mails } = totals;
    Ok(Reply::ok(Report {
        data,
        totals: Totals::new(runs, &mails),
        range: range.into(),
    }))
}

fn range(query: &ReportQuery, now: i64) -> Result<Range, Problem> {
    let from = time_bound("from", query.from.as_deref())?;
    let to = time_bound("to", query.to.as_deref())?;
    let range = Range::of(from, to, DEFAULT_RANGE_MS, now)?;
    if range.to - range.from > LONGEST_MS {
        return Err(
            Problem::invalid("from", "The range is longer than 400 days.")
                .suggest("Ask for 400 days at a time."),
        );
    }
    Ok(range)
}

/// A node as a version has it, without what it does.
#[derive(Deserialize)]
struct KnownNode {
    id: String,
    label: Option<String>,
    #[serde(rename = "type")]
    kind: NodeType,
}

#[derive(Deserialize)]
struct KnownNodes {
    nodes: Vec<KnownNode>,
}

/// The nodes of each automation in the version that runs, else in the newest.
async fn graphs(
    tx: &Tx,
    brand: BrandKey,
    rows: &[AutomationRow],
) -> ApiResult<HashMap<i64, Vec<KnownNode>>> {
    let versions = rows.iter().map(|row| row.version);
    let mut graphs = HashMap::new();
    for graph in report::graphs(tx, brand, versions).await? {
        graphs.insert(graph.automation, nodes_of(&graph)?);
    }
    Ok(graphs)
}

/// And, behind them, those that only older versions have: runs may still walk one.
async fn with_older(
    tx: &Tx,
    brand: BrandKey,
    automation: i64,
    mut nodes: Vec<KnownNode>,
) -> ApiResult<Vec<KnownNode>> {
    let mut known: HashSet<String> = nodes.iter().map(|node| node.id.clone()).collect();
    for graph in report::newest_graphs(tx, brand, automation, OLDER_VERSIONS).await? {
        for node in nodes_of(&graph)? {
            if known.insert(node.id.clone()) {
                nodes.push(node);
            }
        }
    }
    Ok(nodes)
}

fn nodes_of(version: &VersionGraph) -> Result<Vec<KnownNode>, Problem> {
    let KnownNodes { nodes } = stored(&version.graph)?;
    Ok(nodes)
}

#[derive(Default)]
struct Sums {
    runs: Count,
    mails: Tally,
}

/// What was counted, by automation.
struct Counted(HashMap<i64, OfAutomation>);

/// By node; the one without a name is the run as a whole.
#[derive(Default)]
struct OfAutomation {
    passed: HashMap<String, Count>,
    mailed: HashMap<String, Tally>,
}

impl Counted {
    async fn read(tx: &Tx, brand: BrandKey, range: Range, only: Option<i64>) -> ApiResult<Self> {
        let mut all: HashMap<i64, OfAutomation> = HashMap::new();
        for OfNode {
            automation,
            node,
            count,
        } in report::passed(tx, brand, range, only).await?
        {
            let of = all.entry(automation).or_default();
            of.passed.insert(node, count);
        }
        for OfNode {
            automation,
            node,
            count,
        } in report::mailed(tx, brand, range, only).await?
        {
            let of = all.entry(automation).or_default();
            of.mailed.insert(node, count);
        }
        Ok(Self(all))
    }

    fn knows(&self, automation: i64) -> bool {
        self.0.contains_key(&automation)
    }

    fn take(&mut self, automation: i64) -> OfAutomation {
        self.0.remove(&automation).unwrap_or_default()
    }
}

impl OfAutomation {
    /// Whether something was counted at a node that is not among these.
    fn unknown(&self, nodes: &[KnownNode]) -> bool {
        let mut counted = self.passed.keys().chain(self.mailed.keys());
        let known: HashSet<&str> = nodes.iter().map(|node| node.id.as_str()).collect();
        counted.any(|id| !id.is_empty() && !known.contains(id.as_str()))
    }

    fn show(mut self, row: AutomationRow, nodes: Vec<KnownNode>, totals: &mut Sums) -> Performance {
        let runs = self.passed.remove("").unwrap_or_default();
        let mut mails = Tally::default();
        for tally in self.mailed.values() {
            mails += *tally;
        }
        totals.runs.entered += runs.entered;
        totals.runs.completed += runs.completed;
        totals.runs.failed += runs.failed;
        totals.runs.skipped += runs.skipped;
        totals.mails += mails;
        let node = |node: KnownNode| {
            // Who is at the trigger has passed it.
            let at_trigger = (node.kind == NodeType::Trigger).then_some(Count {
                entered: runs.entered,
                completed: runs.entered,
                ..Count::default()
            });
            let passed = self.passed.get(&node.id).copied();
            let passed = passed.or(at_trigger).unwrap_or_default();
            let mailed = self.mailed.get(&node.id).copied().unwrap_or_default();
            NodePerformance::new(node.id, node.label, node.kind, passed, &mailed)
        };
        Performance {
            automation_id: row.public_id,
            name: row.name,
            published: row.published,
            totals: Totals::new(runs, &mails),
            nodes: nodes.into_iter().map(node).collect(),
        }
    }
}
