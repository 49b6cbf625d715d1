//! Pages of sends.

use std::time::Duration;

use postrider_domain::sending::send::{SendKind, SendStatus, Tally};
use postrider_domain::tenant::BrandKey;

use super::mail_list::mails;
use super::mails::Mail;
use super::narrow::{ListQuery, Narrow};
use super::record::{SendRecord, select};
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

/// How long a page may take.
const LIMIT: Duration = Duration::from_secs(2);

/// A page of what is not a stream, narrowed by whatever is asked; PostgreSQL learns a parameter's type where it is
/// compared, so `IS NULL` stands behind.
macro_rules! page {
    ($and:literal) => {
        select!(concat!(
            "AND NOT s.is_stream AND s.id < $3 AND s.created_at >= $4 AND s.created_at < $5
            AND (s.kind = $6 OR $6 IS NULL) AND (s.status = $8 OR $8 IS NULL)
            AND (s.email = $9 OR $9 IS NULL) AND (s.automation = $10 OR $10 IS NULL)
            AND (s.audience_run = $11 OR $11 IS NULL) ",
            $and,
            " ORDER BY s.id DESC LIMIT $7"
        ))
    };
}

statements! {
    list NEWEST -> SendRecord = page!("");
    list IN_STATUS -> SendRecord = page!("AND s.status = $8");
    list OF_EMAIL -> SendRecord = page!("AND s.email = $9");
    list OF_AUTOMATION -> SendRecord = page!("AND s.automation = $10");
    // One for each node that mails.
    OF_AUDIENCE_RUN -> SendRecord = page!("AND s.audience_run = $11");
    OF_RUNS -> SendRecord = page!("AND s.id IN (SELECT p.send FROM recipients AS p
        WHERE p.org = $1 AND p.brand = $2 AND p.run {in_ints}($12))");
    STATS -> Stats = "
        SELECT {columns} FROM tallies WHERE org = $1 AND brand = $2 AND send IN {ints}($3)
        GROUP BY send";
}

record! {
    /// What a list shows of the counts of a send.
    struct Stats {
        send: i64 = "send",
        planned: i64 = "CAST(sum(planned) AS BIGINT)",
        accepted: i64 = "CAST(sum(accepted) AS BIGINT)",
        delivered: i64 = "CAST(sum(delivered) AS BIGINT)",
        opened: i64 = "CAST(sum(opened) AS BIGINT)",
        clicked: i64 = "CAST(sum(clicked) AS BIGINT)",
        bounced: i64 = "CAST(sum(bounced) AS BIGINT)",
        complained: i64 = "CAST(sum(complained) AS BIGINT)",
        unsubscribed: i64 = "CAST(sum(unsubscribed) AS BIGINT)",
    }
}

impl Stats {
    fn tally(&self) -> Tally {
        Tally {
            planned: self.planned,
            accepted: self.accepted,
            delivered: self.delivered,
            opened: self.opened,
            clicked: self.clicked,
            bounced: self.bounced,
            complained: self.complained,
            unsubscribed: self.unsubscribed,
            ..Tally::default()
        }
    }
}

/// One row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    Send(Box<SendRecord>),
    /// A mail of a stream, in its place.
    Mail(Box<Mail>),
}

impl Listed {
    pub fn number(&self) -> i64 {
        match self {
            Self::Send(send) => send.id,
            Self::Mail(mail) => mail.number,
        }
    }
}

/// Newest first. Ends with `Timeout` after two seconds: filters together may pass over very many.
pub async fn list(tx: &Tx, brand: BrandKey, query: &ListQuery) -> Result<Vec<Listed>, DbError> {
    tx.end_after(LIMIT).await?;
    let Some(narrow) = Narrow::find(tx, brand, query).await? else {
        return Ok(Vec::new());
    };
    let mut listed = Vec::new();
    if !narrow.is_by_instance {
        let sends = sends(tx, brand, query, &narrow).await?.into_iter();
        listed.extend(sends.map(|send| Listed::Send(Box::new(send))));
    }
    if query.kind != Some(SendKind::Campaign) && narrow.audience_run.is_none() {
        let mails = mails(tx, brand, query, &narrow).await?.into_iter();
        listed.extend(mails.map(|mail| Listed::Mail(Box::new(mail))));
    }
    // Numbers of both grow with time.
    listed.sort_unstable_by_key(|row| std::cmp::Reverse(row.number()));
    listed.truncate(query.limit as usize);
    Ok(listed)
}

async fn sends(
    tx: &Tx,
    brand: BrandKey,
    query: &ListQuery,
    narrow: &Narrow,
) -> Result<Vec<SendRecord>, DbError> {
    let mut values = params![
        brand.org,
        brand.brand,
        query.before.unwrap_or(i64::MAX),
        query.from.unwrap_or(i64::MIN),
        query.to.unwrap_or(i64::MAX),
        query.kind.map(SendKind::as_str),
        query.limit,
        query.status.map(SendStatus::as_str),
        narrow.email,
        narrow.automation,
        narrow.audience_run,
    ]
    .to_vec();
    let query = if let Some(runs) = &narrow.runs {
        values.push(Value::ints(runs.iter().copied()));
        &OF_RUNS
    } else if narrow.audience_run.is_some() {
        &OF_AUDIENCE_RUN
    } else if narrow.automation.is_some() {
        &OF_AUTOMATION
    } else if narrow.email.is_some() {
        &OF_EMAIL
    } else if query.status.is_some() {
        &IN_STATUS
    } else {
        &NEWEST
    };
    tx.all(query, values).await
}

/// What became of some sends, by number: of each only what a list shows. One without a count yet is left out.
pub async fn stats(
    tx: &Tx,
    brand: BrandKey,
    sends: impl IntoIterator<Item = i64>,
) -> Result<Vec<(i64, Tally)>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(sends)];
    let stats = tx.all(&STATS, values).await?;
    let of_each = stats.iter().map(|stats| (stats.send, stats.tally()));
    Ok(of_each.collect())
}
