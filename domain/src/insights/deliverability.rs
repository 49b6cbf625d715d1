//! Whether mail arrives: by sending domain for campaigns, by automation for its mails, by mailbox provider.

use super::counters::{Counters, attempted};
use super::reading::{Detector, Metric, Metrics, Reading, Severity, Subject, SubjectKind, Text};
use super::stats::{Share, two_proportions};
use super::words::{grouped, percent, told};
use crate::contacts::mailbox::Provider;
use crate::sending::send::Tally;

/// What share of which recipients is too much.
struct Bound {
    detector: Detector,
    most: f64,
    critical: Option<f64>,
    least: i64,
    share: fn(&Tally) -> Share,
    metric: &'static str,
    text: fn(&Judged, Share, f64) -> Text,
}

/// Whose mail is judged.
struct Judged {
    subject: Subject,
    /// `example.com` or `“Welcome”`.
    name: String,
    period: &'static str,
    tally: Tally,
}

pub fn bounces(counters: &Counters) -> Vec<Reading> {
    let bound = Bound {
        detector: Detector::Bounces,
        most: 0.02,
        critical: None,
        least: 200,
        share: |tally| Share::of(tally.bounced, attempted(tally)),
        metric: "bounceRate",
        text: |judged, share, most| Text {
            title: format!("Many addresses of {} take no mail", judged.name),
            description: format!(
                "{} recipients bounced in {}. More than {} makes mailbox providers distrust a sender.",
                told(share),
                judged.period,
                percent(most)
            ),
            recommendation:
                "Check the addresses (`POST /v1/contacts/validate`) before the next send, and stop \
                importing lists whose owners you have not asked."
                    .to_owned(),
        },
    };
    over(counters, &bound)
}

pub fn complaints(counters: &Counters) -> Vec<Reading> {
    let bound = Bound {
        detector: Detector::Complaints,
        most: 0.001,
        critical: Some(0.003),
        least: 1_000,
        share: |tally| Share::of(tally.complained, tally.accepted),
        metric: "complaintRate",
        text: |judged, share, most| {
            Text {
            title: format!("People call mail of {} spam", judged.name),
            description: format!(
                "{} recipients complained in {}. Mailbox providers ask for less than {}, and refuse senders above 0.30%.",
                told(share),
                judged.period,
                percent(most)
            ),
            recommendation: "Mail only people who asked for it, make the unsubscribe link easy to find, and leave out \
                who has not opened a mail in half a year."
                .to_owned(),
        }
        },
    };
    over(counters, &bound)
}

pub fn in_doubt(counters: &Counters) -> Vec<Reading> {
    let bound = Bound {
        detector: Detector::InDoubt,
        most: 0.005,
        critical: None,
        least: 500,
        share: |tally| Share::of(tally.in_doubt, attempted(tally)),
        metric: "inDoubtRate",
        text: |judged, share, _| {
            Text {
            title: format!("Nobody knows whether some mail of {} arrived", judged.name),
            description: format!(
                "Of {} recipients in {} the connection broke at the moment of delivery; they are not mailed twice.",
                told(share),
                judged.period
            ),
            recommendation: "Look at the connection to the receivers or the relay: dropped connections, a restart in \
                the middle of a send, or a firewall that ends long ones."
                .to_owned(),
        }
        },
    };
    over(counters, &bound)
}

fn over(counters: &Counters, bound: &Bound) -> Vec<Reading> {
    let judged = all_judged(counters).into_iter();
    judged
        .filter_map(|judged| {
            let share = (bound.share)(&judged.tally);
            if share.all < bound.least {
                return None;
            }
            let lowest = share.lower_bound();
            let is_critical = bound.critical.is_some_and(|most| lowest > most);
            Some(Reading {
                detector: bound.detector,
                severity: if is_critical {
                    Severity::Critical
                } else {
                    Severity::Warning
                },
                strength: lowest / bound.most,
                chance: None,
                fires: lowest > bound.most,
                metrics: Metrics::from([
                    (bound.metric.to_owned(), share.into()),
                    ("lowerBound".to_owned(), Metric::number(lowest)),
                ]),
                text: (bound.text)(&judged, share, bound.most),
                part: None,
                subject: judged.subject,
            })
        })
        .collect()
}

