//! What becomes of findings.

use super::best::hours;
use super::bounds::{brand, said};
use crate::insights::life::{Change, Known, SILENT_MS, next};
use crate::insights::{
    Detector, InsightState, Metrics, Reading, Severity, Subject, SubjectKind, Text, judge,
};
use crate::time::DAY_MS;

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
    detector: Some(Detector::Bounces),
    state: InsightState::Active,
    severity: Severity::Warning,
    step: 0,
    calm_since: None,
    dismissed_at: None,
    found_at: 0,
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
    assert_eq!(said(Some(ACTIVE), 0.79), Change::Calm);
    assert_eq!(next(Some(&ACTIVE), None, 0), Change::Calm);
}

#[test]
fn two_calm_looks_end_it_if_there_is_a_day_between_them() {
    let calm = Known {
        calm_since: Some(1_000),
        ..ACTIVE
    };
    let said = |strength, at| next(Some(&calm), Some(&reading(strength)), at);
    // Sends that end one after the other bring looks in which nothing can have changed.
    assert_eq!(said(0.79, 1_000 + 11 * 60_000), Change::Nothing);
    assert_eq!(said(0.79, 1_000 + DAY_MS - 1), Change::Nothing);
    assert_eq!(said(0.79, 1_000 + DAY_MS), Change::Resolve);
    assert_eq!(said(0.8, 1_000 + DAY_MS), Change::Stir);
    assert_eq!(next(Some(&calm), None, 2_000), Change::Nothing);
    assert_eq!(next(Some(&calm), None, 1_000 + DAY_MS), Change::Resolve);
}

#[test]
fn what_was_found_in_a_day_stands_for_thirty_though_there_is_nothing_to_read() {
    let after = |detector, days| {
        let known = Known { detector, ..ACTIVE };
        next(Some(&known), None, days * DAY_MS)
    };
    for detector in [Detector::Unsubscribes, Detector::ProviderRefuses] {
        assert_eq!(after(Some(detector), 1), Change::Nothing);
        assert_eq!(after(Some(detector), 29), Change::Nothing);
        assert_eq!(after(Some(detector), 30), Change::Calm);
        // What is read counts at once.
        let known = Known {
            detector: Some(detector),
            ..ACTIVE
        };
        assert_eq!(next(Some(&known), Some(&reading(0.1)), 1), Change::Calm);
    }
    assert_eq!(after(Some(Detector::Complaints), 1), Change::Calm);
    assert_eq!(after(None, 1), Change::Calm);
}

#[test]
fn a_fact_that_is_none_any_more_is_over_at_once() {
    for detector in [
        Detector::RecordsLost,
        Detector::ClippedMail,
        Detector::NoAddress,
    ] {
        let known = Known {
            detector: Some(detector),
            ..ACTIVE
        };
        assert_eq!(next(Some(&known), None, 1), Change::Resolve, "{detector:?}");
        assert_eq!(next(Some(&known), Some(&reading(1.1)), 1), Change::Nothing);
        let dismissed = Known {
            state: InsightState::Dismissed,
            dismissed_at: Some(0),
            ..known
        };
        assert_eq!(next(Some(&dismissed), None, 1), Change::Nothing);
        let over = next(Some(&dismissed), None, SILENT_MS);
        assert_eq!(over, Change::Resolve);
    }
}

#[test]
fn an_address_that_is_missing_is_no_news_to_whoever_mails_seldom() {
    let mut counters = brand();
    counters.brand.has_address = false;
    let reading = said(&counters, Detector::NoAddress).unwrap();
    assert_eq!(next(None, Some(&reading), 0), Change::Nothing);
    let known = Known {
        detector: Some(Detector::NoAddress),
        ..ACTIVE
    };
    let after = next(Some(&known), Some(&reading), 90 * DAY_MS);
    assert_eq!(after, Change::Nothing);
    counters.brand.has_address = true;
    let mended = said(&counters, Detector::NoAddress);
    assert_eq!(next(Some(&known), mended.as_ref(), 1), Change::Resolve);
}

#[test]
fn another_best_hour_is_another_finding() {
    let (early, late) = (hours(5, 400, 300, 100), hours(5, 400, 100, 300));
    let nine = said(&early, Detector::BestHour).unwrap();
    let noon = said(&late, Detector::BestHour).unwrap();
    assert!(nine.subject_key().ends_with(":9"), "{}", nine.subject_key());
    assert!(
        noon.subject_key().ends_with(":12"),
        "{}",
        noon.subject_key()
    );
    assert_eq!(next(None, Some(&noon), 0), Change::Open);
    // Of the hour before there is nothing to read any more.
    let mut readings = judge(&late).into_iter();
    let read = readings.find(|reading| reading.subject_key() == nine.subject_key());
    assert_eq!(read, None);
    let known = Known {
        detector: Some(Detector::BestHour),
        severity: Severity::Opportunity,
        ..ACTIVE
    };
    assert_eq!(next(Some(&known), None, 0), Change::Calm);
    let calm = Known {
        calm_since: Some(0),
        ..known
    };
    assert_eq!(next(Some(&calm), None, DAY_MS), Change::Resolve);
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
        (1_000 + SILENT_MS, 0.1, Change::Calm),
    ] {
        assert_eq!(
            next(Some(&dismissed), Some(&reading(strength)), at),
            expected
        );
    }
}
