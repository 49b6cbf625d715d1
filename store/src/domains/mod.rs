//! The domains that a brand's mail comes from.

pub(crate) mod ownership;
pub(crate) mod write;

use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

pub use ownership::{Held, held, verified_elsewhere};
pub use write::{
    Judged, NewDomain, Settings, create, create_sandbox, delete, judge, lock, set_settings,
};

statements! {
    list LIST = "
        SELECT id, public_id, name, sandbox, status, records, public_keys, default_from_email,
            default_from_name, default_reply_to, open_tracking, click_tracking, tracking_scheme,
            created_at, updated_at, verified_at, last_checked_at, watched_until, missed_at, notice
        FROM domains
        WHERE org = $1 AND brand = $2 AND id < $3 AND (sandbox = FALSE OR sandbox = $4)
            AND (status = 'verified' OR $5 = FALSE)
        ORDER BY id DESC LIMIT $6";
    BY_PUBLIC_ID = "
        SELECT id, public_id, name, sandbox, status, records, public_keys, default_from_email,
            default_from_name, default_reply_to, open_tracking, click_tracking, tracking_scheme,
            created_at, updated_at, verified_at, last_checked_at, watched_until, missed_at, notice
        FROM domains
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND (sandbox = FALSE OR sandbox = $4)";
    BY_NAME = "
        SELECT id, public_id, name, sandbox, status, records, public_keys, default_from_email,
            default_from_name, default_reply_to, open_tracking, click_tracking, tracking_scheme,
            created_at, updated_at, verified_at, last_checked_at, watched_until, missed_at, notice
        FROM domains
        WHERE org = $1 AND brand = $2 AND name = $3 AND (sandbox = FALSE OR sandbox = $4)";
    BY_NUMBER = "
        SELECT id, public_id, name, sandbox, status, records, public_keys, default_from_email,
            default_from_name, default_reply_to, open_tracking, click_tracking, tracking_scheme,
            created_at, updated_at, verified_at, last_checked_at, watched_until, missed_at, notice
        FROM domains WHERE org = $1 AND brand = $2 AND id = $3";
    SEALED_KEYS = "SELECT keys FROM domains WHERE org = $1 AND brand = $2 AND id = $3";
}

/// Whether the brand's own sandbox domain counts: only while mail is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    Shown,
    Hidden,
}

/// Which of a brand's domains a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    Sendable,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainRecord {
    pub id: i64,
    pub public_id: String,
    pub name: String,
    pub sandbox: bool,
    pub status: DomainStatus,
    /// JSON: what DNS answered for each record.
    pub records: String,
    /// JSON: the public halves of its keys; the sandbox has none.
    pub public_keys: Option<String>,
    pub default_from_email: Option<String>,
    pub default_from_name: Option<String>,
    pub default_reply_to: Option<String>,
    pub open_tracking: bool,
    pub click_tracking: bool,
    /// `http` or `https`, when the tracking host was seen to lead here.
    pub tracking_scheme: Option<String>,
    pub created_at: i64,
    pub updated_at: i64,
    pub verified_at: Option<i64>,
    pub last_checked_at: Option<i64>,
    pub watched_until: Option<i64>,
    pub missed_at: Option<i64>,
    pub notice: Option<i64>,
}

impl DomainRecord {
    pub fn is_sendable(&self) -> bool {
        self.status == DomainStatus::Verified
    }
}

/// A page of a list.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub which: Which,
    pub sandbox: Sandbox,
    /// The number of the row before the first.
    pub after: Option<i64>,
    pub limit: i64,
}

/// Newest first; the sandbox is the oldest.
pub async fn list(tx: &Tx, brand: BrandKey, wanted: Wanted) -> Result<Vec<DomainRecord>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        wanted.after.unwrap_or(i64::MAX),
        wanted.sandbox == Sandbox::Shown,
        wanted.which == Which::Sendable,
        wanted.limit
    ];
    let rows = tx.rows(&LIST, values).await?;
    rows.iter().map(record_of).collect()
}

/// The brand's domains that mail can be sent from now. A brand has few.
pub async fn sendable(
    tx: &Tx,
    brand: BrandKey,
    sandbox: Sandbox,
) -> Result<Vec<DomainRecord>, DbError> {
    let wanted = Wanted {
        which: Which::Sendable,
        sandbox,
        after: None,
        limit: i64::MAX,
    };
    list(tx, brand, wanted).await
}

pub async fn by_public_id(
    tx: &Tx,
    brand: BrandKey,
    public_id: &str,
    sandbox: Sandbox,
) -> Result<Option<DomainRecord>, DbError> {
    let shown = sandbox == Sandbox::Shown;
    let values = params![brand.org, brand.brand, public_id, shown];
    let row = tx.row(&BY_PUBLIC_ID, values).await?;
    row.as_ref().map(record_of).transpose()
}

/// `name` in lower case and A-label form, as the domain of an address is stored.
pub async fn by_name(
    tx: &Tx,
    brand: BrandKey,
    name: &str,
    sandbox: Sandbox,
) -> Result<Option<DomainRecord>, DbError> {
    let shown = sandbox == Sandbox::Shown;
    let values = params![brand.org, brand.brand, name, shown];
    let row = tx.row(&BY_NAME, values).await?;
    row.as_ref().map(record_of).transpose()
}

pub async fn by_number(tx: &Tx, brand: BrandKey, id: i64) -> Result<Option<DomainRecord>, DbError> {
    let row = tx
        .row(&BY_NUMBER, params![brand.org, brand.brand, id])
        .await?;
    row.as_ref().map(record_of).transpose()
}

/// The private halves of its keys, sealed.
pub async fn sealed_keys(tx: &Tx, brand: BrandKey, id: i64) -> Result<Option<Vec<u8>>, DbError> {
    let row = tx
        .row(&SEALED_KEYS, params![brand.org, brand.brand, id])
        .await?;
    Ok(row.map(|row| row.opt_blob(0)).transpose()?.flatten())
}

fn record_of(row: &Row) -> Result<DomainRecord, DbError> {
    let status = DomainStatus::parse(row.str(4)?);
    Ok(DomainRecord {
        id: row.int(0)?,
        public_id: row.text(1)?,
        name: row.text(2)?,
        sandbox: row.bool(3)?,
        status: status.ok_or_else(|| DbError::Other("a domain has no known status".into()))?,
        records: row.text(5)?,
        public_keys: row.opt_text(6)?,
        default_from_email: row.opt_text(7)?,
        default_from_name: row.opt_text(8)?,
        default_reply_to: row.opt_text(9)?,
        open_tracking: row.bool(10)?,
        click_tracking: row.bool(11)?,
        tracking_scheme: row.opt_text(12)?,
        created_at: row.int(13)?,
        updated_at: row.int(14)?,
        verified_at: row.opt_int(15)?,
        last_checked_at: row.opt_int(16)?,
        watched_until: row.opt_int(17)?,
        missed_at: row.opt_int(18)?,
        notice: row.opt_int(19)?,
    })
}
