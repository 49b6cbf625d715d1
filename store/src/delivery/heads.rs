//! Where each running send stands: the few rows that the dispatcher walks instead of a queue of everybody.

use postrider_domain::numbers::Millis;
use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_domain::tenant::BrandKey;

use super::lines;
use crate::db::{DbError, Tx};
use crate::sends;
use crate::tenants::brand_is_stopped;
use crate::{params, record, statements};

statements! {
    OPEN = "
        INSERT INTO heads (org, brand, send, lane, next_ordinal) VALUES ($1, $2, $3, $4, 1)
        ON CONFLICT (org, brand, send) DO NOTHING";
    REOPEN = "
        INSERT INTO heads (org, brand, send, lane, next_ordinal) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (org, brand, send) DO NOTHING";
    // Streams of versions that nothing starts any more, with nobody to mail.
    IDLE -> HeadKey = "
        SELECT {columns} FROM heads AS h
        JOIN sends AS s ON s.org = h.org AND s.brand = h.brand AND s.id = h.send
        LEFT JOIN automations AS a ON a.org = s.org AND a.brand = s.brand AND a.id = s.automation
            AND a.published AND a.live = s.automation_version
        WHERE s.is_stream AND a.id IS NULL AND h.next_ordinal > s.last_ordinal AND NOT EXISTS (
            SELECT 1 FROM recipients AS r
            WHERE r.org = h.org AND r.brand = h.brand AND r.send = h.send AND r.due_at IS NOT NULL)
        ORDER BY h.org, h.brand, h.send LIMIT $1";
    CLOSE_IDLE = "
        DELETE FROM heads WHERE org = $1 AND brand = $2 AND send = $3
            AND next_ordinal > (SELECT s.last_ordinal FROM sends AS s WHERE s.org = $1 AND s.brand = $2 AND s.id = $3)
            AND NOT EXISTS (SELECT 1 FROM claims AS c WHERE c.org = $1 AND c.brand = $2 AND c.send = $3)
            AND NOT EXISTS (SELECT 1 FROM lines AS l WHERE l.org = $1 AND l.brand = $2 AND l.send = $3)
            AND NOT EXISTS (SELECT 1 FROM recipients AS r
                WHERE r.org = $1 AND r.brand = $2 AND r.send = $3 AND r.due_at IS NOT NULL)";
    // A send whose domain can no longer be sent from is shown too: somebody has to stop it. What is due is the first of its
    // index: `EXISTS` reads all recipients on PostgreSQL while it has no statistics.
    WITH_WORK -> StoredWork = concat!(
        "SELECT {columns} FROM heads AS h
        JOIN sends AS s ON s.org = h.org AND s.brand = h.brand AND s.id = h.send
        LEFT JOIN domains AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.domain
        WHERE s.status = 'running' AND (h.next_ordinal <= s.last_ordinal OR (
            SELECT min(r.due_at) FROM recipients AS r
            WHERE r.org = h.org AND r.brand = h.brand AND r.send = h.send AND r.due_at IS NOT NULL) <= $1)
            AND NOT ",
        brand_is_stopped!("h.org", "h.brand"),
        " ORDER BY h.lane, CASE WHEN h.send > $2 THEN 0 ELSE 1 END, h.send LIMIT $3"
    );
    // Only what is busy right now has a line.
    IN_LINES -> InLine = concat!(
        "SELECT {columns} FROM lines AS l
        JOIN heads AS h ON h.org = l.org AND h.brand = l.brand AND h.send = l.send
        JOIN sends AS s ON s.org = h.org AND s.brand = h.brand AND s.id = h.send
        LEFT JOIN domains AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.domain
        WHERE s.status = 'running' AND NOT ",
        brand_is_stopped!("h.org", "h.brand"),
        " ORDER BY h.lane, CASE WHEN l.site > $1 THEN 0 ELSE 1 END, l.site, l.send LIMIT $2"
    );
    // Whoever else takes from it right now has it.
    LOCK -> (i64,) = "
        SELECT next_ordinal FROM heads WHERE org = $1 AND brand = $2 AND send = $3 {skip_locked}";
    // Whoever takes from it right now ends first.
    WAIT -> (i64,) = "
        SELECT next_ordinal FROM heads WHERE org = $1 AND brand = $2 AND send = $3 {for_update}";
    ADVANCE = "
        UPDATE heads SET next_ordinal = $4 WHERE org = $1 AND brand = $2 AND send = $3";
    CLOSE = "DELETE FROM heads WHERE org = $1 AND brand = $2 AND send = $3";
    // All were taken once, and none is to come.
    EXHAUSTED -> (i64,) = "
        SELECT 1 FROM sends AS s
        JOIN heads AS h ON h.org = s.org AND h.brand = s.brand AND h.send = s.id
        WHERE s.org = $1 AND s.brand = $2 AND s.id = $3 AND s.status = 'running' AND s.frozen
            AND h.next_ordinal > s.last_ordinal";
    ALL_EXHAUSTED -> HeadKey = "
        SELECT {columns} FROM heads AS h
        JOIN sends AS s ON s.org = h.org AND s.brand = h.brand AND s.id = h.send
        WHERE s.status = 'running' AND s.frozen AND h.next_ordinal > s.last_ordinal
        ORDER BY h.org, h.brand, h.send LIMIT $1";
}

