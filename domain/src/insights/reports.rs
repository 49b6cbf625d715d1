//! What receivers have reported of a domain: who mails in its name, whether its own mail is proven, and whether mail to it
//! is encrypted. Anybody who has a domain can report: what one organization says alone is no finding.

use super::counters::{Counters, DomainFacts, ReportFacts, SourceFacts, Told};
use super::reading::{Detector, Metric, Metrics, Reading, Severity, Subject, SubjectKind, Text};
use super::stats::Share;
use super::words::{grouped, told};
use crate::sending::domain_report::TlsFailure;

/// Mails of sources that are nobody's of the domain, and what part of the mails in its name they are. Forwarded mail is always
/// a little.
const FOREIGN_LEAST: i64 = 100;
const FOREIGN: f64 = 0.01;
/// Sources that are named.
const NAMED: usize = 3;

const UNPROVEN: f64 = 0.05;
const UNPROVEN_LEAST: i64 = 200;

const UNENCRYPTED: f64 = 0.02;
const CONNECTIONS_LEAST: i64 = 100;

/// Hosts mail in a domain's name of which no mail is ever proven to be the domain's.
pub fn foreign_sources(counters: &Counters) -> Vec<Reading> {
    reported(counters, |facts, reports| {
        let is_foreign = |source: &&SourceFacts| !is_own(source) && source.failing.others.all > 0;
        let mut foreign: Vec<_> = reports.sources.iter().filter(is_foreign).collect();
        let confirmed = foreign.iter().map(|source| confirmed(source)).sum();
        if confirmed < FOREIGN_LEAST {
            return None;
        }
        let mails = foreign.iter().map(|source| source.failing.all.all).sum();
        foreign.sort_by_key(|source| -source.failing.all.all);
        let named: Vec<_> = foreign
            .iter()
            .take(NAMED)
            .map(|source| named(source))
            .collect();
        let share = Share::of(mails, reports.messages);
        let text = Text {
            title: format!("Others mail in the name of {}", facts.domain.name),
            description: format!(
                "{} mails in its name came in the last 30 days from {} of which none was ever proven to be its own, as two \
                 receivers or more report: most from {}.",
                told(share),
                match foreign.len() {
                    1 => "a host".to_owned(),
                    more => format!("{more} hosts"),
                },
                named.join(", ")
            ),
            recommendation: format!(
                "See whose hosts they are with `GET /v1/domains/{}?include=health`. Let those that are yours sign with \
                 DKIM or name them in SPF; once none of yours fails, ask for `p=quarantine` or `p=reject` in the DMARC \
                 record.",
                facts.domain.id
            ),
        };
        let lowest = Share::of(confirmed, reports.messages).lower_bound();
        let metrics = Metrics::from([
            ("foreignRate".to_owned(), share.into()),
            ("lowerBound".to_owned(), Metric::number(lowest)),
            ("sources".to_owned(), Metric::count(foreign.len() as i64)),
        ]);
        Some(reading(
            Detector::ForeignSources,
            facts,
            lowest / FOREIGN,
            metrics,
            text,
        ))
    })
}

/// Mail of hosts that can prove it is not always proven.
pub fn alignment_fails(counters: &Counters) -> Vec<Reading> {
    reported(counters, |facts, reports| {
        let own = reports.sources.iter().filter(|source| is_own(source));
        let failing = own.fold(Told::default(), |sum, source| sum.plus(source.failing));
        let text = Text {
            title: format!("Mail of {} is not proven to be its own", facts.domain.name),
            description: format!(
                "{} mails of hosts that mail for it passed neither by DKIM nor by SPF in the last 30 days, as two receivers \
                 or more report.",
                told(failing.all)
            ),
            recommendation: format!(
                "Find the hosts with `GET /v1/domains/{}?include=health`: let each sign all of its mail with DKIM under \
                 this domain. Those that forward mail change nothing of yours.",
                facts.domain.id
            ),
        };
        over(
            Detector::AlignmentFails,
            facts,
            failing,
            (UNPROVEN_LEAST, UNPROVEN),
            text,
        )
    })
}

