//! Claims on idempotency keys and the answers that are kept for replays.
//!
//! A claim without an answer is somebody's work in progress. It belongs to the holder of its fence
//! until its lease ends; whoever takes it over then brings a new fence, and the first holder's late
//! answer is refused.
//!
//! Clients put a key on every request, and some answers are long: those of an organization are kept whole only up to a
//! sum. What is over it is known to have been answered, and with what status, and nothing else.

use std::collections::BTreeMap;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// Answers up to so many bytes are not counted: there are many of them, and how many is bounded by rate limits.
const SMALL: usize = 1 << 10;

statements! {
    LOOK -> Stands = "
        SELECT {columns} FROM idempotency_keys WHERE org = $1 AND key = $2";
    // On PostgreSQL a twin waits here until the first transaction has ended.
    CLAIM -> (i64,) = "
        INSERT INTO idempotency_keys (org, key, fingerprint, fence, lease_until, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (org, key) DO UPDATE SET
            fingerprint = excluded.fingerprint, fence = excluded.fence,
            lease_until = excluded.lease_until, expires_at = excluded.expires_at,
            status = NULL, body = NULL, cost = NULL
        WHERE idempotency_keys.expires_at <= $7
           OR (idempotency_keys.status IS NULL AND idempotency_keys.lease_until <= $7)
        RETURNING fence";
    FINISH = "
        UPDATE idempotency_keys SET status = $4, body = $5, cost = $6, lease_until = NULL,
            kept = $7, counted = counted + $8
        WHERE org = $1 AND key = $2 AND fence = $3 AND status IS NULL";
    EXTEND = "
        UPDATE idempotency_keys SET lease_until = $4
        WHERE org = $1 AND key = $2 AND fence = $3 AND status IS NULL";
    RELEASE -> Counted = "
        DELETE FROM idempotency_keys
        WHERE org = $1 AND key = $2 AND fence = $3 AND status IS NULL
        RETURNING {columns}";
    // A subquery in the condition may run more than once on PostgreSQL, and lock others each time.
    PURGE_EXPIRED -> Counted = "
        WITH expired AS MATERIALIZED (
            SELECT org, key FROM idempotency_keys WHERE expires_at <= $1
            ORDER BY expires_at LIMIT $2 {skip_locked})
        DELETE FROM idempotency_keys WHERE (org, key) IN (SELECT org, key FROM expired)
        RETURNING {columns}";
    // Nothing is changed where the sum would be too large.
    COUNT_IN = "
        INSERT INTO kept_answers (org, bytes) VALUES ($1, $2)
        ON CONFLICT (org) DO UPDATE SET bytes = kept_answers.bytes + excluded.bytes
        WHERE kept_answers.bytes + excluded.bytes <= $3";
    bulk(org: Int, bytes: Int) COUNT_OUT = "
        UPDATE kept_answers SET bytes = kept_answers.bytes - r.bytes FROM {rows} AS r
        WHERE kept_answers.org = r.org";
}

#[derive(Clone, Copy, Debug)]
pub struct NewClaim<'a> {
    pub org: i64,
    pub key: &'a str,
    /// Of the request that the key stands for.
    pub fingerprint: &'a [u8],
    /// The claimer's own number, never used twice.
    pub fence: i64,
    pub lease_until: i64,
    pub expires_at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    pub status: u16,
    pub body: KeptBody,
    pub cost: Option<i64>,
}

/// What is kept of an answer's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptBody {
    Whole(Vec<u8>),
    /// Nothing, because the request changed nothing: whoever asks again is answered anew.
    Anew,
    /// Nothing, because the organization has so much already.
    Dropped,
}

impl KeptBody {
    const fn as_str(&self) -> &'static str {
        match self {
            Self::Whole(_) => "whole",
            Self::Anew => "anew",
            Self::Dropped => "dropped",
        }
    }

    fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Whole(bytes) => Some(bytes),
            Self::Anew | Self::Dropped => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// Nobody has the key; after [`claim`] it is the caller's.
    Free,
    /// The first request is at it.
    Running,
    /// The key stands for another request.
    Conflict,
    Done(StoredAnswer),
}

/// What stands under a key, without taking it.
pub async fn look(
    tx: &Tx,
    org: i64,
    key: &str,
    fingerprint: &[u8],
    now: i64,
) -> Result<KeyState, DbError> {
    match tx.one(&LOOK, params![org, key]).await? {
        Some(stands) => stands.found(fingerprint, now),
        None => Ok(KeyState::Free),
    }
}

