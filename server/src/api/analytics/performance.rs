//! What automations did, as the report shows it.

use postrider_domain::automations::automation::NodeType;
use postrider_domain::sending::send::Tally;
use postrider_store::automations::steps::Count;
use schemars::JsonSchema;
use serde::Serialize;

use super::ShownRange;
use super::numbers::Rates;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AutomationReport")]
pub struct Report {
    /// The newest automation first; those in which nothing happened too, deleted ones only if something did.
    pub(super) data: Vec<Performance>,
    pub(super) totals: Totals,
    pub(super) range: ShownRange,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AutomationPerformance")]
pub struct Performance {
    pub(super) automation_id: String,
    pub(super) name: String,
    pub(super) published: bool,
    #[serde(flatten)]
    pub(super) totals: Totals,
    /// In the order of the version that runs, else of the newest; behind them those that only older versions have and
    /// at which something happened.
    pub(super) nodes: Vec<NodePerformance>,
}

/// Tests are counted nowhere.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AutomationTotals")]
pub struct Totals {
    /// That began.
    runs: i64,
    completed: i64,
    failed: i64,
    canceled: i64,
    #[serde(flatten)]
    mails: Mails,
    rates: Rates,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NodePerformance")]
pub struct NodePerformance {
    node_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// `trigger`, `sendEmail`, `wait`, `filter` or `split`
    r#type: &'static str,
    /// Runs that came there.
    entered: i64,
    completed: i64,
    failed: i64,
    /// Runs that passed by: somebody who is not mailed, or a node behind a filter that ended the run.
    skipped: i64,
    #[serde(flatten)]
    mails: Mails,
    rates: Rates,
}

/// Recipients, each counted once per mail; what machines opened and clicked is not in here.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AutomationMails")]
struct Mails {
    /// A receiver took the mail.
    sent: i64,
    /// Taken, and not returned since.
    delivered: i64,
    opened: i64,
    clicked: i64,
    unsubscribed: i64,
}

impl Totals {
    pub(super) fn new(runs: Count, mails: &Tally) -> Self {
        Self {
            runs: runs.entered,
            completed: runs.completed,
            failed: runs.failed,
            canceled: runs.skipped,
            mails: Mails::from(mails),
            rates: Rates::from(mails),
        }
    }
}

impl NodePerformance {
    pub(super) fn new(
        node_id: String,
        label: Option<String>,
        kind: NodeType,
        passed: Count,
        mails: &Tally,
    ) -> Self {
        Self {
            node_id,
            label,
            r#type: kind.as_str(),
            entered: passed.entered,
            completed: passed.completed,
            failed: passed.failed,
            skipped: passed.skipped,
            mails: Mails::from(mails),
            rates: Rates::from(mails),
        }
    }
}

/// What is found out later is taken off where it is found out: a range may hold that alone.
impl From<&Tally> for Mails {
    fn from(tally: &Tally) -> Self {
        Self {
            sent: tally.accepted.max(0),
            delivered: tally.delivered.max(0),
            opened: tally.opened.max(0),
            clicked: tally.clicked.max(0),
            unsubscribed: tally.unsubscribed.max(0),
        }
    }
}