record! {
    struct HeadKey {
        org: i64 = "h.org",
        brand: i64 = "h.brand",
        send: i64 = "h.send",
    }
}

record! {
    struct StoredHead {
        key: HeadKey = ..,
        domain_status: Option<DomainStatus> = "d.status",
        is_sandbox: Option<bool> = "d.sandbox",
        /// Nothing of what runs add to.
        running_since: Option<i64> = "CASE WHEN s.automation IS NULL THEN s.updated_at END",
        is_transactional: bool = "s.is_transactional",
    }
}

record! {
    struct StoredWork {
        head: StoredHead = ..,
        last_ordinal: i64 = "s.last_ordinal",
        has_due: bool = "
            COALESCE((SELECT min(r.due_at) FROM recipients AS r
                WHERE r.org = h.org AND r.brand = h.brand AND r.send = h.send AND r.due_at IS NOT NULL) <= $1, FALSE)",
    }
}

record! {
    struct InLine {
        head: StoredHead = ..,
        site: i64 = "l.site",
    }
}

/// How soon a send's mail goes. The numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i64)]
pub enum Lane {
    Triggered = 0,
    Campaign = 1,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub brand: BrandKey,
    pub send: i64,
    /// Whether the send's domain is verified.
    pub domain_is_ready: bool,
    /// Whether it is the one that no mail may leave the machine from.
    pub is_sandbox: bool,
    /// Since when it runs. What runs add to it is as new as they are.
    pub running_since: i64,
    /// Goes to people who unsubscribed too.
    pub is_transactional: bool,
}

/// A send with recipients to be taken, and what is known of them from when it was found.
#[derive(Clone, Copy, Debug)]
pub struct HeadWork {
    pub head: Head,
    /// Whoever is frozen after this was read has a higher one.
    pub last_ordinal: i64,
    /// Whether the next try of some is due.
    pub has_due: bool,
}

pub async fn open(tx: &Tx, brand: BrandKey, send: i64, lane: Lane) -> Result<(), DbError> {
    tx.execute(&OPEN, params![brand.org, brand.brand, send, lane as i64])
        .await?;
    Ok(())
}

/// The same for a send that may have been closed while it had nobody to mail; `next` is the first of those it has now.
pub(crate) async fn reopen(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    lane: Lane,
    next: i64,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, send, lane as i64, next];
    tx.execute(&REOPEN, values).await?;
    Ok(())
}

