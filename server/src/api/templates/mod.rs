//! Designs that are there for everybody, and how one becomes the brand's own.

mod get;
mod list;
mod record;
pub mod using;

pub use get::get;
pub use list::list;
pub(super) use record::{day, htmls, picture};
