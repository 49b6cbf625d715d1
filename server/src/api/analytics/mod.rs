//! What happened: the feed of events, and numbers.

mod automations;
pub mod event;
mod events;
mod numbers;
mod overview;
mod performance;
mod series;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::event_feed::Range;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time;
use postrider_store::analytics::{self, OfSend};
use postrider_store::db::Tx;
use postrider_store::sends;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::failure::ApiResult;
pub use automations::automations;
pub use events::events;
pub use overview::overview;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What the answer is about.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TimeRange")]
struct ShownRange {
    /// From then on.
    from: String,
    /// Up to then, but not at it.
    to: String,
}

impl From<Range> for ShownRange {
    fn from(range: Range) -> Self {
        Self {
            from: time::format(range.from),
            to: time::format(range.to),
        }
    }
}

/// Whose mail a `sendId` means.
async fn of_send(tx: &Tx, brand: BrandKey, send_id: Option<&str>) -> ApiResult<OfSend> {
    let Some(id) = send_id else {
        return Ok(OfSend::Any);
    };
    if let Some(send) = sends::get(tx, brand, id).await? {
        return Ok(OfSend::Send(send.id));
    }
    let mail = sends::get_mail(tx, brand, id).await?;
    Ok(OfSend::from(&mail.ok_or_else(unknown_send)?))
}

fn unknown_send() -> Problem {
    Problem::new(Code::SendNotFound, "There is no such send.").param("sendId")
}

/// The number of an automation that is named, one that was deleted too.
async fn automation(
    tx: &Tx,
    brand: BrandKey,
    automation_id: Option<&str>,
) -> ApiResult<Option<i64>> {
    let Some(id) = automation_id else {
        return Ok(None);
    };
    let number = analytics::automation(tx, brand, id).await?;
    let number = number.ok_or_else(|| {
        Problem::new(Code::AutomationNotFound, "There is no such automation.").param("automationId")
    })?;
    Ok(Some(number))
}
