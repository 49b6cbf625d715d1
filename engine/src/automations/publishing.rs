//! Makes a version the one that runs: its rows are held, checked, and each of its mails gets a send.

use std::collections::HashMap;

use postrider_domain::automations::automation::{
    DesignKind, EmailUse, Graph, NodeConfig, ReferencedIds, SendEmailConfig,
};
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::streams::{self, AudienceOf, NewStream};
use postrider_store::automations::{self, VersionRecord};
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::DomainRecord;
use postrider_store::{audiences, brands, domains, emails, insights, triggers};

pub use super::checking::blockers;
use super::node_sender::node_from;

/// Keeps what a graph names from being deleted before this transaction ends: whoever deletes such a row locks it first
/// and then looks for what uses it.
pub async fn hold(tx: &Tx, brand: BrandKey, graph: &Graph) -> Result<(), DbError> {
    let wanted = ReferencedIds::of(graph);
    if let Some(trigger) = wanted.trigger {
        triggers::lock(tx, brand, trigger).await?;
    }
    if let Some(audience) = wanted.audience {
        audiences::lock(tx, brand, audience).await?;
    }
    for domain in wanted.domains {
        // The sandbox, which may be hidden here, cannot be deleted.
        let found = domains::by_public_id(tx, brand, domain, domains::Sandbox::Shown).await?;
        if let Some(found) = found {
            domains::lock(tx, brand, found.id).await?;
        }
    }
    for email in wanted.emails {
        emails::lock(tx, brand, email).await?;
    }
    // Fields are deleted under this lock.
    brands::lock(tx, brand).await?;
    Ok(())
}

/// Fires of its trigger start this version from now on. Its blockers have been asked for, and its `uses` are those of
/// the rows that were found then.
pub async fn publish(
    tx: &Tx,
    brand: BrandKey,
    version: &VersionRecord,
    ids: fn() -> String,
    now: i64,
) -> Result<(), DbError> {
    open_streams(tx, brand, version, None, ids, now).await?;
    automations::publish(tx, brand, version, now).await
}

/// Gives each `sendEmail` node of a version its send: one for all runs that events start, or one for an audience run.
/// Those that are there already stay. `ids` makes 21 random characters.
pub async fn open_streams(
    tx: &Tx,
    brand: BrandKey,
    version: &VersionRecord,
    of: Option<AudienceOf>,
    ids: fn() -> String,
    now: i64,
) -> Result<(), DbError> {
    let graph = graph_of(version)?;
    let mut senders = Senders::default();
    for node in &graph.nodes {
        let NodeConfig::SendEmail(config) = &node.config else {
            continue;
        };
        let used = version.uses.emails.iter().find(|used| used.node == node.id);
        let complete = used.and_then(|used| Some((used, used.domain?)));
        let (Some((used, domain)), Some(subject)) = (complete, &config.subject) else {
            let message = format!("node {} of a version lacks what its mail needs", node.id);
            return Err(DbError::Other(message));
        };
        let domain = senders.domain(tx, brand, domain).await?;
        let (from_email, from_name) = node_from(tx, brand, config, &domain).await?;
        let prefix = if of.is_some() { "arn_" } else { "" };
        let new = NewStream {
            public_id: format!("{prefix}{}", ids()),
            automation: version.automation,
            version: version.id,
            node: node.id.clone(),
            audience_run: of.clone(),
            email: used.email,
            email_version: used.version,
            domain: domain.id,
            subject: subject.clone(),
            preview_text: preview_text(tx, brand, config, used).await?,
            from_email,
            from_name,
            reply_to: config.reply_to.clone().or(domain.default_reply_to),
            is_transactional: used.kind == DesignKind::Transactional,
        };
        streams::open(tx, brand, &new, now).await?;
        insights::look_daily(tx, brand, now).await?;
    }
    Ok(())
}

/// The graph of a stored version.
pub fn graph_of(version: &VersionRecord) -> Result<Graph, DbError> {
    serde_json::from_str(&version.graph)
        .map_err(|error| DbError::Other(format!("the graph of a version cannot be read: {error}")))
}

/// The node's own line beside the subject, else the design's; the document's is in its HTML.
async fn preview_text(
    tx: &Tx,
    brand: BrandKey,
    config: &SendEmailConfig,
    used: &EmailUse,
) -> Result<Option<String>, DbError> {
    let own = config.preview_text.clone();
    if let Some(own) = own.filter(|text| !text.trim().is_empty()) {
        return Ok(Some(own));
    }
    let design = emails::by_number(tx, brand, used.email).await?;
    Ok(design.and_then(|design| design.preview_text))
}

/// Domains, each read once.
#[derive(Default)]
struct Senders(HashMap<i64, DomainRecord>);

impl Senders {
    async fn domain(
        &mut self,
        tx: &Tx,
        brand: BrandKey,
        number: i64,
    ) -> Result<DomainRecord, DbError> {
        if let Some(known) = self.0.get(&number) {
            return Ok(known.clone());
        }
        let domain = domains::by_number(tx, brand, number).await?;
        let domain = domain.ok_or_else(|| DbError::Other("the domain of a node is gone".into()))?;
        self.0.insert(number, domain.clone());
        Ok(domain)
    }
}
