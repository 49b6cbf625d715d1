//! Replies. They suppress nobody. A person who replies has the mail; what a machine says may be a report that nobody
//! knows how to read.

use postrider_domain::sending::send::EventType;
use postrider_store::db::{DbError, Tx};
use serde_json::json;

use super::case::Case;
use super::result::InboundResult;

pub(super) async fn reply(tx: &Tx, case: &Case, subject: &str) -> Result<InboundResult, DbError> {
    case.arrived(tx).await?;
    let detail = json!({ "subject": subject });
    case.tell_a_few(tx, EventType::Reply, &detail, InboundResult::Reply)
        .await
}

pub(super) async fn automatic(
    tx: &Tx,
    case: &Case,
    subject: &str,
) -> Result<InboundResult, DbError> {
    let detail = json!({ "autoReply": true, "subject": subject });
    case.tell_a_few(
        tx,
        EventType::Received,
        &detail,
        InboundResult::AutomaticReply,
    )
    .await
}
