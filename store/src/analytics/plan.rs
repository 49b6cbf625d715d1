//! Readings that together hold every event of a question, merged and asked for the rest of it.

use std::cmp::Reverse;
use std::collections::HashMap;

use postrider_domain::sending::event_feed::Range;
use postrider_domain::tenant::BrandKey;

use super::recipients::Recipients;
use super::source::{By, Key, Source, Span};
use crate::db::{DbError, Tx, time_of_number};
use crate::delivery::mailboxes;
use crate::sends::Mail;

/// Whose mail an event is about, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfSend {
    Any,
    Send(i64),
    /// One mail of a stream, and the run that it belongs to.
    Mail {
        send: i64,
        ordinal: i64,
        run: i64,
    },
}

impl From<&Mail> for OfSend {
    fn from(mail: &Mail) -> Self {
        Self::Mail {
            send: mail.send,
            ordinal: mail.ordinal,
            // No run has this number: whoever lost theirs has no events.
            run: mail.run.unwrap_or(0),
        }
    }
}

impl OfSend {
    fn holds(self, key: &Key) -> bool {
        match self {
            Self::Any => true,
            Self::Send(send) => key.send == Some(send),
            Self::Mail { send, ordinal, .. } => {
                (key.send, key.ordinal) == (Some(send), Some(ordinal))
            }
        }
    }
}

/// What an event has to be, whatever index led to it.
pub(super) struct Question {
    pub(super) brand: BrandKey,
    pub(super) range: Option<Range>,
    /// By their numbers; none means all.
    pub(super) types: Vec<i64>,
    pub(super) of: OfSend,
    pub(super) automation: Option<i64>,
    pub(super) run: Option<i64>,
    pub(super) include: Option<Recipients>,
    pub(super) exclude: Recipients,
    /// Happened earlier than this; at the same time, has a lower number.
    pub(super) before: Option<(i64, i64)>,
}

impl Question {
    fn is_met(&self, key: &Key, emails: &HashMap<i64, String>) -> bool {
        let fits = |wanted: Option<i64>, is: Option<i64>| wanted.is_none() || wanted == is;
        self.range.is_none_or(|range| range.holds(key.occurred_at))
            && self.before.is_none_or(|before| key.place() < before)
            && (self.types.is_empty() || self.types.contains(&key.kind))
            && self.of.holds(key)
            && fits(self.automation, key.automation)
            && fits(self.run, key.run)
            && self.include.as_ref().is_none_or(|of| of.hold(key, emails))
            && !self.exclude.hold(key, emails)
    }

    async fn met(&self, tx: &Tx, keys: Vec<Key>) -> Result<Vec<Key>, DbError> {
        let included = self.include.as_ref();
        let by_address =
            self.exclude.ask_addresses() || included.is_some_and(Recipients::ask_addresses);
        let emails = if by_address {
            mailboxes::addresses(tx, self.brand, keys.iter().filter_map(|key| key.contact)).await?
        } else {
            HashMap::new()
        };
        let met = keys.into_iter().filter(|key| self.is_met(key, &emails));
        Ok(met.collect())
    }
}

/// An event may have happened so much later than its number says: numbers and times are of several clocks.
const CLOCKS_DIFFER_MS: i64 = 2_000;
/// Events that are read in one turn: what is wanted first, more if most are passed over.
const LONGEST_TURN: usize = 4096;

/// When what was read is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Of the events, those with the highest numbers.
    ByNumber,
    /// Of those that were written on time, the ones that happened last.
    ByTime,
}

/// What was found, and the number down to which all was read.
pub(super) struct Reading {
    pub(super) found: Vec<Key>,
    pub(super) to: i64,
}

pub(super) struct Plan {
    sources: Vec<Source>,
    turn: usize,
    found: Vec<Key>,
    read_to: i64,
}

impl Plan {
    pub(super) fn new(by: Vec<By>, span: Span, wanted: usize) -> Self {
        let source = |by| Source::new(by, span, wanted as i64);
        Self {
            sources: by.into_iter().map(source).collect(),
            turn: wanted,
            found: Vec::new(),
            read_to: span.high,
        }
    }

    /// Reads on for one turn. Whether the plan has found what is wanted, or all there is.
    async fn advance(
        &mut self,
        tx: &Tx,
        question: &Question,
        wanted: usize,
        order: Order,
    ) -> Result<bool, DbError> {
        let mut read = Vec::new();
        let mut is_over = false;
        while read.len() < self.turn {
            let Some(next) = self.next(tx, question.brand).await? else {
                is_over = true;
                break;
            };
            read.push(next);
        }
        self.turn = (self.turn * 2).min(LONGEST_TURN.max(self.turn));
        self.read_to = read.last().map_or(self.read_to, |last: &Key| last.id);
        let met = question.met(tx, read).await?.into_iter();
        Ok(match order {
            Order::ByNumber => {
                self.found.extend(met);
                is_over || self.found.len() >= wanted
            }
            Order::ByTime => {
                self.found.extend(met.filter(|key| !key.is_late()));
                is_over || self.is_settled(wanted)
            }
        })
    }

    /// Whether nobody who has not been read yet can have happened after the last of those wanted.
    fn is_settled(&self, wanted: usize) -> bool {
        let mut times: Vec<i64> = self.found.iter().map(|key| key.occurred_at).collect();
        let Some(last) = wanted.checked_sub(1).filter(|last| *last < times.len()) else {
            return false;
        };
        let (_, last, _) = times.select_nth_unstable_by_key(last, |at| Reverse(*at));
        time_of_number(self.read_to) + CLOCKS_DIFFER_MS < *last
    }

    /// All there is.
    pub(super) async fn all(mut self, tx: &Tx, question: &Question) -> Result<Vec<Key>, DbError> {
        let all = usize::MAX;
        while !self.advance(tx, question, all, Order::ByNumber).await? {}
        Ok(self.found)
    }

    /// The newest of what the sources have. One event may be in several, and is told once.
    async fn next(&mut self, tx: &Tx, brand: BrandKey) -> Result<Option<Key>, DbError> {
        let mut newest = None;
        for source in &mut self.sources {
            newest = newest.max(source.head(tx, brand).await?);
        }
        let Some(id) = newest else { return Ok(None) };
        let taken = self.sources.iter_mut().filter_map(|source| source.take(id));
        Ok(taken.last())
    }
}

/// Plans of one question take turns until one has what is wanted.
pub(super) async fn race(
    tx: &Tx,
    question: &Question,
    mut plans: Vec<Plan>,
    wanted: usize,
    order: Order,
) -> Result<Reading, DbError> {
    loop {
        for plan in &mut plans {
            if plan.advance(tx, question, wanted, order).await? {
                let mut found = std::mem::take(&mut plan.found);
                if order == Order::ByNumber {
                    found.truncate(wanted);
                }
                return Ok(Reading {
                    found,
                    to: plan.read_to,
                });
            }
        }
    }
}
