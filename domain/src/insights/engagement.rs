//! Whether people open and click, and when and what they do most.

use super::counters::{Counters, DesignCounts, SendCounts};
use super::deliverability::mails;
use super::reading::{Detector, Metric, Metrics, Reading, Severity, Subject, SubjectKind, Text};
use super::stats::{Share, two_proportions};
use super::words::{percent, told};
use crate::sending::send::Tally;
use crate::time::DAY_MS;

/// Younger sends are still being opened.
const RIPE_MS: i64 = 2 * DAY_MS;
const NEWEST: usize = 3;
const BEFORE: usize = 10;
const LESS: f64 = 0.25;
const CHANCE: f64 = 0.01;

const BEST_TIMES: f64 = 1.3;
/// Stricter than where something falls: every day another week is looked at, and among equals one is always a little better.
const BEST_CHANCE: f64 = 0.000_1;
const BEST_LEAST: i64 = 2_000;
const BEST_SENDS: i64 = 5;
/// Of the week that designs are compared by.
const BEST_DAYS: i64 = 5;

/// Of the mails of campaigns, the share whose opens are tracked if anything is to be said of those who open nothing.
const TRACKED: f64 = 0.5;

/// What people do with a mail.
struct Deed {
    detector: Detector,
    least: i64,
    share: fn(&Tally) -> Share,
    /// Whether anybody or anything did it: else nobody counts it, because it is not tracked.
    is_tracked: fn(&Tally) -> bool,
    metric: &'static str,
    text: fn(Share, Share) -> Text,
}

fn opened(tally: &Tally) -> Share {
    Share::of(tally.opened, tally.accepted)
}

fn clicked(tally: &Tally) -> Share {
    Share::of(tally.clicked, tally.accepted)
}

/// Whoever clicks counts as one who opens: only those who did not click show that opens are counted by themselves.
fn tracks_opens(tally: &Tally) -> bool {
    tally.opened > tally.clicked || tally.machine_opens > 0
}

fn tracks_clicks(tally: &Tally) -> bool {
    tally.clicked + tally.machine_clicks > 0
}

pub fn opens_fall(counters: &Counters) -> Vec<Reading> {
    let deed = Deed {
        detector: Detector::OpensFall,
        least: 500,
        share: opened,
        is_tracked: tracks_opens,
        metric: "openRate",
        text: |last, before| {
            Text {
            title: "Fewer people open your campaigns".to_owned(),
            description: format!(
                "People opened {} mails of the last 3 campaigns; of the 10 before it were {}.",
                told(last),
                told(before)
            ),
            recommendation: "Look whether mails still reach the inbox (an inbox-placement test), whether the sender or \
                the kind of subject has changed, and whether you mail more often than before."
                .to_owned(),
        }
        },
    };
    falls(counters, &deed)
}

pub fn clicks_fall(counters: &Counters) -> Vec<Reading> {
    let deed = Deed {
        detector: Detector::ClicksFall,
        least: 1_000,
        share: clicked,
        is_tracked: tracks_clicks,
        metric: "clickRate",
        text: |last, before| {
            Text {
            title: "Fewer people click in your campaigns".to_owned(),
            description: format!(
                "People clicked in {} mails of the last 3 campaigns; of the 10 before it were {}.",
                told(last),
                told(before)
            ),
            recommendation: "Give each mail one clear button near its top, check that its links work, and compare what \
                the last campaigns offered with those before."
                .to_owned(),
        }
        },
    };
    falls(counters, &deed)
}

/// Campaigns that are old enough to be compared, the newest first.
fn ripe(counters: &Counters) -> impl Iterator<Item = &SendCounts> {
    let until = counters.now - RIPE_MS;
    let sends = counters.sends.iter();
    sends.filter(move |send| send.started_at <= until && send.kind.is_marketing())
}

/// Whether it is known of most mails of campaigns who opens them: else those who only read look silent.
pub(super) fn knows_who_opens(counters: &Counters) -> bool {
    let tracked = ripe(counters).map(|send| {
        let all = send.tally.accepted;
        Share::of(if tracks_opens(&send.tally) { all } else { 0 }, all)
    });
    tracked.fold(Share::default(), Share::plus).value() >= TRACKED
}

fn falls(counters: &Counters, deed: &Deed) -> Vec<Reading> {
    let tracked: Vec<&SendCounts> = ripe(counters)
        .filter(|send| (deed.is_tracked)(&send.tally))
        .take(NEWEST + BEFORE)
        .collect();
    if tracked.len() < NEWEST + BEFORE {
        return Vec::new();
    }
    let sum = |sends: &[&SendCounts]| {
        let shares = sends.iter().map(|send| (deed.share)(&send.tally));
        shares.fold(Share::default(), Share::plus)
    };
    let (last, before) = (sum(&tracked[..NEWEST]), sum(&tracked[NEWEST..]));
    if last.all < deed.least || before.all < deed.least || before.some == 0 {
        return Vec::new();
    }
    let less = 1.0 - last.value() / before.value();
    let chance = two_proportions(last, before);
    let brand = &counters.brand;
    vec![Reading {
        detector: deed.detector,
        subject: Subject::new(SubjectKind::Brand, &brand.public_id, &brand.name),
        part: None,
        severity: Severity::Warning,
        strength: less.max(0.0) / LESS,
        chance: Some(chance),
        fires: less >= LESS && chance < CHANCE,
        metrics: Metrics::from([
            (deed.metric.to_owned(), last.into()),
            (format!("{}Before", deed.metric), before.into()),
            ("fall".to_owned(), Metric::number(less.max(0.0))),
        ]),
        text: (deed.text)(last, before),
    }]
}

