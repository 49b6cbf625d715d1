//! What receivers report about a domain: who mails in its name and what of that is proven (DMARC, RFC 7489), and whether
//! those who mail to it could encrypt (TLS reports, RFC 8460). Strangers write them: what cannot be is not counted.

mod alignment;
mod period;
#[cfg(test)]
mod tests;
mod tls;

pub use alignment::{
    AggregateReport, AggregateRow, Disposition, MOST_SOURCES, OTHER_SOURCES, SourceCounts, Sources,
    alignment, placed,
};
pub use period::{Period, day_of};
pub use tls::{Tls, TlsCounts, TlsFailure, TlsPolicy, TlsReport, tls};

/// The most that one line of a report may count. Nobody gets so much mail of one sender in a day.
pub const MOST_COUNTED: i64 = 1_000_000_000;

/// Mails of a domain that one organization is believed to have seen, of which so many were sent here: others send in its
/// name too, but nobody is alone in seeing all of that.
pub fn believable(sent: i64) -> i64 {
    BELIEVED.max(sent.saturating_mul(BELIEVED_TIMES))
}

const BELIEVED: i64 = 10_000;
const BELIEVED_TIMES: i64 = 4;

/// Why nothing of a report is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is about another domain.
    Foreign,
    /// Its days are too long ago, to come, or none.
    OutOfTime,
    /// More mail than there is.
    Unbelievable,
}

/// Whether a name is the domain or below it. Both in lower case.
fn is_within(name: &str, domain: &str) -> bool {
    name.strip_suffix(domain)
        .is_some_and(|before| before.is_empty() || before.ends_with('.'))
}
