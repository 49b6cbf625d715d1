//! Reports on deliveries: late bounces, delays, and good news.

use postrider_domain::contacts::contact::SuppressionReason;
use postrider_domain::sending::send::{EventType, RecipientState, Tally};
use postrider_mail::returned::{Class, Report};
use postrider_store::db::{DbError, Tx};
use postrider_store::{contacts, returned};
use serde_json::{Value, json};

use super::case::Case;
use super::result::{InboundResult, NotTaken};

/// Given up by whoever had taken it.
pub(super) async fn failed(
    tx: &Tx,
    case: &Case,
    report: &Report,
) -> Result<InboundResult, NotTaken> {
    let from = case.stands.state;
    match from {
        RecipientState::Planned => return Err(NotTaken::TooEarly),
        RecipientState::Deferred => return Err(NotTaken::StillTried),
        _ => {}
    }
    let is_late = matches!(from, RecipientState::Delivered | RecipientState::InDoubt);
    let moved = is_late && returned::bounce(tx, case.recipient, from).await?;
    if moved {
        let detail = json!({ "bounceType": bounce_type(report), "smtpReply": report.diagnostic });
        case.tell(tx, EventType::Bounced, Some(&detail)).await?;
    }
    match report.class {
        Class::Hard => suppress(tx, case, report).await?,
        Class::Soft if moved => soft(tx, case, report).await?,
        Class::Soft | Class::AboutUs => {}
    }
    if !moved {
        return Ok(InboundResult::Nothing);
    }
    take_back(tx, case, from).await?;
    Ok(InboundResult::bounce(report.class))
}

pub(super) async fn delayed(
    tx: &Tx,
    case: &Case,
    report: &Report,
) -> Result<InboundResult, DbError> {
    let detail = json!({ "smtpReply": report.diagnostic });
    let (recipient, contact) = (case.recipient, case.stands.contact);
    let kind = EventType::Deferred;
    if returned::was_told(tx, recipient, contact, kind, &detail.to_string()).await? {
        return Ok(InboundResult::Nothing);
    }
    case.tell_a_few(tx, kind, &detail, InboundResult::Delayed)
        .await
}

pub(super) async fn delivered(tx: &Tx, case: &Case) -> Result<InboundResult, DbError> {
    Ok(if case.arrived(tx).await? {
        InboundResult::Delivered
    } else {
        InboundResult::Nothing
    })
}

/// What counted as delivered, or in doubt, counts no more in its hour; the bounce counts in this one.
async fn take_back(tx: &Tx, case: &Case, from: RecipientState) -> Result<(), DbError> {
    let kind = match from {
        RecipientState::Delivered => EventType::Delivered,
        _ => EventType::InDoubt,
    };
    let was_at = returned::was_at(tx, case.recipient, case.stands.contact, kind).await?;
    let mut before = Tally::default();
    if let Some(count) = before.in_state(from) {
        *count = -1;
    }
    let bounced = Tally {
        bounced: 1,
        ..Tally::default()
    };
    let changes = [(was_at.unwrap_or(case.now), before), (case.now, bounced)];
    case.count(tx, &changes).await
}

async fn soft(tx: &Tx, case: &Case, report: &Report) -> Result<(), DbError> {
    let (brand, person) = (case.recipient.brand, case.stands.person);
    let known = contacts::count_soft(tx, brand, person, case.now).await?;
    if known.is_pattern() {
        suppress(tx, case, report).await?;
    }
    Ok(())
}

async fn suppress(tx: &Tx, case: &Case, report: &Report) -> Result<(), DbError> {
    let mut evidence = json!({
        "source": "report",
        "bounceType": bounce_type(report),
        "smtpReply": report.diagnostic,
    });
    if let Some(remote) = &report.remote {
        evidence["reporter"] = Value::from(remote.as_str());
    }
    case.suppress(tx, SuppressionReason::Bounced, &evidence)
        .await
}

fn bounce_type(report: &Report) -> &'static str {
    match report.class {
        Class::Hard => "hard",
        Class::Soft | Class::AboutUs => "soft",
    }
}
