//! Audience runs: manual automations on their way through an audience.

mod control;
mod launch;
mod list;
mod record;

pub use control::{cancel, pause, resume};
pub use launch::{launch, prepare};
pub use list::{get, list};
