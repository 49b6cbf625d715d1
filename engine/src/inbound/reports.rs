//! What receivers report about a domain. Anybody can write to the address, which stands in DNS: a report counts if its
//! own mail proves who sends it, once, and for the domain of the address alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use data_encoding::HEXLOWER;
use postrider_domain::sending::domain_report::{Refused, SourceCounts, TlsCounts, alignment, tls};
use postrider_domain::sending::tracking::ReportedDomain;
use postrider_mail::inbound::Incoming;
use postrider_mail::reports::{Author, DomainReport, Reporter, reporter};
use postrider_store::db::{DbError, Tx};
use postrider_store::domains;
use postrider_store::insights;
use postrider_store::reports::{self, Claim, ReportKey, ReportKind};

use super::pipeline::{Accepted, InboundPipeline};
use super::result::{InboundResult, NotTaken};

/// Domains that one mail can be for.
const MOST_DOMAINS: usize = 10;

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Counted,
    Repeated,
    /// It may be from anybody.
    Unproven,
    Unreadable,
    Foreign,
    OutOfTime,
    Unbelievable,
    TooMany,
    /// Too many report for the first time.
    Crowded,
    /// There is no such domain any more.
    Gone,
}

impl Outcome {
    fn as_str(self) -> &'static str {
        match self {
            Self::Counted => "counted",
            Self::Repeated => "repeated",
            Self::Unproven => "unproven",
            Self::Unreadable => "unreadable",
            Self::Foreign => "foreign",
            Self::OutOfTime => "out_of_time",
            Self::Unbelievable => "unbelievable",
            Self::TooMany => "too_many",
            Self::Crowded => "crowded",
            Self::Gone => "gone",
        }
    }

    fn result(self) -> InboundResult {
        match self {
            Self::Counted => InboundResult::DomainReport,
            Self::Repeated | Self::Gone => InboundResult::Nothing,
            _ => InboundResult::Rejected,
        }
    }
}

impl From<Refused> for Outcome {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Foreign => Self::Foreign,
            Refused::OutOfTime => Self::OutOfTime,
            Refused::Unbelievable => Self::Unbelievable,
        }
    }
}

/// Whether a mail is about as many other domains as one may be about.
pub(super) fn is_full(so_far: &[Accepted], domain: ReportedDomain) -> bool {
    let mut to = so_far.to_vec();
    let reported = split_off(&mut to);
    reported.len() >= MOST_DOMAINS && !reported.contains(&domain)
}

/// Takes the domains that it reports about out of those whom a mail is for, each once.
pub(super) fn split_off(to: &mut Vec<Accepted>) -> Vec<ReportedDomain> {
    let mut reported = Vec::new();
    to.retain(|to| {
        let Accepted::Reports(domain) = to else {
            return true;
        };
        if !reported.contains(domain) {
            reported.push(*domain);
        }
        false
    });
    reported
}

impl InboundPipeline {
    /// Who sends it is asked first: what strangers pack is not even unpacked.
    pub(super) async fn take_report(
        &self,
        to: &[ReportedDomain],
        mail: &Incoming<Accepted>,
    ) -> Result<InboundResult, NotTaken> {
        let reporter = match reporter(&self.resolver, &self.mail_host, mail).await {
            Reporter::Proven(author) => author,
            Reporter::Unproven => return Ok(note(Outcome::Unproven)),
            Reporter::Unknown => return Err(NotTaken::NoAnswer),
        };
        let message = mail.message.clone();
        let Ok(report) = self.aside(move || DomainReport::read(&message)).await? else {
            return Ok(note(Outcome::Unreadable));
        };
        if matches!(report, DomainReport::Tls(_)) {
            // Theirs count by a signature alone (RFC 8460, section 3).
            match reporter.signed {
                Some(true) => {}
                Some(false) => return Ok(note(Outcome::Unproven)),
                None => return Err(NotTaken::NoAnswer),
            }
        }
        let (report, now) = (Arc::new(report), (self.clock)());
        let (mut result, mut is_crowded) = (InboundResult::Rejected, false);
        for about in to {
            let (report, reporter, about) = (Arc::clone(&report), reporter.clone(), *about);
            let counted = self.db.write(move |tx| {
                let (report, reporter) = (Arc::clone(&report), reporter.clone());
                async move { count(&tx, about, &report, reporter, now).await }
            });
            let outcome = counted.await?;
            is_crowded |= outcome == Outcome::Crowded;
            result = note(outcome);
        }
        // What was counted for other domains is known when it comes again.
        if is_crowded {
            return Err(NotTaken::Crowded);
        }
        Ok(result)
    }
}

/// Chart: reports about domains, by what became of them. Many that are `unproven` are somebody's try to lie.
fn note(outcome: Outcome) -> InboundResult {
    let outcome_name = outcome.as_str();
    metrics::counter!("postrider_domain_reports_total", "outcome" => outcome_name).increment(1);
    tracing::debug!(
        report.outcome = outcome_name,
        "a report about a domain came"
    );
    outcome.result()
}

async fn count(
    tx: &Tx,
    about: ReportedDomain,
    report: &DomainReport,
    reporter: Author,
    now: i64,
) -> Result<Outcome, DbError> {
    let brand = about.brand;
    let Some(domain) = domains::lock(tx, brand, about.domain).await? else {
        return Ok(Outcome::Gone);
    };
    let key = |kind, day, id: &str| ReportKey {
        domain: about.domain,
        kind,
        day,
        reporter: reporter.domain,
        organization: reporter.organization,
        report: HEXLOWER.encode(digest(&SHA256, id.as_bytes()).as_ref()),
    };
    let (key, what) = match report {
        DomainReport::Aggregate(report) => match alignment(report, &domain.name, now) {
            Ok(sources) => {
                let key = key(ReportKind::Aggregate, sources.day, &report.id);
                (key, What::Sources(sources.counts))
            }
            Err(refused) => return Ok(refused.into()),
        },
        DomainReport::Tls(report) => match tls(report, &domain.name, now) {
            Ok(tls) => (
                key(ReportKind::Tls, tls.day, &report.id),
                What::Tls(tls.counts),
            ),
            Err(refused) => return Ok(refused.into()),
        },
    };
    match reports::claim(tx, brand, &key, now).await? {
        Claim::New => {}
        Claim::Known => return Ok(Outcome::Repeated),
        Claim::TooMany => return Ok(Outcome::TooMany),
        Claim::Crowded => return Ok(Outcome::Crowded),
    }
    match what {
        What::Sources(counts) => reports::add_sources(tx, brand, &key, &counts).await?,
        What::Tls(counts) => reports::add_tls(tx, brand, &key, &counts).await?,
    }
    insights::look_after_report(tx, brand, now).await?;
    Ok(Outcome::Counted)
}

/// What is counted.
enum What {
    Sources(BTreeMap<String, SourceCounts>),
    Tls(TlsCounts),
}
