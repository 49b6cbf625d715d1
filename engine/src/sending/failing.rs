//! Why a send came to nothing, as its row says it.

use postrider_domain::sending::send::{EventType, Tally};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::events;
use serde_json::{Value, json};

/// The code beside the words.
pub const SEND_FAILED: &str = "SEND_FAILED";

/// The `error` of a send that nobody got.
pub(super) async fn error_of(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    tally: &Tally,
) -> Result<String, DbError> {
    let kinds = [EventType::Failed, EventType::Bounced];
    let detail = events::last_detail(tx, brand, send, &kinds).await?;
    let counts = format!(
        "Nobody got the mail: {} bounced, {} failed.",
        tally.bounced, tally.failed
    );
    let message = match said(detail.as_deref()) {
        Some(said) => format!("{counts} What was said last: {said}"),
        None => counts,
    };
    Ok(json!({ "code": SEND_FAILED, "message": message }).to_string())
}

/// The same in words for a single mail; `detail` is that of the event that tells of it.
pub fn why_failed(detail: Option<&str>) -> String {
    said(detail).unwrap_or_else(|| "The mail was not taken.".to_owned())
}

/// The receiver's own words, else ours.
fn said(detail: Option<&str>) -> Option<String> {
    let detail: Value = serde_json::from_str(detail?).ok()?;
    let words = detail.get("smtpReply").or_else(|| detail.get("error"))?;
    Some(words.as_str()?.to_owned())
}