/// One of several against the rest.
struct Best {
    times: f64,
    chance: f64,
    one: Share,
    rest: Share,
}

/// `tried` says among how many the best was looked for: the best of many is good by chance.
fn better(one: Share, rest: Share, tried: usize) -> Option<Best> {
    if one.all < BEST_LEAST || rest.all < BEST_LEAST {
        return None;
    }
    // Where the rest did nothing at all, one case is what would not have shown.
    let usual = rest.value().max(1.0 / rest.all as f64);
    Some(Best {
        times: one.value() / usual,
        chance: (two_proportions(one, rest) * tried as f64).min(1.0),
        one,
        rest,
    })
}

impl Best {
    fn reading(
        self,
        detector: Detector,
        subject: Subject,
        text: fn(&Self, &str) -> Text,
    ) -> Reading {
        let label = subject.label.clone().unwrap_or_default();
        Reading {
            detector,
            severity: Severity::Opportunity,
            strength: self.times / BEST_TIMES,
            chance: Some(self.chance),
            fires: self.times >= BEST_TIMES && self.chance < BEST_CHANCE,
            metrics: Metrics::from([
                ("rate".to_owned(), self.one.into()),
                ("rateOfRest".to_owned(), self.rest.into()),
                ("times".to_owned(), Metric::number(self.times)),
            ]),
            text: text(&self, &label),
            part: None,
            subject,
        }
    }
}

/// The hour of the day at which campaigns are opened most.
pub fn best_hour(counters: &Counters) -> Vec<Reading> {
    let mut hours = [(0, Share::default()); 24];
    let mut all = (0, Share::default());
    for send in ripe(counters).filter(|send| tracks_opens(&send.tally)) {
        let share = opened(&send.tally);
        let hour = &mut hours[send.hour.rem_euclid(24) as usize];
        *hour = (hour.0 + 1, hour.1.plus(share));
        all = (all.0 + 1, all.1.plus(share));
    }
    let enough = |(_, (sends, share)): &(usize, (i64, Share))| {
        *sends >= BEST_SENDS && share.all >= BEST_LEAST && all.0 - sends >= BEST_SENDS
    };
    let candidates: Vec<_> = hours.into_iter().enumerate().filter(enough).collect();
    let by_rate = |one: &&(usize, (i64, Share)), other: &&(usize, (i64, Share))| {
        one.1.1.value().total_cmp(&other.1.1.value())
    };
    let Some((hour, (sends, share))) = candidates.iter().max_by(by_rate) else {
        return Vec::new();
    };
    let rest = Share::of(all.1.some - share.some, all.1.all - share.all);
    let Some(best) = better(*share, rest, candidates.len()) else {
        return Vec::new();
    };
    let brand = &counters.brand;
    let subject = Subject::new(SubjectKind::Brand, &brand.public_id, &brand.name);
    let mut reading = best.reading(Detector::BestHour, subject, |best, _| Text {
        title: String::new(),
        description: format!(
            "People opened {} mails of them, and {} of those of other hours.",
            told(best.one),
            told(best.rest)
        ),
        recommendation: "Plan the next campaigns for this hour, and see whether it stays so."
            .to_owned(),
    });
    // When another hour is the best, this one is over and the other is told.
    reading.part = Some(hour.to_string().into());
    reading.text.title = format!("Campaigns that start at {hour}:00 are opened more");
    reading.text.description = format!(
        "{sends} campaigns of the last 90 days started between {hour}:00 and {hour}:59. {}",
        reading.text.description
    );
    reading
        .metrics
        .insert("hour".to_owned(), Metric::count(*hour as i64));
    vec![reading]
}

/// The design of automations that is clicked most, among those of its type.
pub fn best_design(counters: &Counters) -> Vec<Reading> {
    let is_counted =
        |design: &&DesignCounts| design.days >= BEST_DAYS && tracks_clicks(&design.tally);
    let counted: Vec<&DesignCounts> = counters.designs.iter().filter(is_counted).collect();
    let mut kinds: Vec<_> = Vec::new();
    for design in &counted {
        if !kinds.contains(&design.kind) {
            kinds.push(design.kind);
        }
    }
    let of_kind = |kind| {
        let same: Vec<_> = counted
            .iter()
            .filter(|design| design.kind == kind)
            .collect();
        let all = same.iter().map(|design| clicked(&design.tally));
        let all = all.fold(Share::default(), Share::plus);
        let enough = same
            .iter()
            .filter(|design| design.tally.accepted >= BEST_LEAST);
        let candidates: Vec<_> = enough.collect();
        let best = candidates.iter().max_by(|one, other| {
            let (one, other) = (clicked(&one.tally), clicked(&other.tally));
            one.value().total_cmp(&other.value())
        })?;
        let one = clicked(&best.tally);
        let rest = Share::of(all.some - one.some, all.all - one.all);
        let found = better(one, rest, candidates.len())?;
        let subject = Subject::new(SubjectKind::Email, &best.design.id, &best.design.name);
        Some(found.reading(Detector::BestDesign, subject, |best, name| Text {
            title: format!("“{name}” is clicked more than your other designs"),
            description: format!(
                "People clicked in {} of its mails in the last 7 days, and in {} of {} of the others of its type.",
                told(best.one),
                percent(best.rest.value()),
                mails(best.rest.all)
            ),
            recommendation: "Look at what it does differently (subject, length, button) and carry it over to the others."
                .to_owned(),
        }))
    };
    kinds.into_iter().filter_map(of_kind).collect()
}
