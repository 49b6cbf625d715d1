//! What comes back for a recipient after its mail was handed over: late bounces, complaints, signs of arrival.

pub(crate) mod recipients;

pub use recipients::{ReturnedRecipient, bounce, complain, lock, times, was_at, was_told};
