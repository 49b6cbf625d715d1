//! What becomes of findings.

use crate::insights::life::{Change, Known, SILENT_MS, next};
use crate::insights::{
    Detector, InsightState, Metrics, Reading, Severity, Subject, SubjectKind, Text,
};

fn reading(strength: f64) -> Reading {
    Reading {
        detector: Detector::Bounces,
        subject: Subject::new(SubjectKind::Domain, "d", "d"),
        part: None,
        severity: Severity::Warning,
        strength,
        chance: None,
        fires: strength > 1.0,
        metrics: Metrics::new(),
        text: Text::default(),
    }
}

const ACTIVE: Known = Known {
    state: InsightState::Active,
    severity: Severity::Warning,
    step: 0,
    calm: 0,
    dismissed_at: None,
};

#[test]
fn a_finding_opens_stays_gets_worse_and_ends() {
    let said =
        |known: Option<Known>, strength: f64| next(known.as_ref(), Some(&reading(strength)), 0);
    assert_eq!(said(None, 0.9), Change::Nothing);
    assert_eq!(said(None, 1.1), Change::Open);
    assert_eq!(next(None, None, 0), Change::Nothing);
    assert_eq!(said(Some(ACTIVE), 1.9), Change::Nothing);
    assert_eq!(said(Some(ACTIVE), 2.0), Change::Rewrite);
    assert_eq!(
        said(Some(Known { step: 1, ..ACTIVE }), 3.9),
        Change::Nothing
    );
    let critical = Reading {
        severity: Severity::Critical,
        ..reading(1.5)
    };
    assert_eq!(next(Some(&ACTIVE), Some(&critical), 0), Change::Rewrite);
    assert_eq!(said(Some(ACTIVE), 0.8), Change::Nothing);
    assert_eq!(said(Some(ACTIVE), 0.79), Change::Calm(1));
    let calm = Known { calm: 1, ..ACTIVE };
    assert_eq!(said(Some(calm), 0.79), Change::Resolve);
    assert_eq!(said(Some(calm), 0.9), Change::Calm(0));
    assert_eq!(next(Some(&calm), None, 0), Change::Resolve);
}

#[test]
fn what_was_dismissed_is_silent_for_thirty_days() {
    let dismissed = Known {
        state: InsightState::Dismissed,
        dismissed_at: Some(1_000),
        ..ACTIVE
    };
    for (at, strength, expected) in [
        (1_000, 9.0, Change::Nothing),
        (1_000 + SILENT_MS - 1, 9.0, Change::Nothing),
        (1_000 + SILENT_MS - 1, 0.0, Change::Nothing),
        (1_000 + SILENT_MS, 1.1, Change::Rewrite),
        (1_000 + SILENT_MS, 0.1, Change::Calm(1)),
    ] {
        assert_eq!(
            next(Some(&dismissed), Some(&reading(strength)), at),
            expected
        );
    }
}