fn all_judged(counters: &Counters) -> Vec<Judged> {
    let mut all = Vec::new();
    for domain in &counters.domains {
        let named = &domain.domain;
        all.push(Judged {
            subject: Subject::new(SubjectKind::Domain, &named.id, &named.name),
            name: named.name.clone(),
            period: "the campaigns of the last 30 days",
            tally: domain.tally,
        });
    }
    for automation in &counters.automations {
        let named = &automation.automation;
        all.push(Judged {
            subject: Subject::new(SubjectKind::Automation, &named.id, &named.name),
            name: format!("“{}”", named.name),
            period: "the last 7 days",
            tally: automation.tally,
        });
    }
    all
}

const REFUSED_LEAST: i64 = 100;
const REFUSED_TIMES: f64 = 3.0;
const REFUSED_CHANCE: f64 = 0.001;

/// One mailbox provider refuses far more than it used to.
pub fn provider_refuses(counters: &Counters) -> Vec<Reading> {
    let providers = counters.providers.iter();
    // What has no name is many receivers, and none of them can be asked.
    let named = providers.filter(|counts| counts.provider != Provider::Other);
    named
        .filter_map(|counts| {
            let refused = |tally: &Tally| Share::of(tally.bounced + tally.failed, attempted(tally));
            let (day, before) = (refused(&counts.day), refused(&counts.before));
            if day.all < REFUSED_LEAST || before.all < REFUSED_LEAST {
                return None;
            }
            // Where nothing was refused so far, one case is what would not have shown.
            let usual = before.value().max(1.0 / before.all as f64);
            let times = day.value() / usual;
            let chance = two_proportions(day, before);
            let name = counts.provider.as_str();
            let brand = &counters.brand;
            Some(Reading {
                detector: Detector::ProviderRefuses,
                subject: Subject::new(SubjectKind::Brand, &brand.public_id, &brand.name),
                part: Some(name.into()),
                severity: Severity::Critical,
                strength: times / REFUSED_TIMES,
                chance: Some(chance),
                fires: times >= REFUSED_TIMES && chance < REFUSED_CHANCE,
                metrics: Metrics::from([
                    ("refusedRate".to_owned(), day.into()),
                    ("refusedRateBefore".to_owned(), before.into()),
                ]),
                text: Text {
                    title: format!("Mailboxes at {name} refuse your mail"),
                    description: format!(
                        "{} mails were refused in the last 24 hours; in the 30 days before it were {}.",
                        told(day),
                        told(before)
                    ),
                    recommendation: format!(
                        "Read what {name} answers in the events of the send (`GET /v1/analytics/events`), pause sends to \
                         it, and look at your domain in the provider's postmaster tools."
                    ),
                },
            })
        })
        .collect()
}

/// A domain that has lost its DNS records: nothing is sent from it.
pub fn records_lost(counters: &Counters) -> Vec<Reading> {
    let lost = counters
        .domains
        .iter()
        .filter(|facts| facts.has_lost_records);
    lost.map(|facts| {
        let domain = &facts.domain;
        Reading {
            detector: Detector::RecordsLost,
            subject: Subject::new(SubjectKind::Domain, &domain.id, &domain.name),
            part: None,
            severity: Severity::Critical,
            strength: 1.0,
            chance: None,
            fires: true,
            metrics: Metrics::from([("domains".to_owned(), Metric::count(1))]),
            text: Text {
                title: format!("{} has lost its DNS records", domain.name),
                description: "Its DNS records are no longer what they should be: no mail is sent from it until they are."
                    .to_owned(),
                recommendation: format!(
                    "Put the records back that `GET /v1/domains/{}` lists, then have them looked at again with \
                     `POST /v1/domains/{}/verify`.",
                    domain.id, domain.id
                ),
            },
        }
    })
    .collect()
}

/// `1,200 mails`
pub(super) fn mails(count: i64) -> String {
    format!("{} mails", grouped(count))
}
