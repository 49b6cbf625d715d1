//! Whole automations that are there for everybody, and how one becomes a draft of the brand's own.

mod get;
mod list;
mod record;
pub mod using;

pub use get::get;
pub use list::list;
