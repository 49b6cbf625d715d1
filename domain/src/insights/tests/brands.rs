//! Simulated brands: what is wrong with one is found, and of those with whom nothing is wrong hardly any hears of a fault.

use super::simulated::{Chance, Habits, History, LOOKS, healthy};
use crate::insights::counters::{Counters, LongDesign};
use crate::insights::stats::Share;
use crate::insights::table::TABLE;
use crate::insights::{Detector, judge};

fn fired(counters: &Counters, into: &mut Vec<Detector>) {
    let fired = judge(counters).into_iter().filter(|reading| reading.fires);
    into.extend(fired.map(|reading| reading.detector));
    into.sort_unstable();
    into.dedup();
}

fn found(history: &History) -> Vec<Detector> {
    let mut found = Vec::new();
    for day in 0..LOOKS {
        fired(&history.counters(day), &mut found);
    }
    found
}

#[test]
fn healthy_brands_hardly_ever_hear_of_a_fault() {
    let (mut alarmed, mut read) = (Vec::new(), Vec::new());
    // On two processors, since a thousand take a while.
    std::thread::scope(|scope| {
        let halves = [7, 8].map(|seed| scope.spawn(move || looked_at(500, &mut Chance(seed))));
        for half in halves {
            let (some_alarmed, some_read) = half.join().unwrap();
            alarmed.extend(some_alarmed);
            read.extend(some_read);
        }
    });
    assert!(alarmed.len() < 50, "{}: {alarmed:?}", alarmed.len());
    // Each that goes by chance had enough to go by.
    read.extend(COUNTED.map(|(detector, _)| detector));
    read.sort_unstable();
    read.dedup();
    assert_eq!(read.len(), TABLE.len(), "{read:?}");
}

/// What is found about so many healthy brands, and what was looked into.
fn looked_at(brands: usize, chance: &mut Chance) -> (Vec<String>, Vec<Detector>) {
    let (mut alarmed, mut read) = (Vec::new(), Vec::new());
    for _ in 0..brands {
        let mut habits = healthy(chance);
        let history = History::of(chance, &mut habits, |_, _| {});
        let found = found(&history);
        if !found.is_empty() {
            alarmed.push(format!("{} every {}: {found:?}", habits.list, habits.every));
        }
        read.extend(judge(&history.counters(0)).iter().map(|said| said.detector));
        read.sort_unstable();
        read.dedup();
    }
    (alarmed, read)
}

type Fault = fn(&mut Habits);
type Fact = fn(&mut Counters);

/// What people, receivers or automations do.
const FAULTS: [(Detector, Fault); 13] = [
    (Detector::Bounces, |habits| habits.bounces = 0.05),
    (Detector::Complaints, |habits| habits.complaints = 0.004),
    (Detector::InDoubt, |habits| habits.in_doubt = 0.02),
    (Detector::ProviderRefuses, |habits| habits.refused = 0.1),
    (Detector::ForeignSources, |habits| habits.foreign = 0.1),
    (Detector::AlignmentFails, |habits| habits.unproven = 0.2),
    (Detector::TlsFails, |habits| habits.unencrypted = 0.1),
    (Detector::OpensFall, |habits| habits.opens = 0.12),
    (Detector::ClicksFall, |habits| habits.clicks = 0.01),
    (Detector::Unsubscribes, |habits| habits.leaves = 0.012),
    (Detector::AutomationFails, |habits| habits.fails = 0.15),
    (Detector::BestHour, |habits| habits.first_hour = 1.6),
    (Detector::BestDesign, |habits| habits.first_design = 1.8),
];

/// What is counted, and no chance is asked about.
const COUNTED: [(Detector, Fact); 6] = [
    (Detector::RecordsLost, |counters| {
        counters.domains[0].has_lost_records = true;
    }),
    (Detector::SilentAudience, |counters| {
        counters.silence = Some(Share::of(6_000, 20_000));
    }),
    (Detector::ShrinkingList, |counters| {
        (counters.gains, counters.losses) = (50, 400);
    }),
    (Detector::DeadLetters, |counters| counters.dead_letters = 3),
    (Detector::ClippedMail, |counters| {
        counters.clipped.push(LongDesign {
            bytes: 200_000,
            ..LongDesign::default()
        });
    }),
    (Detector::NoAddress, |counters| {
        counters.brand.has_address = false;
    }),
];

fn of_twenty_thousand() -> Habits {
    Habits {
        list: 20_000,
        every: 3,
        hours: vec![9, 17],
        opens: 0.3,
        clicks: 0.03,
        leaves: 0.001,
        bounces: 0.003,
        complaints: 0.0002,
        in_doubt: 0.0005,
        runs: 600,
        fails: 0.005,
        unproven: 0.01,
        foreign: 0.002,
        unencrypted: 0.003,
        refused: 0.0,
        first_hour: 1.0,
        first_design: 1.0,
    }
}

#[test]
fn known_faults_are_found() {
    for (detector, fault) in FAULTS {
        for seed in 0..5 {
            let (mut chance, mut habits) = (Chance(seed), of_twenty_thousand());
            let history = History::of(&mut chance, &mut habits, |habits, day| {
                if day >= 30 {
                    fault(habits);
                }
            });
            let found = found(&history);
            assert!(found.contains(&detector), "{detector:?} {seed}: {found:?}");
        }
    }
    let history = History::of(&mut Chance(1), &mut of_twenty_thousand(), |_, _| {});
    for (detector, fault) in COUNTED {
        let (mut counters, mut found) = (history.counters(50), Vec::new());
        fault(&mut counters);
        fired(&counters, &mut found);
        assert_eq!(found, [detector]);
    }
    assert_eq!(FAULTS.len() + COUNTED.len(), TABLE.len());
}
