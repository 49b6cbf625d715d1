//! Whether addresses can be mailed: asked for and paid by callers, or looked at for free in the background.

mod answer;
mod apply;
mod check;
mod checks;
pub mod domains;
mod ending;
mod intake;
mod job;

pub use answer::{Answer, tally};
pub use apply::apply;
pub use check::{Checked, Checker, DnsEffect, nothing_checked};
pub use checks::{Checks, ChecksContext, Settled, later};
pub use domains::KnownDomains;
pub use ending::RowFault;
pub use intake::{Payment, append, open, submit};
pub use job::{KEPT_ANSWERS, ValidationJob};

/// Credits for a number of addresses.
pub fn cost(addresses: usize) -> i64 {
    addresses as i64 * postrider_domain::accounts::credits::cost::VALIDATED_ADDRESS
}
