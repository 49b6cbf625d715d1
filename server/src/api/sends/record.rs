//! A send as the API shows it.

use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::{PauseReason, SendKind, SendStatus, Tally};
use postrider_domain::time;
use postrider_engine::campaigns::{EVERYBODY, Exclusions};
use postrider_engine::designs::stored;
use postrider_engine::sending::{SEND_FAILED, why_failed};
use postrider_engine::validation::RowFault;
use postrider_store::sends::{Mail, Progress, SendRecord};
use schemars::JsonSchema;
use serde::Serialize;

use super::body::Sender;
use crate::api::analytics::event::Event;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Send {
    send_id: String,
    kind: SendKind,
    pub(super) status: SendStatus,
    /// The automation that mails; absent for campaigns, like its node, run, fire and audience run.
    #[serde(skip_serializing_if = "Option::is_none")]
    automation_id: Option<String>,
    /// The `sendEmail` node whose mail it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    node_id: Option<String>,
    /// The run that came to the node; absent if the send is that of a whole audience run.
    #[serde(skip_serializing_if = "Option::is_none")]
    automation_run_id: Option<String>,
    /// The fire that started the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_instance_id: Option<String>,
    /// The launch on an audience whose mail at this node it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    audience_run_id: Option<String>,
    /// The one recipient of a run's mail; absent once the contact is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipient_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_id: Option<String>,
    /// The version that was the newest when the send was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    email_version_id: Option<String>,
    /// Absent once the domain is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    domain_id: Option<String>,
    /// `all` for every contact of the brand; absent once the audience is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    audience_id: Option<String>,
    /// The audience's name when the send was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    audience_name: Option<String>,
    /// The addresses that it was sent to instead of an audience.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Vec<String>>,
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    preview_text: Option<String>,
    from: Sender,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_to: Option<String>,
    /// Who could be mailed when it was accepted; from its start on, who is.
    recipient_count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_at: Option<String>,
    /// Why it is `paused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pause_reason: Option<PauseReason>,
    /// Why it waits or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RowFault>,
    created_at: String,
    updated_at: String,
    stats: Stats,
    /// When one send is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) delivery: Option<Delivery>,
    /// Members who got no mail, and why; when one send is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exclusions: Option<Exclusions>,
    /// The newest 1,000, the newest first, with `include=events`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) events: Option<Vec<Event>>,
    /// Whether there are more events, with `include=events`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) events_truncated: Option<bool>,
}

/// Recipients, each counted once; what machines opened and clicked is not in here.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SendStats")]
struct Stats {
    /// A receiver took the mail.
    sent: i64,
    /// Taken, and not returned since.
    delivered: i64,
    opened: i64,
    clicked: i64,
    bounced: i64,
    complained: i64,
    unsubscribed: i64,
}

/// Where the recipients stand: `planned` is the sum of `pending`, `deferred`, `delivered`, `bounced`, `failed`,
/// `inDoubt` and `canceled`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SendDelivery")]
pub struct Delivery {
    planned: i64,
    /// Members who get no mail: the sum of `exclusions`.
    excluded: i64,
    /// Not tried yet.
    pending: i64,
    /// Wait for their next try.
    deferred: i64,
    /// A receiver took the mail, whatever it said later.
    accepted: i64,
    delivered: i64,
    bounced: i64,
    failed: i64,
    /// The connection broke when the mail was handed over: the receiver may have it or not.
    in_doubt: i64,
    /// The send was canceled before they got it.
    canceled: i64,
    machine_opens: i64,
    machine_clicks: i64,
}

impl From<&Tally> for Stats {
    fn from(tally: &Tally) -> Self {
        Self {
            sent: tally.accepted,
            delivered: tally.delivered,
            opened: tally.opened,
            clicked: tally.clicked,
            bounced: tally.bounced,
            complained: tally.complained,
            unsubscribed: tally.unsubscribed,
        }
    }
}

impl Delivery {
    /// Of a send in this status, of which so many mails were canceled alone.
    pub fn of(tally: &Tally, status: SendStatus, canceled_alone: i64) -> Self {
        let rest = match status {
            SendStatus::Canceled => 0,
            _ => tally.open(),
        };
        let deferred = tally.deferred.min(rest);
        Self {
            planned: tally.planned + canceled_alone,
            excluded: tally.excluded(),
            pending: rest - deferred,
            deferred,
            accepted: tally.accepted,
            delivered: tally.delivered,
            bounced: tally.bounced,
            failed: tally.failed,
            in_doubt: tally.in_doubt,
            canceled: tally.open() - rest + canceled_alone,
            machine_opens: tally.machine_opens,
            machine_clicks: tally.machine_clicks,
        }
    }
}

