//! Least samples and bounds.

use crate::contacts::mailbox::Provider;
use crate::designs::design::EmailType;
use crate::insights::counters::{
    AutomationCounts, Counters, DomainFacts, LongDesign, Named, ProviderCounts, SendCounts,
};
use crate::insights::stats::Share;
use crate::insights::table::TABLE;
use crate::insights::{Detector, Reading, Severity, judge};
use crate::sending::send::Tally;
use crate::time::DAY_MS;

const NOW: i64 = 1_800_000_000_000;

pub(super) fn named(id: &str) -> Named {
    Named {
        id: id.to_owned(),
        name: format!("Name of {id}"),
    }
}

pub(super) fn brand() -> Counters {
    let mut counters = Counters {
        now: NOW,
        ..Counters::default()
    };
    counters.brand.has_address = true;
    counters.domains.push(DomainFacts {
        number: 1,
        domain: named("dom"),
        has_lost_records: false,
        tally: Tally::default(),
        reports: None,
    });
    counters
}

pub(super) fn send(days: i64, tally: Tally) -> SendCounts {
    SendCounts {
        public_id: format!("snd_{days}"),
        title: "News".to_owned(),
        kind: EmailType::Campaign,
        started_at: NOW - days * DAY_MS,
        hour: 9,
        tally,
    }
}

pub(super) fn delivered(count: i64) -> Tally {
    Tally {
        accepted: count,
        delivered: count,
        ..Tally::default()
    }
}

pub(super) fn said(counters: &Counters, detector: Detector) -> Option<Reading> {
    let mut readings = judge(counters).into_iter();
    readings.find(|reading| reading.detector == detector)
}

pub(super) fn fires(counters: &Counters, detector: Detector) -> bool {
    said(counters, detector).is_some_and(|reading| reading.fires)
}

#[test]
fn every_detector_has_one_row_and_says_nothing_of_nothing() {
    let mut names: Vec<_> = TABLE.iter().map(|row| row.detector).collect();
    assert_eq!(names.len(), 19);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 19);
    assert_eq!(judge(&brand()), []);
}

#[test]
fn bounces_complaints_and_doubt_need_enough_and_more_than_their_bound() {
    let of = |all: i64, bounced, complained, in_doubt| {
        let mut counters = brand();
        counters.domains[0].tally = Tally {
            accepted: all,
            delivered: all - bounced - in_doubt,
            bounced,
            complained,
            in_doubt,
            ..Tally::default()
        };
        counters
    };
    for (counters, detector, expected) in [
        (of(199, 60, 0, 0), Detector::Bounces, None),
        (of(200, 60, 0, 0), Detector::Bounces, Some(true)),
        (of(200, 4, 0, 0), Detector::Bounces, Some(false)),
        (of(10_000, 200, 0, 0), Detector::Bounces, Some(false)),
        (of(10_000, 240, 0, 0), Detector::Bounces, Some(true)),
        (of(999, 0, 60, 0), Detector::Complaints, None),
        (of(1_000, 0, 60, 0), Detector::Complaints, Some(true)),
        (of(1_000, 0, 1, 0), Detector::Complaints, Some(false)),
        (of(499, 0, 0, 60), Detector::InDoubt, None),
        (of(500, 0, 0, 60), Detector::InDoubt, Some(true)),
        (of(500, 0, 0, 2), Detector::InDoubt, Some(false)),
    ] {
        let fires = said(&counters, detector).map(|reading| reading.fires);
        assert_eq!(fires, expected, "{detector:?}");
    }
    let severity = |complained| {
        let reading = said(&of(1_000_000, 0, complained, 0), Detector::Complaints);
        reading.unwrap().severity
    };
    assert_eq!(severity(2_900), Severity::Warning);
    assert_eq!(severity(3_200), Severity::Critical);
}

/// Three sends and ten before, of so many mails each, opened and clicked by so many people.
pub(super) fn campaigns(mails: i64, last: i64, before: i64) -> Counters {
    let mut counters = brand();
    for number in 0..13 {
        let some = if number < 3 { last } else { before };
        let tally = Tally {
            opened: some,
            clicked: some,
            // Where people do something, so does a machine.
            machine_opens: some.min(1),
            ..delivered(mails)
        };
        counters.sends.push(send(3 + number, tally));
    }
    counters
}

