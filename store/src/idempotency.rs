//! Claims on idempotency keys and the answers that are kept for replays.
//!
//! A claim without an answer is somebody's work in progress. It belongs to the holder of its fence
//! until its lease ends; whoever takes it over then brings a new fence, and the first holder's late
//! answer is refused.

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

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
        UPDATE idempotency_keys SET status = $4, body = $5, cost = $6, lease_until = NULL
        WHERE org = $1 AND key = $2 AND fence = $3 AND status IS NULL";
    RELEASE = "
        DELETE FROM idempotency_keys
        WHERE org = $1 AND key = $2 AND fence = $3 AND status IS NULL";
    PURGE_EXPIRED = "
        DELETE FROM idempotency_keys WHERE (org, key) IN (
            SELECT org, key FROM idempotency_keys WHERE expires_at <= $1
            ORDER BY expires_at LIMIT $2 {skip_locked})";
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
    pub body: Vec<u8>,
    pub cost: Option<i64>,
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

/// Stores the answer. `false`: the claim is no longer the fence's, and nothing was written.
pub async fn finish(
    tx: &Tx,
    org: i64,
    key: &str,
    fence: i64,
    answer: &StoredAnswer,
) -> Result<bool, DbError> {
    let values = params![
        org,
        key,
        fence,
        i64::from(answer.status),
        answer.body.as_slice(),
        answer.cost,
    ];
    Ok(tx.execute(&FINISH, values).await? == 1)
}

/// Frees the key of work that had no effect; an answer and another's claim stay.
pub async fn release(tx: &Tx, org: i64, key: &str, fence: i64) -> Result<(), DbError> {
    tx.execute(&RELEASE, params![org, key, fence]).await?;
    Ok(())
}

/// Deletes at most `limit` expired keys, so that no delete holds the writer for long.
pub async fn purge_expired(tx: &Tx, now: i64, limit: i64) -> Result<u64, DbError> {
    tx.execute(&PURGE_EXPIRED, params![now, limit]).await
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
        body: Vec<u8> = "body",
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
            body: answer.body,
            cost: answer.cost,
        }))
    }
}