/// Streams that only runs of old versions can still add to: nobody has to look at them until one does.
pub async fn idle(tx: &Tx, limit: i64) -> Result<Vec<(BrandKey, i64)>, DbError> {
    let idle = tx.all(&IDLE, params![limit]).await?;
    Ok(idle.iter().map(HeadKey::send).collect())
}

/// Closes one of those, if it is still idle. Whoever adds to the send holds its row, so nobody is added unseen.
pub async fn close_idle(tx: &Tx, brand: BrandKey, send: i64) -> Result<(), DbError> {
    sends::lock_by_number(tx, brand, send).await?;
    wait_for(tx, brand, send).await?;
    tx.execute(&CLOSE_IDLE, params![brand.org, brand.brand, send])
        .await?;
    Ok(())
}

/// Running sends, of any brand, with recipients to be taken: triggered mail first, then those behind the send that was
/// served last, so that no number of sends keeps another from its turn.
pub async fn with_work(
    tx: &Tx,
    now: Millis,
    after: i64,
    limit: u32,
) -> Result<Vec<HeadWork>, DbError> {
    let found = tx.all(&WITH_WORK, params![now, after, limit]).await?;
    let work = |found: &StoredWork| HeadWork {
        head: found.head.at(now.0),
        last_ordinal: found.last_ordinal,
        has_due: found.has_due,
    };
    Ok(found.iter().map(work).collect())
}

/// Running sends with recipients in the line of a site, with the site, from behind the one that was served last.
pub async fn in_lines(
    tx: &Tx,
    now: Millis,
    after: i64,
    limit: u32,
) -> Result<Vec<(Head, i64)>, DbError> {
    let waiting = tx.all(&IN_LINES, params![after, limit]).await?;
    let served = |line: &InLine| (line.head.at(now.0), line.site);
    Ok(waiting.iter().map(served).collect())
}

impl HeadKey {
    fn send(&self) -> (BrandKey, i64) {
        let brand = BrandKey {
            org: self.org,
            brand: self.brand,
        };
        (brand, self.send)
    }
}

impl StoredHead {
    fn at(&self, now: i64) -> Head {
        let (brand, send) = self.key.send();
        Head {
            brand,
            send,
            domain_is_ready: self.domain_status == Some(DomainStatus::Verified),
            is_sandbox: self.is_sandbox.unwrap_or(false),
            running_since: self.running_since.unwrap_or(now),
            is_transactional: self.is_transactional,
        }
    }
}

/// The ordinal that comes next, for this transaction alone.
pub(super) async fn lock(tx: &Tx, brand: BrandKey, send: i64) -> Result<Option<i64>, DbError> {
    tx.value(&LOCK, params![brand.org, brand.brand, send]).await
}

/// The same for somebody who waits for whoever has it.
pub(crate) async fn wait_for(tx: &Tx, brand: BrandKey, send: i64) -> Result<Option<i64>, DbError> {
    tx.value(&WAIT, params![brand.org, brand.brand, send]).await
}

pub(super) async fn advance(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    next_ordinal: i64,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, send, next_ordinal];
    tx.execute(&ADVANCE, values).await?;
    Ok(())
}

/// Whoever holds the head may open a line until it lets go: the lines go last.
pub async fn close(tx: &Tx, brand: BrandKey, send: i64) -> Result<(), DbError> {
    tx.execute(&CLOSE, params![brand.org, brand.brand, send])
        .await?;
    lines::close_all(tx, brand, send).await
}

/// Whether every recipient of a running send was taken at least once.
pub async fn is_exhausted(tx: &Tx, brand: BrandKey, send: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, send];
    Ok(tx.value(&EXHAUSTED, values).await?.is_some())
}

/// All of those, of any brand.
pub async fn exhausted(tx: &Tx, limit: i64) -> Result<Vec<(BrandKey, i64)>, DbError> {
    let exhausted = tx.all(&ALL_EXHAUSTED, params![limit]).await?;
    Ok(exhausted.iter().map(HeadKey::send).collect())
}