/// Mails of an automation's send that were canceled with their runs: they were added to it, and count nowhere else.
pub fn canceled_alone(record: &SendRecord, tally: &Tally) -> i64 {
    match record.origin {
        Some(_) => (record.recipient_count - tally.planned - tally.excluded()).max(0),
        None => 0,
    }
}

/// Why a mail failed; `detail` is that of the event.
fn failed(detail: Option<&str>) -> RowFault {
    RowFault {
        code: SEND_FAILED.to_owned(),
        message: why_failed(detail),
    }
}

/// The row without what only one send's read shows.
pub fn show(record: SendRecord, tally: &Tally) -> Result<Send, Problem> {
    let to: Option<Vec<String>> = record.addresses.as_deref().map(stored).transpose()?;
    let is_to_everybody = record.audience.is_none() && to.is_none();
    let audience_id = if is_to_everybody {
        Some(EVERYBODY.to_owned())
    } else {
        record.refs.audience
    };
    Ok(Send {
        send_id: record.public_id,
        kind: record.kind,
        status: record.status,
        automation_id: record.refs.automation,
        node_id: record.origin.map(|origin| origin.node),
        automation_run_id: None,
        trigger_instance_id: None,
        audience_run_id: record.refs.audience_run,
        recipient_email: None,
        email_id: record.refs.email,
        email_version_id: record.refs.email_version,
        domain_id: record.refs.domain,
        audience_id,
        audience_name: record.audience_name,
        to,
        subject: record.subject,
        preview_text: record.preview_text,
        from: Sender {
            email: record.from_email,
            name: record.from_name,
        },
        reply_to: record.reply_to,
        recipient_count: if record.frozen {
            tally.planned
        } else {
            record.recipient_count
        },
        scheduled_at: record.scheduled_at.map(time::format),
        started_at: record.started_at.map(time::format),
        completed_at: record.completed_at.map(time::format),
        pause_reason: record.pause_reason,
        error: record.error.as_deref().map(stored).transpose()?,
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
        stats: Stats::from(tally),
        delivery: None,
        exclusions: None,
        events: None,
        events_truncated: None,
    })
}

/// A mail of a stream as a send of its own, with what it has of the stream; the same.
pub fn show_mail(
    mail: &Mail,
    stream: &SendRecord,
    tally: &Tally,
    progress: &Progress,
) -> Result<Send, Problem> {
    let status = mail.status(stream.status);
    let is_paused = status == SendStatus::Paused;
    let mut changed_at = progress.last_at.max(Some(mail.created_at()));
    if is_paused {
        changed_at = changed_at.max(Some(stream.updated_at));
    }
    let pause = stream.pause_reason.filter(|_| is_paused);
    let of_stream = stream.error.as_deref().filter(|_| is_paused);
    let error = match status {
        SendStatus::Failed => Some(failed(progress.why.as_deref())),
        _ => of_stream.map(stored).transpose()?,
    };
    Ok(Send {
        send_id: mail.public_id.clone(),
        kind: stream.kind,
        status,
        automation_id: stream.refs.automation.clone(),
        node_id: stream.origin.as_ref().map(|origin| origin.node.clone()),
        automation_run_id: mail.refs.run.clone(),
        trigger_instance_id: mail.refs.instance.clone(),
        audience_run_id: None,
        recipient_email: mail.refs.recipient.clone(),
        email_id: stream.refs.email.clone(),
        email_version_id: stream.refs.email_version.clone(),
        domain_id: stream.refs.domain.clone(),
        audience_id: None,
        audience_name: None,
        to: None,
        subject: stream.subject.clone(),
        preview_text: stream.preview_text.clone(),
        from: Sender {
            email: stream.from_email.clone(),
            name: stream.from_name.clone(),
        },
        reply_to: stream.reply_to.clone(),
        recipient_count: tally.planned,
        scheduled_at: None,
        started_at: progress.started_at.map(time::format),
        completed_at: progress
            .ended_at
            .filter(|_| status.is_finished())
            .map(time::format),
        pause_reason: pause,
        error,
        created_at: time::format(mail.created_at()),
        updated_at: time::format(changed_at.unwrap_or_default()),
        stats: Stats::from(tally),
        delivery: None,
        exclusions: None,
        events: None,
        events_truncated: None,
    })
}
