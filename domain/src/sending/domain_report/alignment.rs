//! DMARC aggregate reports: which hosts mail with the domain in `From`, and for how many mails that was proven.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use super::period::Period;
use super::{MOST_COUNTED, Refused, is_within};
use crate::sending::sending_domain::organizational;

/// Sources of one reporter and day that are told apart.
pub const MOST_SOURCES: usize = 100;
/// In the place of an address: all that are not told apart.
pub const OTHER_SOURCES: &str = "";

/// As it was written, with names in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AggregateReport {
    /// What its reporter calls it.
    pub id: String,
    /// Where the policy was found.
    pub domain: String,
    pub period: Period,
    pub rows: Vec<AggregateRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AggregateRow {
    pub source: IpAddr,
    pub messages: i64,
    pub disposition: Disposition,
    pub dkim_aligned: bool,
    pub spf_aligned: bool,
    pub header_from: String,
    /// A domain that signed it, or that allows the source; whichever it is.
    pub authenticated_as: Option<String>,
}

/// What the receiver did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Disposition {
    #[default]
    Delivered,
    Quarantined,
    Rejected,
}

/// What a reporter counted of one source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceCounts {
    pub messages: i64,
    /// Proven to be the domain's, by a signature or by its SPF record.
    pub passed: i64,
    pub dkim: i64,
    pub spf: i64,
    pub quarantined: i64,
    pub rejected: i64,
    pub authenticated_as: Option<String>,
}

impl SourceCounts {
    fn of(row: &AggregateRow) -> Self {
        let if_so = |so| if so { row.messages } else { 0 };
        Self {
            messages: row.messages,
            passed: if_so(row.dkim_aligned || row.spf_aligned),
            dkim: if_so(row.dkim_aligned),
            spf: if_so(row.spf_aligned),
            quarantined: if_so(row.disposition == Disposition::Quarantined),
            rejected: if_so(row.disposition == Disposition::Rejected),
            authenticated_as: row.authenticated_as.clone(),
        }
    }

    fn add(&mut self, other: Self) {
        self.messages += other.messages;
        self.passed += other.passed;
        self.dkim += other.dkim;
        self.spf += other.spf;
        self.quarantined += other.quarantined;
        self.rejected += other.rejected;
        self.authenticated_as = self.authenticated_as.take().or(other.authenticated_as);
    }
}

/// What a report says about one domain, each source once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    pub day: i64,
    pub counts: BTreeMap<String, SourceCounts>,
}

/// What counts of a report for `domain`: mails that named it, or a name below it, in `From`.
pub fn alignment(report: &AggregateReport, domain: &str, now: i64) -> Result<Sources, Refused> {
    // A policy may stand at the organizational domain, for all names below.
    if report.domain != domain && report.domain != organizational(domain) {
        return Err(Refused::Foreign);
    }
    let day = report.period.day(now)?;
    let mut counts: BTreeMap<String, SourceCounts> = BTreeMap::new();
    for row in &report.rows {
        if !is_within(&row.header_from, domain) {
            continue;
        }
        if !(0..=MOST_COUNTED).contains(&row.messages) {
            return Err(Refused::Unbelievable);
        }
        let source = row.source.to_canonical().to_string();
        counts.entry(source).or_default().add(SourceCounts::of(row));
    }
    if counts.values().any(|each| each.messages > MOST_COUNTED) {
        return Err(Refused::Unbelievable);
    }
    Ok(Sources { day, counts })
}

/// Where each source is counted: those that the reporter has named before on that day, then the largest as long as there
/// is `room`; all others together.
pub fn placed(
    counts: BTreeMap<String, SourceCounts>,
    known: &BTreeSet<String>,
    room: usize,
) -> BTreeMap<String, SourceCounts> {
    let (mut kept, mut new): (Vec<_>, Vec<_>) = counts
        .into_iter()
        .partition(|(source, _)| known.contains(source));
    new.sort_by_key(|(_, counts)| -counts.messages);
    let rest = new.split_off(room.min(new.len()));
    kept.extend(new);
    let mut placed: BTreeMap<String, SourceCounts> = kept.into_iter().collect();
    for (_, counts) in rest {
        let others = placed.entry(OTHER_SOURCES.to_owned()).or_default();
        others.add(SourceCounts {
            authenticated_as: None,
            ..counts
        });
    }
    placed
}
