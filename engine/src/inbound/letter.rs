//! Replies. They suppress nobody. A person who replies has the mail; what a machine says may be a report that nobody
//! knows how to read.

use postrider_domain::sending::send::EventType;
use postrider_store::db::{DbError, Tx};
use serde_json::json;

use super::case::Case;
use super::taken::Taken;

pub(super) async fn reply(tx: &Tx, case: &Case, subject: &str) -> Result<Taken, DbError> {
    case.arrived(tx).await?;
    let detail = json!({ "subject": subject });
    case.tell_a_few(tx, EventType::Reply, &detail, Taken::Reply)
        .await
}

pub(super) async fn automatic(tx: &Tx, case: &Case, subject: &str) -> Result<Taken, DbError> {
    let detail = json!({ "autoReply": true, "subject": subject });
    case.tell_a_few(tx, EventType::Received, &detail, Taken::AutomaticReply)
        .await
}
