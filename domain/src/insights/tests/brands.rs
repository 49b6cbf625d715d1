//! Simulated brands: what is wrong with one is found, and of those with whom nothing is wrong hardly any hears of a fault.

use crate::contacts::mailbox::Provider;
use crate::designs::design::EmailType;
use crate::insights::counters::{Counters, DomainFacts, Named, ProviderCounts, SendCounts};
use crate::insights::{Detector, judge};
use crate::sending::send::Tally;
use crate::time::DAY_MS;

const START: i64 = 1_800_000_000_000;
const PROVIDERS: [(Provider, f64); 4] = [
    (Provider::Gmail, 0.4),
    (Provider::Outlook, 0.2),
    (Provider::Yahoo, 0.1),
    (Provider::Other, 0.3),
];

/// A seeded source of chance (`SplitMix64`).
struct Chance(u64);

impl Chance {
    /// From 0 up to 1.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// How many of so many do what each does with this likelihood.
    fn some(&mut self, all: i64, likely: f64) -> i64 {
        let mean = all as f64 * likely;
        if mean < 30.0 {
            // Poisson, by products of shares.
            let (bound, mut product, mut count) = ((-mean).exp(), self.share(), 0);
            while product > bound {
                product *= self.share();
                count += 1;
            }
            return count.min(all);
        }
        let normal: f64 = (0..12).map(|_| self.share()).sum::<f64>() - 6.0;
        let spread = (mean * (1.0 - likely)).sqrt();
        ((mean + normal * spread).round() as i64).clamp(0, all)
    }
}

/// What a brand's list is like.
struct Habits {
    list: i64,
    every: i64,
    opens: f64,
    clicks: f64,
    leaves: f64,
    bounces: f64,
    complaints: f64,
}

fn habits(chance: &mut Chance) -> Habits {
    Habits {
        list: 10_f64.powf(chance.between(2.3, 5.3)) as i64,
        every: chance.between(2.0, 8.0) as i64,
        opens: chance.between(0.15, 0.45),
        clicks: chance.between(0.01, 0.05),
        leaves: chance.between(0.0005, 0.002),
        bounces: chance.between(0.001, 0.008),
        complaints: chance.between(0.0, 0.0004),
    }
}

/// A campaign and its parts by provider.
type Sent = (SendCounts, Vec<Tally>);

/// One campaign; subjects are better and worse.
fn campaign(chance: &mut Chance, habits: &Habits, day: i64) -> Sent {
    let parts: Vec<Tally> = PROVIDERS
        .iter()
        .map(|(_, share)| {
            let all = (habits.list as f64 * share) as i64;
            let bounced = chance.some(all, habits.bounces);
            Tally {
                delivered: all - bounced,
                bounced,
                ..Tally::default()
            }
        })
        .collect();
    let bounced: i64 = parts.iter().map(|part| part.bounced).sum();
    let accepted = habits.list - bounced;
    let luck = chance.between(0.92, 1.08);
    let tally = Tally {
        planned: habits.list,
        accepted,
        delivered: accepted,
        bounced,
        opened: chance.some(accepted, habits.opens * luck),
        clicked: chance.some(accepted, habits.clicks * luck),
        unsubscribed: chance.some(accepted, habits.leaves),
        complained: chance.some(accepted, habits.complaints),
        ..Tally::default()
    };
    let send = SendCounts {
        public_id: format!("snd_{day}"),
        title: "News".to_owned(),
        kind: EmailType::Campaign,
        domain: 1,
        started_at: START + day * DAY_MS,
        hour: (day * 5).rem_euclid(24),
        tally,
    };
    (send, parts)
}

/// Campaigns from 90 days before to 90 days after the first run, the oldest first.
fn history(
    chance: &mut Chance,
    habits: &mut Habits,
    fault: impl Fn(&mut Habits, i64),
) -> Vec<Sent> {
    let mut all = Vec::new();
    for day in (-90..90).step_by(habits.every as usize) {
        fault(habits, day);
        all.push(campaign(chance, habits, day));
    }
    all
}

/// What a run on this day sees.
fn counters(history: &[Sent], day: i64) -> Counters {
    let now = START + day * DAY_MS + DAY_MS / 2;
    let within = |from: i64, to: i64| {
        let campaigns = history.iter();
        campaigns
            .filter(move |(send, _)| send.started_at >= now - from && send.started_at < now - to)
    };
    let sum = |from: i64, to: i64, place: usize| {
        let mut sum = Tally::default();
        within(from, to).for_each(|(_, parts)| sum += parts[place]);
        sum
    };
    let provider = |(place, (provider, _)): (usize, &(Provider, f64))| ProviderCounts {
        provider: *provider,
        day: sum(DAY_MS, 0, place),
        before: sum(31 * DAY_MS, DAY_MS, place),
    };
    let mut counters = Counters {
        now,
        sends: within(90 * DAY_MS, 0)
            .rev()
            .map(|(send, _)| send.clone())
            .collect(),
        providers: PROVIDERS.iter().enumerate().map(provider).collect(),
        domains: vec![DomainFacts {
            number: 1,
            domain: Named::default(),
            has_lost_records: false,
        }],
        ..Counters::default()
    };
    counters.brand.has_address = true;
    counters
}

fn found(history: &[Sent]) -> Vec<Detector> {
    let mut found = Vec::new();
    for day in 0..90 {
        let readings = judge(&counters(history, day)).into_iter();
        found.extend(
            readings
                .filter(|reading| reading.fires)
                .map(|reading| reading.detector),
        );
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn healthy_brands_hardly_ever_hear_of_a_fault() {
    let mut chance = Chance(7);
    let mut alarmed = Vec::new();
    for _ in 0..1_000 {
        let mut habits = habits(&mut chance);
        let history = history(&mut chance, &mut habits, |_, _| {});
        let found = found(&history);
        if !found.is_empty() {
            alarmed.push((habits.list, habits.every, found));
        }
    }
    assert!(alarmed.len() < 50, "{}: {alarmed:?}", alarmed.len());
}

#[test]
fn known_faults_are_found() {
    type Fault = fn(&mut Habits);
    let faults: [(Detector, Fault); 5] = [
        (Detector::Bounces, |habits| habits.bounces = 0.05),
        (Detector::Complaints, |habits| habits.complaints = 0.004),
        (Detector::OpensFall, |habits| habits.opens = 0.12),
        (Detector::ClicksFall, |habits| habits.clicks = 0.01),
        (Detector::Unsubscribes, |habits| habits.leaves = 0.012),
    ];
    for (detector, fault) in faults {
        for seed in 0..20 {
            let mut chance = Chance(seed);
            let mut habits = Habits {
                list: 20_000,
                every: 3,
                opens: 0.3,
                clicks: 0.03,
                leaves: 0.001,
                bounces: 0.003,
                complaints: 0.0002,
            };
            let history = history(&mut chance, &mut habits, |habits, day| {
                if day >= 30 {
                    fault(habits);
                }
            });
            let found = found(&history);
            assert!(found.contains(&detector), "{detector:?} {seed}: {found:?}");
        }
    }
}
