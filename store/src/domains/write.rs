//! What changes on a domain.

use postrider_domain::sending::sending_domain::{DomainStatus, State};
use postrider_domain::tenant::BrandKey;

use super::DomainRecord;
use crate::db::{DbError, Tx};
use crate::{lookups, params, retired, statements};

statements! {
    CREATE = "
        INSERT INTO domains (org, brand, id, public_id, name, sandbox, status, records, keys,
            public_keys, open_tracking, click_tracking, created_at, updated_at, watched_until)
        VALUES ($1, $2, $3, $4, $5, FALSE, $6, '[]', $7, $8, TRUE, TRUE, $9, $9, $10)
        ON CONFLICT (org, name) DO NOTHING";
    CREATE_SANDBOX = "
        INSERT INTO domains (org, brand, id, public_id, name, sandbox, status, records,
            open_tracking, click_tracking, created_at, updated_at, verified_at)
        VALUES ($1, $2, $2, $3, $3 || '.sandbox.test', TRUE, 'verified', '[]', TRUE,
            TRUE, $4, $4, $4)";
    LOCK -> DomainRecord = "
        SELECT {columns} FROM domains WHERE org = $1 AND brand = $2 AND id = $3 {for_update}";
    SET_SETTINGS -> DomainRecord = "
        UPDATE domains SET default_from_email = $4, default_from_name = $5, default_reply_to = $6,
            open_tracking = $7, click_tracking = $8, updated_at = $9
        WHERE org = $1 AND brand = $2 AND id = $3
        RETURNING {columns}";
    JUDGE -> DomainRecord = "
        UPDATE domains SET status = $4, records = $5, tracking_scheme = $6, verified_at = $7,
            last_checked_at = $8, watched_until = $9, missed_at = $10, notice = $11,
            updated_at = CASE WHEN status = $4 THEN updated_at ELSE $8 END
        WHERE org = $1 AND brand = $2 AND id = $3
        RETURNING {columns}";
    DELETE -> (String,) = "
        DELETE FROM domains WHERE org = $1 AND brand = $2 AND id = $3 AND sandbox = FALSE
        RETURNING public_id";
}

#[derive(Clone, Debug)]
pub struct NewDomain {
    pub public_id: String,
    pub name: String,
    pub sealed_keys: Vec<u8>,
    /// JSON.
    pub public_keys: String,
    pub watched_until: i64,
}

/// `None`: the organization has the name already.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewDomain,
    now: i64,
) -> Result<Option<DomainRecord>, DbError> {
    let id = tx.number();
    let values = params![
        brand.org,
        brand.brand,
        id,
        &new.public_id,
        &new.name,
        DomainStatus::Pending.as_str(),
        new.sealed_keys.as_slice(),
        &new.public_keys,
        now,
        new.watched_until
    ];
    match tx.execute(&CREATE, values).await? {
        0 => Ok(None),
        _ => super::by_number(tx, brand, id).await,
    }
}

/// The domain that a brand has from the start.
pub async fn create_sandbox(
    tx: &Tx,
    brand: BrandKey,
    brand_public_id: &str,
    now: i64,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, brand_public_id, now];
    tx.execute(&CREATE_SANDBOX, values).await?;
    Ok(())
}

lookups! {
    /// The domain, which nobody else can change or delete until this transaction ends.
    pub lock(i64) -> DomainRecord = LOCK;
}

/// What its owner sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub from_email: Option<String>,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
    pub open_tracking: bool,
    pub click_tracking: bool,
}

pub async fn set_settings(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    settings: Settings,
    now: i64,
) -> Result<Option<DomainRecord>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        id,
        settings.from_email,
        settings.from_name,
        settings.reply_to,
        settings.open_tracking,
        settings.click_tracking,
        now
    ];
    tx.one(&SET_SETTINGS, values).await
}

/// What a look at DNS came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainJudgement {
    pub state: State,
    /// JSON.
    pub records: String,
    pub tracking_scheme: Option<String>,
    pub notice: Option<i64>,
}

/// Fails with a conflict (`domains__name`) if somebody else has verified the name meanwhile.
pub async fn judge(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    judgement: DomainJudgement,
    now: i64,
) -> Result<Option<DomainRecord>, DbError> {
    let state = judgement.state;
    let values = params![
        brand.org,
        brand.brand,
        id,
        state.status.as_str(),
        judgement.records,
        judgement.tracking_scheme,
        state.verified_at,
        now,
        state.watched_until,
        state.missed_at,
        judgement.notice
    ];
    tx.one(&JUDGE, values).await
}

/// `false`: it is not there, or is the sandbox. Sends that have ended still say its id.
pub async fn delete(tx: &Tx, brand: BrandKey, id: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id];
    let Some(public_id) = tx.value(&DELETE, values).await? else {
        return Ok(false);
    };
    retired::retire(tx, brand, id, &public_id).await?;
    Ok(true)
}
