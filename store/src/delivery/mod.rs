//! Whom sends go to and what becomes of each: recipients, who has taken them, counts and events.

pub mod cancel;
mod candidates;
pub mod change;
pub mod claims;
pub mod events;
pub mod heads;
pub(crate) mod hours;
pub(crate) mod lines;
pub mod mailboxes;
mod outcome;
pub mod people;
pub mod settling;
pub mod taking;
pub mod tallies;
