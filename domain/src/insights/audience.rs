//! Who leaves, who is silent, and whether the list grows.

use super::counters::Counters;
use super::engagement::knows_who_opens;
use super::reading::{Detector, Metric, Metrics, Reading, Severity, Subject, SubjectKind, Text};
use super::stats::{Share, two_proportions};
use super::words::{grouped, told};
use crate::time::DAY_MS;

/// Sends that are looked at one by one: those of the last days, and not many of them.
const FRESH_MS: i64 = 3 * DAY_MS;
const FRESH: usize = 3;
const BEFORE: usize = 10;

const LEAVING: f64 = 0.005;
const LEAVERS_LEAST: i64 = 10;
const CHANCE: f64 = 0.01;

/// More people than usual unsubscribed from one campaign.
pub fn unsubscribes(counters: &Counters) -> Vec<Reading> {
    let sends: Vec<_> = counters
        .sends
        .iter()
        .filter(|send| send.kind.is_marketing())
        .collect();
    let left = |at: usize| Share::of(sends[at].tally.unsubscribed, sends[at].tally.accepted);
    let since = counters.now - FRESH_MS;
    let fresh = sends
        .iter()
        .take(FRESH)
        .take_while(|send| send.started_at >= since)
        .count();
    let judged = (0..fresh).filter(|at| at + BEFORE < sends.len());
    judged
        .filter_map(|at| {
            let this = left(at);
            let before = (at + 1..=at + BEFORE)
                .map(left)
                .fold(Share::default(), Share::plus);
            if this.some < LEAVERS_LEAST {
                return None;
            }
            let chance = two_proportions(this, before);
            let is_more = this.value() > before.value();
            let send = sends[at];
            Some(Reading {
                detector: Detector::Unsubscribes,
                subject: Subject::new(SubjectKind::Send, &send.public_id, &send.title),
                part: None,
                severity: Severity::Warning,
                strength: this.value() / LEAVING,
                chance: Some(chance),
                fires: is_more && this.value() >= LEAVING && chance < CHANCE,
                metrics: Metrics::from([
                    ("unsubscribeRate".to_owned(), this.into()),
                    ("unsubscribeRateBefore".to_owned(), before.into()),
                ]),
                text: Text {
                    title: format!("Many people unsubscribed from “{}”", send.title),
                    description: format!(
                        "{} recipients left; after the 10 campaigns before it were {}.",
                        told(this),
                        told(before)
                    ),
                    recommendation: "Compare whom it went to and what it promised with the campaigns before. Mail such \
                        content to those who asked for it, with an audience of its own."
                        .to_owned(),
                },
            })
        })
        .collect()
}

const SILENT: f64 = 0.2;
const MAILED_LEAST: i64 = 500;

/// Many of those who are mailed have not opened or clicked for half a year.
pub fn silent(counters: &Counters) -> Vec<Reading> {
    let Some(share) = counters.silence.filter(|share| share.all >= MAILED_LEAST) else {
        return Vec::new();
    };
    if !knows_who_opens(counters) {
        return Vec::new();
    }
    vec![Reading {
        detector: Detector::SilentAudience,
        strength: share.value() / SILENT,
        fires: share.value() >= SILENT,
        severity: Severity::Opportunity,
        metrics: Metrics::from([("silentRate".to_owned(), share.into())]),
        text: Text {
            title: "Much of your audience is silent".to_owned(),
            description: format!(
                "{} contacts whom you mail got at least 8 mails and have opened and clicked nothing in 180 days.",
                told(share)
            ),
            recommendation: "Ask them once whether they want to stay (the flow `win-back`), then leave them out: mail \
                that nobody opens keeps the rest out of inboxes."
                .to_owned(),
        },
        ..of_brand(counters)
    }]
}

const LOSSES_LEAST: i64 = 100;

/// More people are lost than come.
pub fn shrinking(counters: &Counters) -> Vec<Reading> {
    let (losses, gains) = (counters.losses, counters.gains.max(0));
    if losses < LOSSES_LEAST {
        return Vec::new();
    }
    vec![Reading {
        detector: Detector::ShrinkingList,
        strength: losses as f64 / gains.max(1) as f64,
        fires: losses > gains,
        severity: Severity::Warning,
        metrics: Metrics::from([
            ("losses".to_owned(), Metric::count(losses)),
            ("gains".to_owned(), Metric::count(gains)),
        ]),
        text: Text {
            title: "Your list is shrinking".to_owned(),
            description: format!(
                "In the last 30 days {} contacts were lost (they unsubscribed or complained) and {} came.",
                grouped(losses),
                grouped(gains)
            ),
            recommendation: "Show people where they can sign up, and welcome them with the flow `welcome`. If many \
                unsubscribe, mail less often."
                .to_owned(),
        },
        ..of_brand(counters)
    }]
}

/// What readings about the brand have in common; the rest is empty.
pub(super) fn of_brand(counters: &Counters) -> Reading {
    let brand = &counters.brand;
    Reading {
        detector: Detector::NoAddress,
        subject: Subject::new(SubjectKind::Brand, &brand.public_id, &brand.name),
        part: None,
        severity: Severity::Warning,
        strength: 1.0,
        chance: None,
        fires: true,
        metrics: Metrics::new(),
        text: Text::default(),
    }
}
