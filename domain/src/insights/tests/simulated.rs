//! Simulated brands: what their people, receivers and automations do by chance, and what a look sees of it.

use crate::contacts::mailbox::Provider;
use crate::designs::design::EmailType;
use crate::insights::counters::{
    AutomationCounts, Counters, DesignCounts, DomainFacts, FOREIGN, Named, ProviderCounts,
    ReportBound, ReportFacts, SendCounts, SourceFacts, Told, UNENCRYPTED, UNPROVEN,
};
use crate::insights::stats::Share;
use crate::sending::domain_report::TlsFailure;
use crate::sending::send::Tally;
use crate::time::DAY_MS;

const START: i64 = 1_800_000_000_000;
/// Days before the first look.
const BEFORE: i64 = 90;
pub(super) const LOOKS: i64 = 90;
const PROVIDERS: [(Provider, f64); 4] = [
    (Provider::Gmail, 0.4),
    (Provider::Outlook, 0.2),
    (Provider::Yahoo, 0.1),
    (Provider::Other, 0.3),
];
const AUTOMATIONS: usize = 2;
const DESIGNS: usize = 2;
/// Parts of the mail of which two organizations report.
const REPORTERS: [f64; 2] = [0.4, 0.2];

/// A seeded source of chance (`SplitMix64`).
pub(super) struct Chance(pub(super) u64);

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

/// What a brand is like.
pub(super) struct Habits {
    pub list: i64,
    pub every: i64,
    /// At which its campaigns start by turns.
    pub hours: Vec<i64>,
    pub opens: f64,
    pub clicks: f64,
    pub leaves: f64,
    pub bounces: f64,
    pub complaints: f64,
    pub in_doubt: f64,
    /// Runs of each automation a day, each of which mails each of its designs.
    pub runs: i64,
    pub fails: f64,
    /// Of its own mail, of foreign mail for each of its own, and of connections to it.
    pub unproven: f64,
    pub foreign: f64,
    pub unencrypted: f64,
    /// What Gmail refuses beside what bounces anyway.
    pub refused: f64,
    /// How many times as often campaigns of the first hour are opened, and mails of the first design clicked.
    pub first_hour: f64,
    pub first_design: f64,
}

/// Nothing is wrong with it.
pub(super) fn healthy(chance: &mut Chance) -> Habits {
    let list = 10_f64.powf(chance.between(2.3, 5.3)) as i64;
    let hours = if chance.share() < 0.5 {
        vec![9, 17]
    } else {
        vec![8, 12, 18]
    };
    Habits {
        list,
        every: chance.between(2.0, 8.0) as i64,
        hours,
        opens: chance.between(0.15, 0.45),
        clicks: chance.between(0.01, 0.05),
        leaves: chance.between(0.0005, 0.002),
        bounces: chance.between(0.001, 0.008),
        complaints: chance.between(0.0, 0.0004),
        in_doubt: chance.between(0.0, 0.001),
        runs: (list as f64 * chance.between(0.002, 0.05)) as i64,
        fails: chance.between(0.0, 0.015),
        unproven: chance.between(0.0, 0.02),
        foreign: chance.between(0.0, 0.004),
        unencrypted: chance.between(0.0, 0.006),
        refused: 0.0,
        first_hour: 1.0,
        first_design: 1.0,
    }
}

struct Sent {
    send: SendCounts,
    parts: [Tally; PROVIDERS.len()],
    /// What each reporter says of own mail, of foreign mail and of connections: how many failed.
    reported: [[Share; 3]; REPORTERS.len()],
}

/// A day of an automation.
#[derive(Default)]
struct Ran {
    completed: i64,
    failed: i64,
    designs: [Tally; DESIGNS],
}

struct Day {
    sent: Option<Sent>,
    ran: [Ran; AUTOMATIONS],
}

/// The days of a brand, the first of them [`BEFORE`] the first look.
pub(super) struct History(Vec<Day>);

impl History {
    /// `fault`: what goes wrong from which day on.
    pub(super) fn of(
        chance: &mut Chance,
        habits: &mut Habits,
        fault: impl Fn(&mut Habits, i64),
    ) -> Self {
        let mut days = Vec::new();
        for day in -BEFORE..LOOKS {
            fault(habits, day);
            days.push(Day {
                sent: ((day + BEFORE) % habits.every == 0).then(|| campaign(chance, habits, day)),
                // Nobody looks further back.
                ran: std::array::from_fn(|_| {
                    if day < -7 {
                        Ran::default()
                    } else {
                        ran(chance, habits)
                    }
                }),
            });
        }
        Self(days)
    }

    /// So many days up to this one.
    fn last(&self, days: i64, day: i64) -> impl DoubleEndedIterator<Item = &Day> {
        let (first, end) = (day - days + 1 + BEFORE, day + 1 + BEFORE);
        self.0[first.max(0) as usize..end as usize].iter()
    }

    /// What a look on this day sees.
    pub(super) fn counters(&self, day: i64) -> Counters {
        let sends = self.last(90, day).rev();
        let sends = sends.filter_map(|day| Some(day.sent.as_ref()?.send.clone()));
        let mut tally = Tally::default();
        for sent in self.last(30, day).filter_map(|day| day.sent.as_ref()) {
            tally += sent.send.tally;
        }
        let mut counters = Counters {
            now: START + day * DAY_MS + DAY_MS / 2,
            sends: sends.collect(),
            providers: (0..PROVIDERS.len())
                .map(|place| self.provider(place, day))
                .collect(),
            domains: vec![DomainFacts {
                number: 1,
                tally,
                reports: Some(self.reports(day)),
                ..DomainFacts::default()
            }],
            ..Counters::default()
        };
        counters.brand.has_address = true;
        self.automations(&mut counters, day);
        counters
    }

