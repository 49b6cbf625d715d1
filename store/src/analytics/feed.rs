//! Pages of events.

use std::collections::HashMap;
use std::time::Duration;

use postrider_domain::sending::event_feed::{Range, RecipientFilter};
use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;

use super::plan::{OfSend, Order, Plan, Question, race};
use super::recipients::Recipients;
use super::record::{EventRecord, read};
use super::source::{By, Key, LATE_MS, Span, types_of_send};
use crate::db::{DbError, Tx, first_number};

/// Clocks of several processes agree better than that.
const EARLY_MS: i64 = 5 * 60 * 1000;
/// How long a page may take.
const LIMIT: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub struct FeedQuery {
    pub range: Range,
    /// None means all.
    pub types: Vec<EventType>,
    pub of: OfSend,
    pub automation: Option<i64>,
    pub run: Option<i64>,
    pub recipient: RecipientFilter,
    /// Where the page before ended.
    pub before: Option<FeedPosition>,
    pub limit: usize,
}

/// Where a page ends: behind its last event, in the order of the times that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedPosition {
    pub occurred_at: i64,
    pub id: i64,
    /// Whatever was written on time with this number or a higher one has been told.
    pub told_from: i64,
}

/// An event, and where a page ends that ends with it.
#[derive(Clone, Debug)]
pub struct FeedEvent {
    pub record: EventRecord,
    pub position: FeedPosition,
}

/// The newest first, by when they happened. Ends with `Timeout` after two seconds.
pub async fn events(
    tx: &Tx,
    brand: BrandKey,
    query: &FeedQuery,
) -> Result<Vec<FeedEvent>, DbError> {
    tx.end_after(LIMIT).await?;
    let include = match query.recipient.include.as_slice() {
        [] => None,
        terms => Some(Recipients::find(tx, brand, terms).await?),
    };
    let question = Question {
        brand,
        range: Some(query.range),
        types: query.types.iter().map(|kind| kind.code()).collect(),
        of: query.of,
        automation: query.automation,
        run: query.run,
        include,
        exclude: Recipients::find(tx, brand, &query.recipient.exclude).await?,
        before: query.before.map(|before| (before.occurred_at, before.id)),
    };
    let keys = keys(tx, &question, query).await?;
    let told: HashMap<i64, i64> = keys.iter().map(|(key, told)| (key.id, *told)).collect();
    let keys: Vec<Key> = keys.into_iter().map(|(key, _)| key).collect();
    let event = |record: EventRecord| FeedEvent {
        position: FeedPosition {
            occurred_at: record.occurred_at,
            id: record.id,
            told_from: told.get(&record.id).copied().unwrap_or(i64::MAX),
        },
        record,
    };
    let records = read(tx, brand, &keys).await?;
    Ok(records.into_iter().map(event).collect())
}

/// Each with the number from which on all that was written on time is told, once it is.
///
/// Numbers grow as events are written, and nearly all are written within seconds: those are read along their numbers until
/// nobody behind can belong before them. The few that came later are read by themselves.
async fn keys(tx: &Tx, question: &Question, query: &FeedQuery) -> Result<Vec<(Key, i64)>, DbError> {
    let (Range { from, to }, wanted) = (query.range, query.limit);
    let late = Span {
        low: first_number(from),
        high: i64::MAX,
    };
    let late = Plan::new(vec![By::Late], late, wanted);
    let late = late.all(tx, question).await?;
    let told_from = query.before.map_or(i64::MAX, |before| before.told_from);
    let on_time = Span {
        low: first_number(from.saturating_sub(EARLY_MS)),
        high: told_from.min(first_number(to.saturating_add(LATE_MS))),
    };
    let plans = readings(tx, question).await?;
    let plans = plans.into_iter().map(|by| Plan::new(by, on_time, wanted));
    let read = race(tx, question, plans.collect(), wanted, Order::ByTime).await?;
    let mut found = [late, read.found].concat();
    found.sort_unstable_by_key(Key::place);
    let mut told_from = read.to;
    let mut told = Vec::with_capacity(found.len());
    // The oldest first: what is not told yet when a page ends are those before it here.
    for key in found {
        told.push((key, told_from));
        if !key.is_late() {
            told_from = told_from.max(key.id + 1);
        }
    }
    told.reverse();
    told.truncate(wanted);
    Ok(told)
}

/// For each index that leads to all events of the question, the readings along it.
async fn readings(tx: &Tx, question: &Question) -> Result<Vec<Vec<By>>, DbError> {
    if let OfSend::Mail { run, .. } = question.of {
        return Ok(vec![vec![By::Run(run)]]);
    }
    if let Some(run) = question.run {
        return Ok(vec![vec![By::Run(run)]]);
    }
    let mut plans = Vec::new();
    if let Some(include) = &question.include {
        plans.extend(include.readings());
        if include.are_few() {
            return Ok(plans);
        }
    }
    if let OfSend::Send(send) = question.of {
        plans.push(of_send(tx, question.brand, send, &question.types).await?);
    } else if let Some(automation) = question.automation {
        plans.push(vec![By::Automation(automation)]);
    } else if !question.types.is_empty() {
        plans.push(question.types.iter().copied().map(By::Type).collect());
    }
    if plans.is_empty() {
        plans.push(vec![By::Time]);
    }
    Ok(plans)
}

async fn of_send(tx: &Tx, brand: BrandKey, send: i64, types: &[i64]) -> Result<Vec<By>, DbError> {
    let types = match types {
        [] => types_of_send(tx, brand, send).await?,
        some => some.to_vec(),
    };
    let of_type = |kind| By::Send { send, kind };
    Ok(types.into_iter().map(of_type).collect())
}

/// What happened to the recipients of a send, newest first.
pub async fn newest_of_send(
    tx: &Tx,
    brand: BrandKey,
    of: OfSend,
    limit: usize,
) -> Result<Vec<EventRecord>, DbError> {
    let question = Question {
        brand,
        range: None,
        types: Vec::new(),
        of,
        automation: None,
        run: None,
        include: None,
        exclude: Recipients::default(),
        before: None,
    };
    let always = Span {
        low: 0,
        high: i64::MAX,
    };
    let plans = readings(tx, &question).await?.into_iter();
    let plans = plans.map(|by| Plan::new(by, always, limit)).collect();
    let read_keys = race(tx, &question, plans, limit, Order::ByNumber).await?;
    read(tx, brand, &read_keys.found).await
}
