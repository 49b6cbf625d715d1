//! One event as the API shows it.

use postrider_domain::contacts::mailbox::Mailbox;
use postrider_domain::contract::ids;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::EventType;
use postrider_domain::time;
use postrider_engine::designs::stored;
use postrider_store::analytics::EventRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    event_id: String,
    /// `email`, `automation`, `trigger` or `inbound`
    domain: &'static str,
    /// Of `email`: `queued`, `sent`, `delivered`, `deferred`, `bounced`, `complained`, `opened`, `clicked`,
    /// `unsubscribed`, `suppressed`, `failed` or `in_doubt`; of `automation`: `run_started`, `run_completed`,
    /// `run_failed`, `run_canceled`, `node_completed`, `node_failed` or `node_skipped`; of `trigger`: `fired`,
    /// `partially_fired`, `rejected` or `dead_letter`; of `inbound`: `received`, `verified`, `rejected` or `reply`.
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
    /// The automation that mailed or ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    automation_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automation_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    node_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automation_run_id: Option<String>,
    /// The fire that it is about, or that started the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_instance_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_event_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audience_run_id: Option<String>,
    /// `live`, or `test` for a test send and for a test of an automation
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
    /// Who has the recipient's mailbox: `gmail`, `outlook`, `yahoo` and so on, or `other`; of a fire, the provider of
    /// its trigger.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
}

/// What is kept of an event beside its columns.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Detail {
    url: Option<String>,
    machine_reason: Option<String>,
    smtp_reply: Option<String>,
    bounce_type: Option<String>,
    error: Option<Said>,
    /// Of a mail that came back.
    subject: Option<String>,
    auto_reply: bool,
    /// Of a step of a run: its node, what people call that, the way out that was taken, and the send it made.
    node: Option<String>,
    label: Option<String>,
    branch: Option<String>,
    send: Option<String>,
}

/// Why something went wrong.
#[derive(Deserialize)]
#[serde(untagged)]
enum Said {
    Text(String),
    Fault { message: String },
}

impl Said {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Fault { message: text } => text,
        }
    }
}

pub fn show(brand_id: &str, record: EventRecord) -> Result<Event, Problem> {
    let detail: Option<Detail> = record.detail.as_deref().map(stored).transpose()?;
    let detail = detail.unwrap_or_default();
    let stamps = record.stamps;
    let name = stamps.automation_name.as_deref();
    let about = About {
        who: record
            .recipient
            .as_deref()
            .unwrap_or("a contact that was deleted"),
        of: name.map(|name| format!(" of {name}")).unwrap_or_default(),
        detail: &detail,
    };
    let mailbox = record.recipient.as_deref().map(Mailbox::of);
    let provider = match record.kind.domain() {
        "trigger" | "inbound" if stamps.trigger.is_some() => stamps.provider,
        _ => mailbox.map(|mailbox| mailbox.provider.as_str().to_owned()),
    };
    Ok(Event {
        event_id: ids::event_id(brand_id, record.id),
        domain: record.kind.domain(),
        event_type: record.kind.as_str(),
        occurred_at: time::format(record.occurred_at),
        summary: about.summary(record.kind),
        recipient_email: record.recipient,
        send_id: record.send.or(detail.send),
        email_id: record.email,
        email_name: record.email_title,
        automation_id: stamps.automation,
        automation_name: stamps.automation_name,
        node_id: stamps.node.or(detail.node),
        automation_run_id: stamps.run,
        trigger_instance_id: stamps.instance,
        trigger_event_id: stamps.trigger,
        audience_run_id: stamps.audience_run,
        mode: if stamps.is_test { "test" } else { "live" },
        url: detail.url,
        machine_generated: detail.machine_reason.is_some().then_some(true),
        machine_reason: detail.machine_reason,
        smtp_reply: detail.smtp_reply,
        bounce_type: detail.bounce_type,
        provider,
    })
}

/// What a summary tells.
struct About<'a> {
    who: &'a str,
    /// Which automation, where there is one.
    of: String,
    detail: &'a Detail,
}

impl About<'_> {
    fn summary(&self, kind: EventType) -> String {
        let Self { who, of, detail } = self;
        let because = self.because();
        match kind {
            EventType::RunStarted => format!("A run{of} began for {who}"),
            EventType::RunCompleted => format!("A run{of} ended for {who}"),
            EventType::RunFailed => format!("A run{of} failed for {who}{because}"),
            EventType::RunCanceled => format!("A run{of} was canceled for {who}"),
            EventType::NodeCompleted => match &detail.branch {
                Some(branch) => format!("{}{of} led {who} to {branch}", self.step()),
                None => format!("{}{of} was done for {who}", self.step()),
            },
            EventType::NodeFailed => format!("{}{of} failed for {who}{because}", self.step()),
            EventType::NodeSkipped => {
                format!("{}{of} was skipped for {who}{because}", self.step())
            }
            EventType::Fired => format!("A trigger was fired for {who}"),
            EventType::PartiallyFired => {
                format!("A trigger started some of its automations for {who}")
            }
            EventType::TriggerRejected => format!("A trigger was refused{because}"),
            EventType::DeadLetter => format!("A trigger was given up{because}"),
            EventType::Received if detail.auto_reply => {
                format!("{who} answered automatically{because}")
            }
            EventType::Received => format!("Something came in from {who}{because}"),
            EventType::Verified => "What came in is genuine".to_owned(),
            EventType::InboundRejected => format!("What came in was refused{because}"),
            EventType::Reply => format!("{who} replied{because}"),
            of_mail => self.summary_of_mail(of_mail),
        }
    }

    fn summary_of_mail(&self, kind: EventType) -> String {
        let (who, because) = (self.who, self.because());
        let by = match &self.detail.machine_reason {
            Some(_) => format!("a machine, for {who}"),
            None => who.to_owned(),
        };
        match kind {
            EventType::Queued => format!("Queued for {who}"),
            EventType::Sent => format!("Handed over for {who}"),
            EventType::Delivered => format!("Delivered to {who}"),
            EventType::Deferred => format!("Will be tried again for {who}{because}"),
            EventType::Bounced => format!("Bounced from {who}{because}"),
            EventType::Complained => format!("Marked as spam by {who}"),
            EventType::Opened => format!("Opened by {by}"),
            EventType::Clicked => match &self.detail.url {
                Some(url) => format!("{url} clicked by {by}"),
                None => format!("Clicked by {by}"),
            },
            EventType::Unsubscribed => format!("{who} unsubscribed"),
            EventType::Suppressed => format!("{who} was left out{because}"),
            EventType::Failed => format!("Given up for {who}{because}"),
            EventType::InDoubt => format!("Nobody can know whether {who} has it{because}"),
            other => format!("{} for {who}", other.as_str()),
        }
    }

    fn step(&self) -> String {
        let name = self.detail.label.as_ref().or(self.detail.node.as_ref());
        match name {
            Some(name) => format!("The step {name}"),
            None => "A step".to_owned(),
        }
    }

    fn because(&self) -> String {
        let detail = self.detail;
        let said = detail.smtp_reply.as_deref();
        let said = said.or(detail.error.as_ref().map(Said::text));
        let said = said.or(detail.subject.as_deref());
        said.map(|said| format!(": {said}")).unwrap_or_default()
    }
}
