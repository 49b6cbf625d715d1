//! What comes back for a recipient after its mail was handed over: late bounces, complaints, signs of arrival.

pub(crate) mod recipients;
pub(crate) mod soft;

pub use recipients::{Standing, bounce, complain, hold, was_at, was_told};
pub use soft::count_soft;
