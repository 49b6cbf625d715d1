//! What happened: the feed of events, and numbers.

pub mod event;
mod events;
mod numbers;
mod overview;
mod series;

use postrider_domain::catalog::Code;
use postrider_domain::event_feed::Range;
use postrider_domain::problem::Problem;
use postrider_domain::time;
use schemars::JsonSchema;
use serde::Serialize;

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

fn unknown_send() -> Problem {
    Problem::new(Code::SendNotFound, "There is no such send.").param("sendId")
}

/// There are no automations yet, so that every one that is named is unknown.
fn refuse_automation(automation_id: Option<&str>) -> Result<(), Problem> {
    match automation_id {
        None => Ok(()),
        Some(_) => Err(
            Problem::new(Code::AutomationNotFound, "There is no such automation.")
                .param("automationId"),
        ),
    }
}
