//! Complaints: the person does not want to hear from the brand again.

use postrider_domain::contacts::contact::SuppressionReason;
use postrider_domain::sending::send::{EventType, Tally};
use postrider_mail::returned::Complaint;
use postrider_store::db::{DbError, Tx};
use postrider_store::returned;
use serde_json::{Value, json};

use super::case::Case;
use super::result::InboundResult;

pub(super) async fn complained(
    tx: &Tx,
    case: &Case,
    complaint: &Complaint,
) -> Result<InboundResult, DbError> {
    let mut evidence = json!({ "source": "complaint" });
    if let Some(reporter) = &complaint.reporter {
        evidence["reporter"] = Value::from(reporter.as_str());
    }
    case.suppress(tx, SuppressionReason::Complained, &evidence)
        .await?;
    if !returned::complain(tx, case.recipient, case.now).await? {
        return Ok(InboundResult::Nothing);
    }
    // Nobody complains about a mail that did not arrive.
    case.arrived(tx).await?;
    case.tell(tx, EventType::Complained, None).await?;
    let by = Tally {
        complained: 1,
        ..Tally::default()
    };
    case.count(tx, &[(case.now, by)]).await?;
    Ok(InboundResult::Complaint)
}

/// Somebody who has seen the mail's id complains, perhaps in the recipient's name: that is told, and suppresses nobody.
pub(super) async fn unproven(
    tx: &Tx,
    case: &Case,
    complaint: &Complaint,
) -> Result<InboundResult, DbError> {
    let detail = json!({ "unproven": true, "reporter": complaint.reporter });
    case.tell_a_few(tx, EventType::Complained, &detail, InboundResult::Nothing)
        .await
}
