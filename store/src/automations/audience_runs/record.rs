//! One audience run as it is stored.

use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

/// What every query of audience runs selects, in the order in which [`record_of`] reads it.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT r.id, r.public_id, r.automation, r.version, r.audience, r.audience_name, r.status,
                r.scheduled_at, r.pause_reason, r.error, r.total, r.excluded, r.frozen_to,
                r.freeze_bound, r.freeze_filter, r.frozen, r.created_at, r.started_at, r.completed_at,
                r.updated_at, a.public_id, v.public_id, u.public_id
            FROM audience_runs AS r
            LEFT JOIN automations AS a ON a.org = r.org AND a.brand = r.brand AND a.id = r.automation
            LEFT JOIN automation_versions AS v ON v.org = r.org AND v.brand = r.brand AND v.id = r.version
            LEFT JOIN audiences AS u ON u.org = r.org AND u.brand = r.brand AND u.id = r.audience
            WHERE r.org = $1 AND r.brand = $2 ",
            $rest
        )
    };
}

statements! {
    GET = select!("AND r.public_id = $3");
    BY_NUMBER = select!("AND r.id = $3");
    list NEWEST = select!("AND r.id < $3 ORDER BY r.id DESC LIMIT $4");
    list OF_AUTOMATION = select!("
        AND r.automation = (SELECT id FROM automations WHERE org = $1 AND brand = $2 AND public_id = $5)
        AND r.id < $3 ORDER BY r.id DESC LIMIT $4");
    // Writes nothing new, so that the row is locked from here on: SQLite has no FOR UPDATE.
    HOLD = "
        UPDATE audience_runs SET updated_at = updated_at WHERE org = $1 AND brand = $2 AND id = $3";
    LOCK = "
        UPDATE audience_runs SET updated_at = updated_at
        WHERE org = $1 AND brand = $2 AND public_id = $3";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AudienceRunRecord {
    pub id: i64,
    pub public_id: String,
    pub automation: i64,
    pub version: i64,
    /// Nothing: everybody.
    pub audience: Option<i64>,
    pub audience_name: String,
    pub status: SendStatus,
    pub scheduled_at: Option<i64>,
    pub pause_reason: Option<PauseReason>,
    /// JSON.
    pub error: Option<String>,
    /// Eligible when it was accepted; members with a run so far once it has begun.
    pub total: i64,
    pub excluded: i64,
    pub frozen_to: i64,
    pub freeze_bound: Option<i64>,
    /// JSON.
    pub freeze_filter: Option<String>,
    pub frozen: bool,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub completed_at: Option<i64>,
    pub updated_at: i64,
    pub refs: AudienceRunRefs,
}

/// What the rows that it names are called outside; nothing where a row is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AudienceRunRefs {
    pub automation: Option<String>,
    pub version: Option<String>,
    pub audience: Option<String>,
}

pub async fn get(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<AudienceRunRecord>, DbError> {
    let key = params![brand.org, brand.brand, public_id];
    let row = tx.row(&GET, key).await?;
    row.as_ref().map(record_of).transpose()
}

pub async fn by_number(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
) -> Result<Option<AudienceRunRecord>, DbError> {
    let key = params![brand.org, brand.brand, id];
    let row = tx.row(&BY_NUMBER, key).await?;
    row.as_ref().map(record_of).transpose()
}

/// Newest first, of one automation by its public id or of all, from behind the row number `before`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    automation: Option<&str>,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<AudienceRunRecord>, DbError> {
    let before = before.unwrap_or(i64::MAX);
    let rows = match automation {
        None => {
            let values = params![brand.org, brand.brand, before, limit];
            tx.rows(&NEWEST, values).await?
        }
        Some(automation) => {
            let values = params![brand.org, brand.brand, before, limit, automation];
            tx.rows(&OF_AUTOMATION, values).await?
        }
    };
    rows.iter().map(record_of).collect()
}

/// Nobody else changes it before this transaction ends.
pub async fn hold(tx: &Tx, brand: BrandKey, id: i64) -> Result<(), DbError> {
    tx.execute(&HOLD, params![brand.org, brand.brand, id])
        .await?;
    Ok(())
}

/// The audience run as it stands, which nobody else changes before this transaction ends.
pub async fn lock(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
) -> Result<Option<AudienceRunRecord>, DbError> {
    tx.execute(&LOCK, params![brand.org, brand.brand, public_id])
        .await?;
    get(tx, brand, public_id).await
}

fn record_of(row: &Row) -> Result<AudienceRunRecord, DbError> {
    let reason = row.opt_str(8)?.map(|text| word(text, PauseReason::parse));
    Ok(AudienceRunRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        automation: row.int(2)?,
        version: row.int(3)?,
        audience: row.opt_int(4)?,
        audience_name: row.text(5)?,
        status: word(row.str(6)?, SendStatus::parse)?,
        scheduled_at: row.opt_int(7)?,
        pause_reason: reason.transpose()?,
        error: row.opt_text(9)?,
        total: row.int(10)?,
        excluded: row.int(11)?,
        frozen_to: row.int(12)?,
        freeze_bound: row.opt_int(13)?,
        freeze_filter: row.opt_text(14)?,
        frozen: row.bool(15)?,
        created_at: row.int(16)?,
        started_at: row.opt_int(17)?,
        completed_at: row.opt_int(18)?,
        updated_at: row.int(19)?,
        refs: AudienceRunRefs {
            automation: row.opt_text(20)?,
            version: row.opt_text(21)?,
            audience: row.opt_text(22)?,
        },
    })
}

/// A stored word of a closed list.
pub(super) fn word<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, DbError> {
    parse(text).ok_or_else(|| DbError::Other(format!("an audience run is stored with `{text}`")))
}