    fn provider(&self, place: usize, day: i64) -> ProviderCounts {
        let sum = |days: i64, day: i64| {
            let mut sum = Tally::default();
            for sent in self.last(days, day).filter_map(|day| day.sent.as_ref()) {
                sum += sent.parts[place];
            }
            sum
        };
        ProviderCounts {
            provider: PROVIDERS[place].0,
            day: sum(1, day),
            before: sum(30, day - 1),
        }
    }

    fn reports(&self, day: i64) -> ReportFacts {
        let mut sums = [[Share::default(); 3]; REPORTERS.len()];
        for sent in self.last(30, day).filter_map(|day| day.sent.as_ref()) {
            for (sums, reported) in sums.iter_mut().zip(sent.reported) {
                for (sum, share) in sums.iter_mut().zip(reported) {
                    *sum = sum.plus(share);
                }
            }
        }
        let told = |place: usize, bound: ReportBound| {
            let [one, other] = sums.map(|sums| sums[place]);
            let beyond = |share: Share| share.some as f64 - bound.rate * share.all as f64;
            Told {
                all: one.plus(other),
                others: if beyond(one) > beyond(other) {
                    other
                } else {
                    one
                },
            }
        };
        let (own, foreign) = (told(0, UNPROVEN), told(1, FOREIGN));
        ReportFacts {
            messages: own.all.all + foreign.all.all,
            sources: vec![SourceFacts {
                address: "203.0.113.1".to_owned(),
                proven: 0,
                mails: foreign.all.all,
                mails_of_others: foreign.others.all,
            }],
            own,
            tls: told(2, UNENCRYPTED),
            tls_kind: Some(TlsFailure::CertificateExpired),
        }
    }

    fn automations(&self, counters: &mut Counters, day: i64) {
        let named = |id: String| Named {
            name: id.clone(),
            id,
        };
        for place in 0..AUTOMATIONS {
            let mut counts = AutomationCounts {
                automation: named(format!("aut_{place}")),
                ..AutomationCounts::default()
            };
            let mut designs = [Tally::default(); DESIGNS];
            for ran in self.last(7, day).map(|day| &day.ran[place]) {
                counts.completed += ran.completed;
                counts.failed += ran.failed;
                for (sum, tally) in designs.iter_mut().zip(ran.designs) {
                    *sum += tally;
                    counts.tally += tally;
                }
            }
            counters.automations.push(counts);
            let designs = designs.into_iter().enumerate();
            counters
                .designs
                .extend(designs.map(|(number, tally)| DesignCounts {
                    design: named(format!("eml_{place}_{number}")),
                    kind: EmailType::Automation,
                    days: 7,
                    tally,
                }));
        }
    }
}

/// What comes of so many mails.
fn mailed(chance: &mut Chance, habits: &Habits, all: i64, refused: f64) -> Tally {
    let bounced = chance.some(all, habits.bounces + refused);
    let in_doubt = chance.some(all - bounced, habits.in_doubt);
    let delivered = all - bounced - in_doubt;
    Tally {
        planned: all,
        accepted: delivered,
        delivered,
        bounced,
        in_doubt,
        ..Tally::default()
    }
}

/// What people do with delivered mails, so many times as often as usual.
fn read(chance: &mut Chance, habits: &Habits, tally: Tally, [opens, clicks]: [f64; 2]) -> Tally {
    let all = tally.delivered;
    Tally {
        opened: chance.some(all, habits.opens * opens),
        clicked: chance.some(all, habits.clicks * clicks),
        unsubscribed: chance.some(all, habits.leaves),
        complained: chance.some(all, habits.complaints),
        ..tally
    }
}

/// One campaign; subjects are better and worse.
fn campaign(chance: &mut Chance, habits: &Habits, day: i64) -> Sent {
    let parts = PROVIDERS.map(|(provider, share)| {
        let refused = if provider == Provider::Gmail {
            habits.refused
        } else {
            0.0
        };
        mailed(chance, habits, (habits.list as f64 * share) as i64, refused)
    });
    let mut all = Tally::default();
    for part in parts {
        all += part;
    }
    let turn = ((day + BEFORE) / habits.every) as usize % habits.hours.len();
    let times = if turn == 0 { habits.first_hour } else { 1.0 };
    let luck = chance.between(0.92, 1.08);
    let send = SendCounts {
        public_id: format!("snd_{day}"),
        title: "News".to_owned(),
        kind: EmailType::Campaign,
        started_at: START + day * DAY_MS,
        hour: habits.hours[turn],
        tally: read(chance, habits, all, [luck * times, luck]),
    };
    let reported = REPORTERS.map(|seen| {
        let mails = (habits.list as f64 * seen) as i64;
        let foreign = chance.some(mails, habits.foreign);
        [
            Share::of(chance.some(mails, habits.unproven), mails),
            Share::of(foreign, foreign),
            Share::of(chance.some(mails, habits.unencrypted), mails),
        ]
    });
    Sent {
        send,
        parts,
        reported,
    }
}

/// One day of an automation.
fn ran(chance: &mut Chance, habits: &Habits) -> Ran {
    let failed = chance.some(habits.runs, habits.fails);
    let mut times = habits.first_design;
    Ran {
        completed: habits.runs - failed,
        failed,
        designs: std::array::from_fn(|_| {
            let luck = chance.between(0.92, 1.08) * times;
            times = 1.0;
            let tally = mailed(chance, habits, habits.runs, 0.0);
            read(chance, habits, tally, [luck, luck])
        }),
    }
}
