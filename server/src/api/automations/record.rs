//! An automation as the API shows it.

use postrider_domain::automations::automation::{
    AutomationKind, Connection, Graph, Node, Notice, Severity, Uses,
};
use postrider_domain::automations::trigger::PayloadField;
use postrider_domain::contacts::field::KnownFields;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::automations::checking::incompatible;
use postrider_engine::automations::not_found;
use postrider_store::automations::{self, AutomationRecord, VersionRow};
use postrider_store::db::Tx;
use postrider_store::fields;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;

const MAX_WARNINGS: usize = 50;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Automation {
    automation_id: String,
    /// The newest version.
    automation_version_id: String,
    version: i64,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The trigger of the newest version.
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_event_id: Option<String>,
    kind: AutomationKind,
    published: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_at: Option<String>,
    /// The version that fires start.
    #[serde(skip_serializing_if = "Option::is_none")]
    live_automation_version_id: Option<String>,
    /// The designs that the newest version names.
    email_ids: Vec<String>,
    /// What the newest or the live version needs and its trigger, as it is now, does not give: the first 50.
    warnings: Vec<AutomationWarning>,
    created_at: String,
    updated_at: String,
    /// With `include=graph`, those of the newest version.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<Node>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    connections: Option<Vec<Connection>>,
    /// Newest first, with `include=versions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) versions: Option<Vec<Version>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AutomationWarning {
    /// The version that it is about.
    automation_version_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    node_id: Option<String>,
    severity: Severity,
    message: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AutomationVersion")]
pub struct Version {
    automation_version_id: String,
    /// Counts from 1.
    version: i64,
    /// SHA-256 of the graph: two versions with the same are the same.
    definition_hash: String,
    /// Whether it is the one that fires start.
    live: bool,
    created_at: String,
    /// When it was published first.
    #[serde(skip_serializing_if = "Option::is_none")]
    published_at: Option<String>,
}

impl Version {
    pub fn of(row: VersionRow, automation: &AutomationRecord) -> Self {
        let live = automation.live.as_ref();
        Self {
            live: live.is_some_and(|live| live.id == row.id),
            automation_version_id: row.public_id,
            version: row.version,
            definition_hash: row.hash,
            created_at: time::format(row.created_at),
            published_at: row.published_at.map(time::format),
        }
    }
}

impl Automation {
    /// The row without what has to be asked for.
    pub fn of(record: &AutomationRecord, known: &KnownFields) -> Self {
        Self {
            automation_id: record.public_id.clone(),
            automation_version_id: record.head.public_id.clone(),
            version: record.head.version,
            name: record.name.clone(),
            description: record.description.clone(),
            trigger_event_id: record.trigger_id.clone(),
            kind: record.kind,
            published: record.published,
            published_at: record.published_at.map(time::format),
            live_automation_version_id: record.live.as_ref().map(|live| live.public_id.clone()),
            email_ids: record.head.uses.email_ids.clone(),
            warnings: warnings(record, known),
            created_at: time::format(record.created_at),
            updated_at: time::format(record.updated_at),
            nodes: None,
            connections: None,
            versions: None,
        }
    }

    /// With what was found when a version was published.
    #[must_use]
    pub fn with_notices(mut self, version: &str, notices: Vec<Notice>) -> Self {
        let warning = |notice: Notice| AutomationWarning {
            automation_version_id: version.to_owned(),
            node_id: notice.node_id,
            severity: notice.severity,
            message: notice.message,
        };
        self.warnings.extend(notices.into_iter().map(warning));
        self.warnings.truncate(MAX_WARNINGS);
        self
    }

    /// With the graph as it is stored.
    pub fn with_graph(mut self, graph: &str) -> Result<Self, Problem> {
        let graph: Graph = serde_json::from_str(graph)
            .map_err(|_| Problem::new(Code::InternalError, "A stored graph cannot be read."))?;
        self.nodes = Some(graph.nodes);
        self.connections = Some(graph.connections);
        Ok(self)
    }
}

fn warnings(record: &AutomationRecord, known: &KnownFields) -> Vec<AutomationWarning> {
    let head = &record.head;
    let mut found = misfits(&head.public_id, &head.declared, &head.uses, known);
    if let Some(live) = record.live.as_ref().filter(|live| live.id != head.id) {
        found.extend(misfits(&live.public_id, &live.declared, &live.uses, known));
    }
    found.truncate(MAX_WARNINGS);
    found
}

fn misfits(
    version: &str,
    declared: &[PayloadField],
    uses: &Uses,
    known: &KnownFields,
) -> Vec<AutomationWarning> {
    let found = incompatible(declared, uses, known).into_iter();
    let warning = found.map(|misfit| AutomationWarning {
        automation_version_id: version.to_owned(),
        node_id: misfit.node,
        severity: Severity::Warning,
        message: misfit.message,
    });
    warning.collect()
}

pub async fn find(tx: &Tx, cx: &Cx) -> ApiResult<AutomationRecord> {
    let found = automations::get(tx, cx.brand_key()?, cx.path("automationId")).await?;
    Ok(found.ok_or_else(not_found)?)
}

/// The automation, which nobody else changes before this transaction ends.
pub async fn lock(tx: &Tx, cx: &Cx) -> ApiResult<AutomationRecord> {
    let found = automations::lock(tx, cx.brand_key()?, cx.path("automationId")).await?;
    Ok(found.ok_or_else(not_found)?)
}

pub async fn show(tx: &Tx, cx: &Cx, record: &AutomationRecord) -> ApiResult<Automation> {
    let known = fields::known(tx, cx.brand_key()?).await?;
    Ok(Automation::of(record, &known))
}
