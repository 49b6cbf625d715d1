//! Automations: graphs with versions, one of which may be live.

pub mod body;
mod create;
mod delete;
mod get;
mod list;
mod preview;
mod record;
mod update;

use postrider_domain::contract::problem::Problem;
use postrider_engine::automations::drafting::AuthoringContext;
use schemars::JsonSchema;
use serde::Serialize;

pub use create::{create, prepare_create};
pub use delete::delete;
pub use get::get;
pub use list::list;
use preview::Preview;
use record::Automation;
pub use update::{prepare_change, update};

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
