//! Triggers as callers write them, and the fire that a change of a contact brings. What a fire starts is `automations`.

mod updated;
mod writing;

pub use updated::{Updated, contact_updated, fire_updated, nothing_published};
pub use writing::{ContractMisfit, TriggerUpdate, delete, find, update};
