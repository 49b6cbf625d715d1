//! Email designs.

pub mod audit;
pub mod client_previews;
pub mod create;
mod delete;
mod duplicate;
mod get;
pub mod import;
mod list;
mod older;
pub mod placement;
mod record;
mod restore;
pub mod source;
mod stop;
pub mod update;
pub mod words;

use postrider_domain::contract::problem::Problem;
use postrider_engine::designs::DesignContext;

use crate::api::cx::Cx;
use crate::entropy;

pub use delete::delete;
pub use duplicate::duplicate;
pub use get::get;
pub use list::list;
pub use older::transactional;
pub use record::{Email, find, show};
pub use restore::restore;
pub use stop::stop;

/// The same after work that may have taken a while: a list by time shows what is new at its top.
pub fn writing_now(cx: &Cx) -> Result<DesignContext, Problem> {
    Ok(DesignContext {
        now: cx.app().clock.now(),
        ..writing(cx)?
    })
}

/// Whose designs are written, and when.
fn writing(cx: &Cx) -> Result<DesignContext, Problem> {
    Ok(DesignContext {
        brand: cx.brand_key()?,
        plan: cx.plan()?.clone(),
        now: cx.now(),
        ids: entropy::opaque21,
    })
}
