//! What counts change by, and where it shows.

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;

/// A change of the counts of one send.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    pub brand: BrandKey,
    pub send: i64,
    /// When it happened and at whose mailboxes; nothing for what is merely planned.
    pub cell: Option<ReportCell>,
    pub by: Tally,
}

/// Where a change shows in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReportCell {
    /// The first millisecond of the hour.
    pub hour: i64,
    pub provider: Provider,
}

impl ReportCell {
    pub fn at(time: i64, provider: Provider) -> Self {
        Self {
            hour: time - time.rem_euclid(HOUR_MS),
            provider,
        }
    }
}

const HOUR_MS: i64 = 3_600_000;