#[test]
fn opens_and_clicks_fall_by_a_quarter_at_least_and_not_by_chance() {
    for (detector, mails, missing, expected) in [
        (Detector::OpensFall, 167, 2, None),
        (Detector::OpensFall, 167, 1, Some(true)),
        (Detector::ClicksFall, 334, 3, None),
        (Detector::ClicksFall, 334, 2, Some(true)),
    ] {
        // Of the last three together: 499 and 500, 999 and 1,000.
        let mut counters = campaigns(mails, 10, 80);
        let last = &mut counters.sends[0].tally;
        (last.accepted, last.delivered) = (mails - missing, mails - missing);
        let fires = said(&counters, detector).map(|reading| reading.fires);
        assert_eq!(fires, expected, "{detector:?}");
    }
    assert!(!fires(
        &campaigns(100_000, 15_100, 20_000),
        Detector::OpensFall
    ));
    assert!(fires(
        &campaigns(100_000, 14_900, 20_000),
        Detector::OpensFall
    ));
    assert!(!fires(&campaigns(200, 14, 20), Detector::OpensFall));
    let mut few = campaigns(1_000, 10, 200);
    few.sends.pop();
    assert_eq!(said(&few, Detector::OpensFall), None);
    for (mails, expected) in [(49, false), (50, true)] {
        let mut before = campaigns(1_000, 100, 30);
        for send in &mut before.sends[3..] {
            (send.tally.accepted, send.tally.delivered) = (mails, mails);
        }
        assert_eq!(said(&before, Detector::OpensFall).is_some(), expected);
    }
    // The youngest is still being opened, and where nothing is tracked nothing falls.
    let mut young = campaigns(1_000, 200, 200);
    young.sends[0].started_at = NOW - DAY_MS;
    young.sends[0].tally.opened = 1;
    assert_eq!(said(&young, Detector::OpensFall), None);
    assert_eq!(said(&campaigns(1_000, 0, 200), Detector::OpensFall), None);
}

#[test]
fn unsubscribes_need_ten_people_half_a_percent_and_more_than_before() {
    let of = |mails: i64, now: i64, before: i64| {
        let mut counters = brand();
        for number in 0..11 {
            let unsubscribed = if number == 0 { now } else { before };
            let tally = Tally {
                unsubscribed,
                ..delivered(mails)
            };
            counters.sends.push(send(number, tally));
        }
        counters
    };
    assert_eq!(said(&of(1_000, 9, 0), Detector::Unsubscribes), None);
    assert!(fires(&of(1_000, 10, 0), Detector::Unsubscribes));
    assert!(!fires(&of(10_000, 49, 1), Detector::Unsubscribes));
    assert!(fires(&of(10_000, 50, 1), Detector::Unsubscribes));
    assert!(!fires(&of(10_000, 60, 55), Detector::Unsubscribes));
    assert!(!fires(&of(10_000, 60, 500), Detector::Unsubscribes));
    let mut few = of(1_000, 50, 0);
    few.sends.pop();
    assert_eq!(said(&few, Detector::Unsubscribes), None);
}

#[test]
fn a_provider_refuses_three_times_as_much_as_before() {
    let compared = |all: i64, refused: i64, before: [i64; 2]| {
        let tally = |all: i64, bounced: i64| Tally {
            delivered: all - bounced,
            bounced,
            ..Tally::default()
        };
        let mut counters = brand();
        counters.providers.push(ProviderCounts {
            provider: Provider::Gmail,
            day: tally(all, refused),
            before: tally(before[0], before[1]),
        });
        counters
    };
    let of = |all, refused, before| compared(all, refused, [10_000, before]);
    let young = |before| said(&compared(100, 60, [before, 1]), Detector::ProviderRefuses);
    assert_eq!(young(99), None);
    assert!(young(100).is_some_and(|reading| reading.fires));
    assert_eq!(said(&of(99, 60, 100), Detector::ProviderRefuses), None);
    assert!(fires(&of(100, 60, 100), Detector::ProviderRefuses));
    assert!(!fires(&of(100, 3, 100), Detector::ProviderRefuses));
    assert!(!fires(&of(10_000, 290, 100), Detector::ProviderRefuses));
    assert!(fires(&of(10_000, 300, 100), Detector::ProviderRefuses));
    assert!(!fires(&of(100, 1, 0), Detector::ProviderRefuses));
    assert!(fires(&of(100, 9, 0), Detector::ProviderRefuses));
    let reading = said(&of(100, 60, 100), Detector::ProviderRefuses).unwrap();
    assert!(reading.subject_key().ends_with(":gmail"));
}

