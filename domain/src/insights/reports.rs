//! What receivers have reported of a domain: who mails in its name, whether its own mail is proven, and whether mail to it
//! is encrypted. Anybody who has a domain can report: what one organization says alone is no finding.

use super::counters::{
    Counters, DomainFacts, FOREIGN, ReportBound, ReportFacts, SourceFacts, Told, UNENCRYPTED,
    UNPROVEN,
};
use super::reading::{Detector, Metric, Metrics, Reading, Severity, Subject, SubjectKind, Text};
use super::stats::Share;
use super::words::{grouped, told};
use crate::sending::domain_report::TlsFailure;

/// Sources that are named.
const NAMED: usize = 3;

/// Hosts mail in a domain's name of which no mail is ever proven to be the domain's.
pub fn foreign_sources(counters: &Counters) -> Vec<Reading> {
    reported(counters, |facts, reports| {
        let is_foreign = |source: &&SourceFacts| source.proven == 0 && source.mails_of_others > 0;
        let mut foreign: Vec<_> = reports.sources.iter().filter(is_foreign).collect();
        let confirmed: i64 = foreign.iter().map(|source| confirmed(source)).sum();
        if confirmed < FOREIGN.least {
            return None;
        }
        let mails = foreign.iter().map(|source| source.mails).sum();
        foreign.sort_by_key(|source| -source.mails);
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
            lowest / FOREIGN.rate,
            metrics,
            text,
        ))
    })
}

/// Mail of hosts that can prove it is not always proven.
pub fn alignment_fails(counters: &Counters) -> Vec<Reading> {
    reported(counters, |facts, reports| {
        let text = Text {
            title: format!("Mail of {} is not proven to be its own", facts.domain.name),
            description: format!(
                "{} mails of hosts that mail for it passed neither by DKIM nor by SPF in the last 30 days, as two receivers \
                 or more report.",
                told(reports.own.all)
            ),
            recommendation: format!(
                "Find the hosts with `GET /v1/domains/{}?include=health`: let each sign all of its mail with DKIM under \
                 this domain. Those that forward mail change nothing of yours.",
                facts.domain.id
            ),
        };
        over(Detector::AlignmentFails, facts, reports.own, UNPROVEN, text)
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
        over(Detector::TlsFails, facts, reports.tls, UNENCRYPTED, text)
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

/// Its mails; of those that the one says who tells of most, as many count as all others say.
fn confirmed(source: &SourceFacts) -> i64 {
    source.mails.min(2 * source.mails_of_others)
}

fn over(
    detector: Detector,
    facts: &DomainFacts,
    failing: Told,
    bound: ReportBound,
    text: Text,
) -> Option<Reading> {
    if failing.others.all < bound.least {
        return None;
    }
    // Neither one who has most of the failures makes a finding, nor a few who have nothing else beside many who have none.
    let lowest = failing.others.lower_bound().min(failing.all.lower_bound());
    let metrics = Metrics::from([
        ("failedRate".to_owned(), failing.all.into()),
        ("failedRateOfOthers".to_owned(), failing.others.into()),
        ("lowerBound".to_owned(), Metric::number(lowest)),
    ]);
    Some(reading(detector, facts, lowest / bound.rate, metrics, text))
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
    format!("{} ({})", source.address, grouped(source.mails))
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
