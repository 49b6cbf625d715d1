//! What a receiver says about who a message is from: SPF, DKIM and DMARC, in the words of RFC 8601.

mod judge;
mod judgement;
mod records;

pub use judge::{Arrival, judge};
pub use judgement::{Authentication, Judgement};
