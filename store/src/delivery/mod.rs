//! Whom sends go to and what becomes of each: recipients, who has taken them, counts and events.

pub mod claims;
pub mod events;
pub mod heads;
pub(crate) mod hours;
pub(crate) mod lines;
pub mod mailboxes;
pub mod settling;
pub mod taking;
pub mod tallies;
