//! Whether automations do what they are there for.

use super::audience::of_brand;
use super::counters::Counters;
use super::reading::{Detector, Metric, Metrics, Reading, Severity, Subject, SubjectKind, Text};
use super::stats::Share;
use super::words::{grouped, told};

const FAILING: f64 = 0.05;
const RUNS_LEAST: i64 = 50;

/// Runs of an automation end in an error.
pub fn fails(counters: &Counters) -> Vec<Reading> {
    let automations = counters.automations.iter();
    automations
        .filter_map(|counts| {
            let share = Share::of(counts.failed, counts.completed + counts.failed);
            if share.all < RUNS_LEAST {
                return None;
            }
            let lowest = share.lower_bound();
            let named = &counts.automation;
            Some(Reading {
                detector: Detector::AutomationFails,
                subject: Subject::new(SubjectKind::Automation, &named.id, &named.name),
                part: None,
                severity: Severity::Warning,
                strength: lowest / FAILING,
                chance: None,
                fires: lowest > FAILING,
                metrics: Metrics::from([
                    ("failedRate".to_owned(), share.into()),
                    ("lowerBound".to_owned(), Metric::number(lowest)),
                ]),
                text: Text {
                    title: format!("Runs of “{}” fail", named.name),
                    description: format!("{} runs failed in the last 7 days.", told(share)),
                    recommendation: format!(
                        "Read why with `GET /v1/automations/runs?automationId={}&status=failed`: the error of a run names its node.",
                        named.id
                    ),
                },
            })
        })
        .collect()
}

/// Fires that were given up.
pub fn dead_letters(counters: &Counters) -> Vec<Reading> {
    let count = counters.dead_letters;
    if count < 1 {
        return Vec::new();
    }
    let fires = match count {
        1 => "One fire was".to_owned(),
        more => format!("{} fires were", grouped(more)),
    };
    vec![Reading {
        detector: Detector::DeadLetters,
        severity: Severity::Warning,
        strength: count as f64,
        metrics: Metrics::from([("deadLetters".to_owned(), Metric::count(count))]),
        text: Text {
            title: "Events started nothing".to_owned(),
            description: format!(
                "{fires} given up in the last 7 days after several tries; what they should have started did not start."
            ),
            recommendation: "Find them with `GET /v1/analytics/events?eventType=dead_letter`: each says why. Repair \
                that, then fire again."
                .to_owned(),
        },
        ..of_brand(counters)
    }]
}
