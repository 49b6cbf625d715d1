//! What happened to the recipients of a send, as the API shows it.

use postrider_domain::ids;
use postrider_domain::problem::Problem;
use postrider_domain::send::EventType;
use postrider_domain::time;
use postrider_store::brands::BrandIdentity;
use postrider_store::db::Tx;
use postrider_store::sends::{self, EventRecord, SendRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::emails::stored;
use crate::api::failure::Outcome;

/// As many as one read holds.
const MOST: usize = 1000;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    event_id: String,
    /// `email`
    domain: &'static str,
    /// `queued`, `sent`, `delivered`, `deferred`, `bounced`, `complained`, `opened`, `clicked`, `unsubscribed`,
    /// `suppressed`, `failed` or `in_doubt`
    event_type: &'static str,
    occurred_at: String,
    /// Absent once the contact is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipient_email: Option<String>,
    send_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_name: Option<String>,
    /// `live`
    mode: &'static str,
    /// For people to read.
    summary: String,
    /// What was clicked.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// A machine did it, and no person: it is in no statistics.
    #[serde(skip_serializing_if = "Option::is_none")]
    machine_generated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine_reason: Option<String>,
    /// What the receiving server said.
    #[serde(skip_serializing_if = "Option::is_none")]
    smtp_reply: Option<String>,
    /// `hard` or `soft`
    #[serde(skip_serializing_if = "Option::is_none")]
    bounce_type: Option<String>,
}

/// What is kept of an event beside its columns.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Detail {
    url: Option<String>,
    machine_reason: Option<String>,
    smtp_reply: Option<String>,
    bounce_type: Option<String>,
    error: Option<String>,
}

pub struct Told {
    pub events: Vec<Event>,
    pub truncated: bool,
}

pub async fn read(tx: &Tx, brand: &BrandIdentity, send: &SendRecord) -> Outcome<Told> {
    let mut records = sends::events(tx, brand.key, send.id, MOST as i64 + 1).await?;
    let truncated = records.len() > MOST;
    records.truncate(MOST);
    let events = records
        .into_iter()
        .map(|record| show(&brand.public_id, send, record));
    Ok(Told {
        events: events.collect::<Result<_, _>>()?,
        truncated,
    })
}

fn show(brand_id: &str, send: &SendRecord, record: EventRecord) -> Result<Event, Problem> {
    let detail: Option<Detail> = record.detail.as_deref().map(stored).transpose()?;
    let detail = detail.unwrap_or_default();
    Ok(Event {
        event_id: ids::event_id(brand_id, record.id),
        domain: "email",
        event_type: record.kind.as_str(),
        occurred_at: time::format(record.occurred_at),
        summary: summary(record.kind, record.recipient.as_deref(), &detail),
        recipient_email: record.recipient,
        send_id: send.public_id.clone(),
        email_id: send.refs.email.clone(),
        email_name: send.refs.email_title.clone(),
        mode: "live",
        url: detail.url,
        machine_generated: detail.machine_reason.is_some().then_some(true),
        machine_reason: detail.machine_reason,
        smtp_reply: detail.smtp_reply,
        bounce_type: detail.bounce_type,
    })
}

fn summary(kind: EventType, recipient: Option<&str>, detail: &Detail) -> String {
    let who = recipient.unwrap_or("a contact that was deleted");
    let by = match &detail.machine_reason {
        Some(_) => format!("a machine, for {who}"),
        None => who.to_owned(),
    };
    let said = detail.smtp_reply.as_deref().or(detail.error.as_deref());
    let because = said.map(|said| format!(": {said}")).unwrap_or_default();
    match kind {
        EventType::Queued => format!("Queued for {who}"),
        EventType::Sent => format!("Handed over for {who}"),
        EventType::Delivered => format!("Delivered to {who}"),
        EventType::Deferred => format!("Will be tried again for {who}{because}"),
        EventType::Bounced => format!("Bounced from {who}{because}"),
        EventType::Complained => format!("Marked as spam by {who}"),
        EventType::Opened => format!("Opened by {by}"),
        EventType::Clicked => match &detail.url {
            Some(url) => format!("{url} clicked by {by}"),
            None => format!("Clicked by {by}"),
        },
        EventType::Unsubscribed => format!("{who} unsubscribed"),
        EventType::Suppressed => format!("{who} was left out{because}"),
        EventType::Failed => format!("Given up for {who}{because}"),
        EventType::InDoubt => format!("Nobody can know whether {who} has it{because}"),
    }
}
