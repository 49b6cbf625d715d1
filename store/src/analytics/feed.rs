//! Pages of events.

use std::time::Duration;

use postrider_domain::sending::event_feed::{Range, RecipientFilter};
use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;

use super::plan::{OfSend, Plan, Question, race};
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
    /// The number of the last event of the page before.
    pub before: Option<i64>,
    pub limit: usize,
}

/// Newest first. Ends with `Timeout` after two seconds.
pub async fn events(
    tx: &Tx,
    brand: BrandKey,
    query: &FeedQuery,
) -> Result<Vec<EventRecord>, DbError> {
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
    };
    let keys = keys(tx, &question, query).await?;
    read(tx, brand, &keys).await
}

async fn keys(tx: &Tx, question: &Question, query: &FeedQuery) -> Result<Vec<Key>, DbError> {
    let before = query.before.unwrap_or(i64::MAX);
    let Range { from, to } = query.range;
    let on_time = Span {
        low: first_number(from.saturating_sub(EARLY_MS)),
        high: before.min(first_number(to.saturating_add(LATE_MS))),
    };
    let late = Span {
        low: on_time.high.max(on_time.low),
        high: before,
    };
    let late = Plan::new(vec![By::Late], late, query.limit);
    let mut found = race(tx, question, vec![late], query.limit).await?;
    let wanted = query.limit - found.len();
    if wanted > 0 {
        let plans = readings(tx, question).await?;
        let plans = plans.into_iter().map(|by| Plan::new(by, on_time, wanted));
        found.extend(race(tx, question, plans.collect(), wanted).await?);
    }
    Ok(found)
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
    };
    let always = Span {
        low: 0,
        high: i64::MAX,
    };
    let plans = readings(tx, &question).await?.into_iter();
    let plans = plans.map(|by| Plan::new(by, always, limit)).collect();
    let keys = race(tx, &question, plans, limit).await?;
    read(tx, brand, &keys).await
}
