//! One event as the API shows it.

use postrider_domain::ids;
use postrider_domain::mailbox::Mailbox;
use postrider_domain::problem::Problem;
use postrider_domain::send::EventType;
use postrider_domain::time;
use postrider_store::analytics::EventRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::emails::stored;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    event_id: String,
    /// `email`, `automation`, `trigger` or `inbound`
    domain: &'static str,
    /// Of `email`: `queued`, `sent`, `delivered`, `deferred`, `bounced`, `complained`, `opened`, `clicked`,
    /// `unsubscribed`, `suppressed`, `failed` or `in_doubt`; of `inbound`: `received`, `verified`, `rejected` or
    /// `reply`.
    event_type: &'static str,
    occurred_at: String,
    /// Absent once the contact is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipient_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    send_id: Option<String>,
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
    /// Who has the recipient's mailbox: `gmail`, `outlook`, `yahoo` and so on, or `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<&'static str>,
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
    /// Of a mail that came back.
    subject: Option<String>,
    auto_reply: bool,
}

pub fn show(brand_id: &str, record: EventRecord) -> Result<Event, Problem> {
    let detail: Option<Detail> = record.detail.as_deref().map(stored).transpose()?;
    let detail = detail.unwrap_or_default();
    let mailbox = record.recipient.as_deref().map(Mailbox::of);
    Ok(Event {
        event_id: ids::event_id(brand_id, record.id),
        domain: record.kind.domain(),
        event_type: record.kind.as_str(),
        occurred_at: time::format(record.occurred_at),
        summary: summary(record.kind, record.recipient.as_deref(), &detail),
        recipient_email: record.recipient,
        send_id: record.send,
        email_id: record.email,
        email_name: record.email_title,
        mode: "live",
        url: detail.url,
        machine_generated: detail.machine_reason.is_some().then_some(true),
        machine_reason: detail.machine_reason,
        smtp_reply: detail.smtp_reply,
        bounce_type: detail.bounce_type,
        provider: mailbox.map(|mailbox| mailbox.provider.as_str()),
    })
}

fn summary(kind: EventType, recipient: Option<&str>, detail: &Detail) -> String {
    let who = recipient.unwrap_or("a contact that was deleted");
    let by = match &detail.machine_reason {
        Some(_) => format!("a machine, for {who}"),
        None => who.to_owned(),
    };
    let said = detail.smtp_reply.as_deref().or(detail.error.as_deref());
    let said = said.or(detail.subject.as_deref());
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
        EventType::RunStarted => format!("A run began for {who}"),
        EventType::RunCompleted => format!("A run ended for {who}"),
        EventType::RunFailed => format!("A run failed for {who}{because}"),
        EventType::RunCanceled => format!("A run was canceled for {who}"),
        EventType::NodeCompleted => format!("A step was done for {who}"),
        EventType::NodeFailed => format!("A step failed for {who}{because}"),
        EventType::NodeSkipped => format!("A step was skipped for {who}{because}"),
        EventType::Fired => format!("A trigger was fired for {who}"),
        EventType::PartiallyFired => format!("A trigger started some of its automations for {who}"),
        EventType::TriggerRejected => format!("A trigger was refused{because}"),
        EventType::DeadLetter => format!("A trigger was given up{because}"),
        EventType::Received if detail.auto_reply => {
            format!("{who} answered automatically{because}")
        }
        EventType::Received => format!("Something came in from {who}{because}"),
        EventType::Verified => "What came in is genuine".to_owned(),
        EventType::InboundRejected => format!("What came in was refused{because}"),
        EventType::Reply => format!("{who} replied{because}"),
    }
}
