//! Automations: graphs with versions, one of which may be live.

pub mod body;
mod change;
mod create;
mod delete;
mod get;
mod list;
mod preview;
mod record;

use postrider_domain::contract::problem::Problem;
use postrider_engine::automations::drafting::AuthoringContext;
use schemars::JsonSchema;
use serde::Serialize;

pub use change::{change, prepare_change};
pub use create::{create, prepare_create};
pub use delete::delete;
pub use get::get;
pub use list::list;
use preview::Preview;
use record::Automation;

use crate::api::cx::Cx;
use crate::entropy;

/// The automation as it stands now, or with `dryRun` what would become of it.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "WrittenAutomation")]
pub enum Written {
    Automation(Box<Automation>),
    Preview(Preview),
}

/// Whose automations are written, and when.
fn authoring(cx: &Cx) -> Result<AuthoringContext, Problem> {
    Ok(AuthoringContext {
        brand: cx.brand_key()?,
        sandbox: cx.app().sandbox(),
        now: cx.now(),
        ids: entropy::opaque21,
    })
}
