//! What does better than the rest, from both sides of its bounds.

use super::bounds::{brand, delivered, fires, named, said, send};
use crate::designs::design::EmailType;
use crate::insights::Detector;
use crate::insights::counters::{Counters, DesignCounts, SendCounts};
use crate::sending::send::Tally;

/// So many sends at nine of which so many people opened, and as many at noon.
pub(super) fn hours(sends: i64, mails: i64, nine: i64, noon: i64) -> Counters {
    let mut counters = brand();
    for number in 0..sends * 2 {
        let (hour, opened) = if number % 2 == 0 {
            (9, nine)
        } else {
            (12, noon)
        };
        let tally = Tally {
            opened,
            ..delivered(mails)
        };
        counters.sends.push(SendCounts {
            hour,
            ..send(3 + number, tally)
        });
    }
    counters
}

#[test]
fn the_best_hour_stands_out() {
    assert_eq!(said(&hours(4, 1_000, 300, 100), Detector::BestHour), None);
    assert_eq!(said(&hours(5, 399, 300, 100), Detector::BestHour), None);
    assert!(fires(&hours(5, 400, 300, 100), Detector::BestHour));
    assert!(!fires(&hours(5, 10_000, 2_500, 2_000), Detector::BestHour));
    assert!(fires(&hours(5, 10_000, 2_600, 2_000), Detector::BestHour));
    // The rest of the hours has to be as large.
    let with_rest = |sends: usize, mails: i64| {
        let mut counters = hours(5, 1_000, 300, 100);
        for send in counters.sends.iter_mut().filter(|send| send.hour == 12) {
            (send.tally.accepted, send.tally.opened) = (mails, mails / 10);
        }
        for _ in sends..5 {
            let noon = counters.sends.iter().position(|send| send.hour == 12);
            counters.sends.remove(noon.unwrap());
        }
        said(&counters, Detector::BestHour).map(|reading| reading.fires)
    };
    assert_eq!(with_rest(5, 399), None);
    assert_eq!(with_rest(5, 400), Some(true));
    assert_eq!(with_rest(4, 1_000), None);
}

#[test]
fn the_best_design_stands_out() {
    let of = |[mails, rest]: [i64; 2], one: i64, other: i64| {
        let mut counters = brand();
        for (id, mails, clicked) in [("one", mails, one), ("two", rest, other)] {
            counters.designs.push(DesignCounts {
                design: named(id),
                kind: EmailType::Automation,
                days: 5,
                tally: Tally {
                    clicked,
                    ..delivered(mails)
                },
            });
        }
        counters
    };
    assert_eq!(said(&of([1_999; 2], 400, 100), Detector::BestDesign), None);
    assert!(fires(&of([2_000; 2], 400, 100), Detector::BestDesign));
    let rest = said(&of([2_000, 1_999], 400, 100), Detector::BestDesign);
    assert_eq!(rest, None);
    assert!(!fires(
        &of([100_000; 2], 12_900, 10_000),
        Detector::BestDesign
    ));
    assert!(fires(
        &of([100_000; 2], 13_100, 10_000),
        Detector::BestDesign
    ));
    // One that few days say something of is neither the best nor of the rest.
    for place in [0, 1] {
        let mut few = of([5_000; 2], 900, 100);
        few.designs[place].days = 4;
        assert_eq!(said(&few, Detector::BestDesign), None);
    }
    let mut kinds = of([5_000; 2], 900, 100);
    kinds.designs[0].kind = EmailType::Transactional;
    assert_eq!(said(&kinds, Detector::BestDesign), None);
}
