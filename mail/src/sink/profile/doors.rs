//! Who is let in, and who is told to come back: what a provider does when a recipient is named.

use std::collections::HashMap;

use super::{Ending, Fate, First, Profile, Receiver, Trait, wording};
use crate::sink::figures::{Figures, ProfileReport};
use crate::sink::hash::Unhashed;
use crate::sink::recipient::Addressee;

/// A rate is messages within this time.
const WINDOW_MS: i64 = 1000;

/// What is answered to a recipient, as lines without their ends.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::sink) enum RecipientAnswer {
    Taken,
    PutOff(Vec<String>),
    TurnedAway(Vec<String>),
    /// And the connection is closed.
    Throttled(Vec<String>),
}

#[derive(Clone, Copy, Default)]
struct Seen {
    /// When it was first put off.
    put_off_at: Option<i64>,
    /// It bounced, complained or unsubscribed: whoever writes again has not listened.
    has_left: bool,
}

#[derive(Default)]
struct Window {
    began_at: i64,
    messages: f64,
}

/// The memory of all providers: a few bytes for each recipient.
#[derive(Default)]
pub(in crate::sink) struct Doors {
    seen: HashMap<u64, Seen, Unhashed>,
    windows: HashMap<Receiver, Window>,
}

impl Doors {
    pub(in crate::sink) fn judge(
        &mut self,
        profile: &Profile,
        seed: u64,
        to: &Addressee,
        now: i64,
        report: &mut ProfileReport,
    ) -> RecipientAnswer {
        let fate = profile.fate(seed, &to.address);
        if !self.seen.contains_key(&to.hash) {
            report.recipients += 1;
            plan_arrival(&mut report.planned, &fate);
        }
        let known = self.seen.entry(to.hash).or_default();
        let lines = |reply: wording::Reply| wording::lines(profile.receiver, reply, &to.address);
        let window = self.windows.entry(profile.receiver).or_default();
        if window.is_full(now, profile.number(Trait::Rate)) {
            report.done.throttled += 1;
            return RecipientAnswer::Throttled(lines(wording::Reply::Throttled));
        }
        let wait = match fate.first {
            First::Taken => None,
            First::Greylisted => Some((profile.wait_ms(), wording::Reply::Greylisted)),
            First::Full => Some((2 * profile.wait_ms(), wording::Reply::Full)),
        };
        if let Some((wait, reply)) = wait {
            if known.put_off_at.is_none() {
                match fate.first {
                    First::Full => report.done.full += 1,
                    _ => report.done.greylisted += 1,
                }
            }
            let since = *known.put_off_at.get_or_insert(now);
            if now - since < wait || now == since {
                return RecipientAnswer::PutOff(lines(reply));
            }
        }
        report.again += u64::from(known.has_left);
        if fate.ending == Ending::Unknown {
            report.done.hard_bounced += u64::from(!known.has_left);
            known.has_left = true;
            return RecipientAnswer::TurnedAway(lines(wording::Reply::Unknown));
        }
        RecipientAnswer::Taken
    }

    /// Somebody who told the sender to stop.
    pub(in crate::sink) fn leave(&mut self, recipient: u64) {
        self.seen.entry(recipient).or_default().has_left = true;
    }
}

impl Window {
    fn is_full(&mut self, now: i64, rate: f64) -> bool {
        if !(self.began_at..self.began_at + WINDOW_MS).contains(&now) {
            *self = Self {
                began_at: now,
                messages: 0.0,
            };
        }
        let is_full = self.messages >= rate;
        if !is_full {
            self.messages += 1.0;
        }
        is_full
    }
}

/// Somebody was named for the first time.
fn plan_arrival(planned: &mut Figures, fate: &Fate) {
    match fate.first {
        First::Greylisted => planned.greylisted += 1,
        First::Full => planned.full += 1,
        First::Taken => {}
    }
    if fate.ending == Ending::Unknown {
        planned.hard_bounced += 1;
    } else {
        planned.accepted += 1;
    }
}