#[test]
fn automations_fail_and_fires_are_given_up() {
    let of = |completed, failed| {
        let mut counters = brand();
        counters.automations.push(AutomationCounts {
            automation: named("aut"),
            completed,
            failed,
            ..AutomationCounts::default()
        });
        counters
    };
    assert_eq!(said(&of(20, 29), Detector::AutomationFails), None);
    assert!(fires(&of(20, 30), Detector::AutomationFails));
    assert!(!fires(&of(47, 3), Detector::AutomationFails));
    assert!(!fires(&of(0, 0), Detector::AutomationFails));
    let mut counters = brand();
    assert!(!fires(&counters, Detector::DeadLetters));
    counters.dead_letters = 1;
    assert!(fires(&counters, Detector::DeadLetters));
}

#[test]
fn silent_and_shrinking_audiences_are_large_enough_to_tell() {
    let mut counters = brand();
    let tally = Tally {
        opened: 1,
        ..delivered(10)
    };
    counters.sends.push(send(3, tally));
    for (some, all, expected) in [
        (100, 499, None),
        (99, 500, Some(false)),
        (100, 500, Some(true)),
    ] {
        counters.silence = Some(Share::of(some, all));
        let reading = said(&counters, Detector::SilentAudience);
        assert_eq!(reading.map(|reading| reading.fires), expected);
    }
    for (losses, gains, expected) in [
        (99, 0, None),
        (100, 100, Some(false)),
        (100, 99, Some(true)),
        (100, 0, Some(true)),
    ] {
        (counters.losses, counters.gains) = (losses, gains);
        let reading = said(&counters, Detector::ShrinkingList);
        assert_eq!(reading.map(|reading| reading.fires), expected);
    }
}

#[test]
fn facts_are_said_as_they_are() {
    let mut counters = brand();
    counters.domains[0].has_lost_records = true;
    counters.sends.push(send(1, delivered(10)));
    counters.brand.has_address = false;
    for bytes in [104_448, 104_449] {
        counters.clipped.push(LongDesign {
            design: named("long"),
            bytes,
        });
    }
    let mut found: Vec<_> = judge(&counters)
        .iter()
        .map(|reading| reading.detector)
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            Detector::RecordsLost,
            Detector::ClippedMail,
            Detector::NoAddress
        ]
    );
    let of_address =
        |counters: &Counters| said(counters, Detector::NoAddress).map(|reading| reading.fires);
    counters.sends[0].started_at = NOW - 31 * DAY_MS;
    assert_eq!(of_address(&counters), Some(false));
    counters.sends[0] = send(1, delivered(10));
    counters.sends[0].kind = EmailType::Transactional;
    assert_eq!(of_address(&counters), Some(false));
    counters.brand.has_address = true;
    assert_eq!(of_address(&counters), None);
}

#[test]
fn three_sends_and_three_million_recipients_are_counted_alike() {
    let mut counters = brand();
    for days in 0..3 {
        let tally = Tally {
            opened: 600_000,
            bounced: 90_000,
            ..delivered(2_910_000)
        };
        counters.sends.push(send(days, tally));
        counters.domains[0].tally += tally;
    }
    let fired: Vec<_> = judge(&counters)
        .into_iter()
        .filter(|reading| reading.fires)
        .collect();
    assert_eq!(fired.len(), 1);
    assert!(
        fired[0]
            .text
            .description
            .contains("270,000 of 9,000,000 (3.0%)")
    );
}