/// Those who mail to a domain cannot encrypt as they should.
pub fn tls_fails(counters: &Counters) -> Vec<Reading> {
    reported(counters, |facts, reports| {
        let text = Text {
            title: format!("Mail to {} is not always encrypted", facts.domain.name),
            description: format!(
                "{} connections failed in the last 30 days, as two senders or more report{}.",
                told(reports.tls.all),
                reports.tls_kind.map_or_else(String::new, |kind| format!(
                    ". Most: {} (`{}`)",
                    why(kind),
                    kind.as_str()
                ))
            ),
            recommendation: format!(
                "Repair it at the hosts that take mail for {}, its MTA-STS policy or its TLSA records. All that fails \
                 stands in `GET /v1/domains/{}?include=health`.",
                facts.domain.name, facts.domain.id
            ),
        };
        over(
            Detector::TlsFails,
            facts,
            reports.tls,
            (CONNECTIONS_LEAST, UNENCRYPTED),
            text,
        )
    })
}

fn reported(
    counters: &Counters,
    judge: impl Fn(&DomainFacts, &ReportFacts) -> Option<Reading>,
) -> Vec<Reading> {
    let domains = counters.domains.iter();
    domains
        .filter_map(|facts| judge(facts, facts.reports.as_ref()?))
        .collect()
}

/// Whether a mail of it was ever proven to be the domain's.
fn is_own(source: &SourceFacts) -> bool {
    source.failing.all.some < source.failing.all.all
}

/// Its mails; of those that the one says who tells of most, as many count as all others say.
fn confirmed(source: &SourceFacts) -> i64 {
    let Told { all, others } = source.failing;
    all.all.min(2 * others.all)
}

fn over(
    detector: Detector,
    facts: &DomainFacts,
    failing: Told,
    (least, most): (i64, f64),
    text: Text,
) -> Option<Reading> {
    if failing.others.all < least {
        return None;
    }
    let lowest = failing.others.lower_bound();
    let metrics = Metrics::from([
        ("failedRate".to_owned(), failing.all.into()),
        ("failedRateOfOthers".to_owned(), failing.others.into()),
        ("lowerBound".to_owned(), Metric::number(lowest)),
    ]);
    Some(reading(detector, facts, lowest / most, metrics, text))
}

fn reading(
    detector: Detector,
    facts: &DomainFacts,
    strength: f64,
    metrics: Metrics,
    text: Text,
) -> Reading {
    Reading {
        detector,
        subject: Subject::new(SubjectKind::Domain, &facts.domain.id, &facts.domain.name),
        part: None,
        severity: Severity::Warning,
        strength,
        chance: None,
        fires: strength > 1.0,
        metrics,
        text,
    }
}

/// `203.0.113.66 (1,200)`
fn named(source: &SourceFacts) -> String {
    format!("{} ({})", source.address, grouped(source.failing.all.all))
}

fn why(kind: TlsFailure) -> &'static str {
    match kind {
        TlsFailure::StarttlsNotSupported => "a host offers no encryption",
        TlsFailure::CertificateHostMismatch => "a certificate is for another name",
        TlsFailure::CertificateExpired => "a certificate has expired",
        TlsFailure::CertificateNotTrusted => "a certificate is not trusted",
        TlsFailure::ValidationFailure => "the handshake failed",
        TlsFailure::TlsaInvalid => "a TLSA record does not fit",
        TlsFailure::DnssecInvalid => "DNSSEC does not hold",
        TlsFailure::DaneRequired => "a sender asks for DANE, and there is none",
        TlsFailure::StsPolicyFetchError => "the MTA-STS policy could not be fetched",
        TlsFailure::StsPolicyInvalid => "the MTA-STS policy is not valid",
        TlsFailure::StsWebpkiInvalid => "the certificate of the MTA-STS policy's host is not valid",
        TlsFailure::Other => "another reason",
    }
}
