//! Reports of receivers about a domain, as they come by mail: DMARC aggregate reports (RFC 7489) and TLS reports
//! (RFC 8460), packed or not, and who it is that sends them. Reads strangers' bytes: bounded, and never panics.

mod bounded;
mod dmarc;
mod inflate;
mod reporter;
#[cfg(test)]
mod tests;
mod tls;
mod unpack;
mod written;
mod zip;

use postrider_domain::sending::domain_report::{AggregateReport, TlsReport};

use crate::mime::{Owner, parts};

pub use reporter::{Author, Reporter, reporter};
pub use written::Unreadable;

/// Parts that are tried; a report has one, beside a letter for people.
const MOST_TRIED: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DomainReport {
    Aggregate(AggregateReport),
    Tls(TlsReport),
}

impl DomainReport {
    /// The first part of a mail that is a report. What a part is called does not matter: reporters call theirs many things.
    pub fn read(message: &[u8]) -> Result<Self, Unreadable> {
        let parts = parts::of(message);
        let own = parts.iter().filter(|part| part.owner == Owner::Message);
        let contents = own.map(|part| part.entity.content());
        let mut found = contents
            .filter(|content| unpack::may_be_report(content))
            .take(MOST_TRIED)
            .filter_map(|content| Self::of(&content).ok());
        found.next().ok_or(Unreadable)
    }

    fn of(content: &[u8]) -> Result<Self, Unreadable> {
        let unpacked = unpack::unpack(content)?;
        let text = String::from_utf8_lossy(&unpacked);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match text.as_bytes().first() {
            Some(b'<') => dmarc::read(text).map(Self::Aggregate),
            Some(b'{') => tls::read(text).map(Self::Tls),
            _ => Err(Unreadable),
        }
    }
}
