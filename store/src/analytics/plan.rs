//! Readings that together hold every event of a question, merged and asked for the rest of it.

use std::collections::HashMap;

use postrider_domain::sending::event_feed::Range;
use postrider_domain::tenant::BrandKey;

use super::recipients::Recipients;
use super::source::{By, Key, Source, Span};
use crate::db::{DbError, Tx};
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
}

impl Question {
    fn is_met(&self, key: &Key, emails: &HashMap<i64, String>) -> bool {
        let fits = |wanted: Option<i64>, is: Option<i64>| wanted.is_none() || wanted == is;
        self.range.is_none_or(|range| range.holds(key.occurred_at))
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

/// Events that are read in one turn: what is wanted first, more if most are passed over.
const LONGEST_TURN: usize = 4096;

pub(super) struct Plan {
    sources: Vec<Source>,
    turn: usize,
    found: Vec<Key>,
}

impl Plan {
    pub(super) fn new(by: Vec<By>, span: Span, wanted: usize) -> Self {
        let source = |by| Source::new(by, span, wanted as i64);
        Self {
            sources: by.into_iter().map(source).collect(),
            turn: wanted,
            found: Vec::new(),
        }
    }

    /// Reads on for one turn. Whether the plan has found what is wanted, or all there is.
    async fn advance(
        &mut self,
        tx: &Tx,
        question: &Question,
        wanted: usize,
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
        self.found.extend(question.met(tx, read).await?);
        Ok(is_over || self.found.len() >= wanted)
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
) -> Result<Vec<Key>, DbError> {
    loop {
        for plan in &mut plans {
            if plan.advance(tx, question, wanted).await? {
                let mut found = std::mem::take(&mut plan.found);
                found.truncate(wanted);
                return Ok(found);
            }
        }
    }
}
