//! Sends that wait because of us, or of what we have become to the receivers.

use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::delivery::heads::Head;
use postrider_store::sends::{Move, move_to};
use serde_json::json;

use super::verdicts::Stop;

/// The receivers refuse us: the send waits, and says what they said.
pub(super) async fn refused(tx: &Tx, stop: &Stop, now: i64) -> Result<(), DbError> {
    let error = json!({ "code": "SENDING_REFUSED", "message": stop.reply }).to_string();
    pause_running(tx, stop.brand, stop.send, error, now).await
}

/// Nothing leaves from a domain that nobody could verify any more.
pub(super) async fn domain_lost(tx: &Tx, head: &Head, now: i64) -> Result<(), DbError> {
    let message = "The sending domain is no longer verified. Check its DNS records.";
    let error = json!({ "code": "DOMAIN_NOT_READY", "message": message }).to_string();
    pause_running(tx, head.brand, head.send, error, now).await
}

async fn pause_running(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    error: String,
    now: i64,
) -> Result<(), DbError> {
    let step = Move::paused(PauseReason::Refused, Some(error), now);
    move_to(tx, brand, send, &[SendStatus::Running], &step).await?;
    Ok(())
}

/// Stops a send whose mail cannot be made.
pub async fn pause(
    db: &Db,
    brand: BrandKey,
    send: i64,
    why: String,
    now: i64,
) -> Result<(), DbError> {
    let error = json!({ "code": "EMAIL_NOT_READY", "message": why }).to_string();
    db.write(move |tx| {
        let error = error.clone();
        async move { pause_running(&tx, brand, send, error, now).await }
    })
    .await
}
