//! Sends: campaigns, what automations mail, and tests to one inbox.

mod body;
mod control;
mod create;
mod events;
mod get;
mod list;
mod record;
pub mod test;

pub use body::{address, future};
pub use control::{cancel, pause, resume};
pub use create::{create, prepare};
pub use get::get;
pub use list::list;