/// Takes a key that is free, expired or whose holder's lease has ended.
pub async fn claim(tx: &Tx, new: &NewClaim<'_>, now: i64) -> Result<KeyState, DbError> {
    let values = params![
        new.org,
        new.key,
        new.fingerprint,
        new.fence,
        new.lease_until,
        new.expires_at,
        now,
    ];
    if tx.value(&CLAIM, values).await?.is_some() {
        return Ok(KeyState::Free);
    }
    Ok(
        match look(tx, new.org, new.key, new.fingerprint, now).await? {
            // It was not ours a moment ago: whatever became of it, the caller has to look again.
            KeyState::Free => KeyState::Running,
            other => other,
        },
    )
}

/// Stores the answer, whole only if the organization's are not more than `most` bytes with it. `false`: the claim is no
/// longer the fence's, and nothing was written.
pub async fn finish(
    tx: &Tx,
    org: i64,
    key: &str,
    fence: i64,
    answer: StoredAnswer,
    most: u64,
) -> Result<bool, DbError> {
    let length = answer.body.bytes().map_or(0, <[u8]>::len);
    let mut counted = if length > SMALL { length as i64 } else { 0 };
    let mut body = answer.body;
    if counted > 0 && !count_in(tx, org, counted, most).await? {
        (body, counted) = (KeptBody::Dropped, 0);
    }
    let values = params![
        org,
        key,
        fence,
        i64::from(answer.status),
        body.bytes(),
        answer.cost,
        body.as_str(),
        counted,
    ];
    Ok(tx.execute(&FINISH, values).await? == 1)
}

/// Whether there was room for it.
async fn count_in(tx: &Tx, org: i64, bytes: i64, most: u64) -> Result<bool, DbError> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    if bytes > most {
        return Ok(false);
    }
    Ok(tx.execute(&COUNT_IN, params![org, bytes, most]).await? == 1)
}

async fn count_out(tx: &Tx, gone: &[Counted]) -> Result<(), DbError> {
    let mut sums = BTreeMap::new();
    for gone in gone.iter().filter(|gone| gone.counted > 0) {
        *sums.entry(gone.org).or_insert(0) += gone.counted;
    }
    if sums.is_empty() {
        return Ok(());
    }
    let rows = sums
        .into_iter()
        .map(|(org, bytes): (i64, i64)| params![org, bytes].into());
    tx.bulk(&COUNT_OUT, rows.collect()).await?;
    Ok(())
}

/// The holder of the fence works on it until then; what is no longer its own stays as it is.
pub async fn extend(
    tx: &Tx,
    org: i64,
    key: &str,
    fence: i64,
    lease_until: i64,
) -> Result<(), DbError> {
    tx.execute(&EXTEND, params![org, key, fence, lease_until])
        .await?;
    Ok(())
}

/// Frees the key of work that had no effect; an answer and another's claim stay.
pub async fn release(tx: &Tx, org: i64, key: &str, fence: i64) -> Result<(), DbError> {
    let released = tx.all(&RELEASE, params![org, key, fence]).await?;
    count_out(tx, &released).await
}

/// Deletes at most `limit` expired keys, so that no delete holds the writer for long.
pub async fn purge_expired(tx: &Tx, now: i64, limit: i64) -> Result<u64, DbError> {
    let purged = tx.all(&PURGE_EXPIRED, params![now, limit]).await?;
    count_out(tx, &purged).await?;
    Ok(purged.len() as u64)
}

record! {
    /// A key that is gone, and what it had in the organization's sum.
    struct Counted {
        org: i64 = "org",
        counted: i64 = "counted",
    }
}

record! {
    /// What stands under a key.
    struct Stands {
        fingerprint: Vec<u8> = "fingerprint",
        lease_until: Option<i64> = "lease_until",
        expires_at: i64 = "expires_at",
        answer: Option<AnswerRow> = ..,
    }
}

record! {
    struct AnswerRow {
        status: i64 = "status",
        kept: String = "kept",
        body: Option<Vec<u8>> = "body",
        cost: Option<i64> = "cost",
    }
}

impl Stands {
    fn found(self, fingerprint: &[u8], now: i64) -> Result<KeyState, DbError> {
        let abandoned = self.answer.is_none() && self.lease_until.is_some_and(|lease| lease <= now);
        if abandoned || self.expires_at <= now {
            return Ok(KeyState::Free);
        }
        if self.fingerprint != fingerprint {
            return Ok(KeyState::Conflict);
        }
        let Some(answer) = self.answer else {
            return Ok(KeyState::Running);
        };
        let malformed = |_| DbError::Other("a stored answer has no HTTP status".into());
        Ok(KeyState::Done(StoredAnswer {
            status: u16::try_from(answer.status).map_err(malformed)?,
            body: match (answer.kept.as_str(), answer.body) {
                ("whole", Some(body)) => KeptBody::Whole(body),
                ("anew", _) => KeptBody::Anew,
                _ => KeptBody::Dropped,
            },
            cost: answer.cost,
        }))
    }
}
