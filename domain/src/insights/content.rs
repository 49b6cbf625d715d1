//! Facts about what is mailed.

use super::audience::of_brand;
use super::counters::{CLIPPED_BYTES, Counters};
use super::reading::{Detector, Metric, Metrics, Reading, Severity, Subject, SubjectKind, Text};
use super::words::grouped;
use crate::time::DAY_MS;

/// Campaigns that are looked at.
const WINDOW_MS: i64 = 30 * DAY_MS;

/// Designs whose end nobody sees.
pub fn clipped(counters: &Counters) -> Vec<Reading> {
    let long = counters.clipped.iter();
    long.filter(|long| long.bytes > CLIPPED_BYTES)
        .map(|long| {
            let design = &long.design;
            Reading {
                detector: Detector::ClippedMail,
                subject: Subject::new(SubjectKind::Email, &design.id, &design.name),
                part: None,
                severity: Severity::Warning,
                strength: long.bytes as f64 / CLIPPED_BYTES as f64,
                chance: None,
                fires: true,
                metrics: Metrics::from([("bytes".to_owned(), Metric::count(long.bytes))]),
                text: Text {
                    title: format!("Gmail cuts “{}” off", design.name),
                    description: format!(
                        "Its HTML has {} KB. Gmail shows the first 102 KB, and hides the rest, the unsubscribe link with it.",
                        grouped(long.bytes / 1024)
                    ),
                    recommendation: "Take blocks out, or have imported HTML made anew (`cleanUp`): styles that are \
                        repeated on every cell are most of it."
                        .to_owned(),
                },
            }
        })
        .collect()
}

/// Marketing mail without the postal address that laws ask for. While nothing is sent it is no finding, and one that there is
/// stays: whoever mails every other month would hear of it as news each time.
pub fn no_address(counters: &Counters) -> Vec<Reading> {
    let since = counters.now - WINDOW_MS;
    let campaigns = counters
        .sends
        .iter()
        .filter(|send| send.kind.is_marketing() && send.started_at >= since)
        .count();
    if counters.brand.has_address {
        return Vec::new();
    }
    vec![Reading {
        detector: Detector::NoAddress,
        fires: campaigns > 0,
        metrics: Metrics::from([("campaigns".to_owned(), Metric::count(campaigns as i64))]),
        text: Text {
            title: "Your mail has no postal address".to_owned(),
            description: format!(
                "{} campaigns of the last 30 days went out without one. Laws of many countries ask for it in the footer.",
                grouped(campaigns as i64)
            ),
            recommendation: "Set it with `PATCH /v1/brand { \"identity\": { \"address\": … } }`: footers show it from then \
                on."
                .to_owned(),
        },
        ..of_brand(counters)
    }]
}
