//! The domains that a brand's mail comes from.

pub(crate) mod ownership;
pub(crate) mod write;

use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

pub use ownership::{Held, held, verified_elsewhere};
pub use write::{
    DomainJudgement, NewDomain, Settings, create, create_sandbox, delete, judge, lock, set_settings,
};

statements! {
    list LIST -> DomainRecord = "
        SELECT {columns} FROM domains
        WHERE org = $1 AND brand = $2 AND id < $3 AND (sandbox = FALSE OR sandbox = $4)
            AND (status = 'verified' OR $5 = FALSE)
        ORDER BY id DESC LIMIT $6";
    BY_PUBLIC_ID -> DomainRecord = "
        SELECT {columns} FROM domains
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND (sandbox = FALSE OR sandbox = $4)";
    BY_NAME -> DomainRecord = "
        SELECT {columns} FROM domains
        WHERE org = $1 AND brand = $2 AND name = $3 AND (sandbox = FALSE OR sandbox = $4)";
    BY_NUMBER -> DomainRecord = "
        SELECT {columns} FROM domains WHERE org = $1 AND brand = $2 AND id = $3";
    SEALED_KEYS -> (Option<Vec<u8>>,) = "SELECT keys FROM domains WHERE org = $1 AND brand = $2 AND id = $3";
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

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct DomainRecord {
        pub org: i64 = "org",
        pub brand: i64 = "brand",
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub name: String = "name",
        pub sandbox: bool = "sandbox",
        pub status: DomainStatus = "status",
        /// JSON: what DNS answered for each record.
        pub records: String = "records",
        /// JSON: the public halves of its keys; the sandbox has none.
        pub public_keys: Option<String> = "public_keys",
        pub default_from_email: Option<String> = "default_from_email",
        pub default_from_name: Option<String> = "default_from_name",
        pub default_reply_to: Option<String> = "default_reply_to",
        pub open_tracking: bool = "open_tracking",
        pub click_tracking: bool = "click_tracking",
        /// `http` or `https`, when the tracking host was seen to lead here.
        pub tracking_scheme: Option<String> = "tracking_scheme",
        pub created_at: i64 = "created_at",
        pub updated_at: i64 = "updated_at",
        pub verified_at: Option<i64> = "verified_at",
        pub last_checked_at: Option<i64> = "last_checked_at",
        pub watched_until: Option<i64> = "watched_until",
        pub missed_at: Option<i64> = "missed_at",
        pub notice: Option<i64> = "notice",
    }
}

impl DomainRecord {
    /// Whose it is.
    pub fn owner(&self) -> BrandKey {
        BrandKey {
            org: self.org,
            brand: self.brand,
        }
    }

    pub fn is_sendable(&self) -> bool {
        self.status == DomainStatus::Verified
    }
}

/// A page of a list.
#[derive(Clone, Copy, Debug)]
pub struct DomainPage {
    pub which: Which,
    pub sandbox: Sandbox,
    /// The number of the row before the first.
    pub after: Option<i64>,
    pub limit: i64,
}

/// Newest first; the sandbox is the oldest.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    page: DomainPage,
) -> Result<Vec<DomainRecord>, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        page.after.unwrap_or(i64::MAX),
        page.sandbox == Sandbox::Shown,
        page.which == Which::Sendable,
        page.limit
    ];
    tx.all(&LIST, values).await
}

/// The brand's domains that mail can be sent from now. A brand has few.
pub async fn sendable(
    tx: &Tx,
    brand: BrandKey,
    sandbox: Sandbox,
) -> Result<Vec<DomainRecord>, DbError> {
    let wanted = DomainPage {
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
    tx.one(&BY_PUBLIC_ID, values).await
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
    tx.one(&BY_NAME, values).await
}

lookups! {
    pub by_number(i64) -> DomainRecord = BY_NUMBER;
}

/// The private halves of its keys, sealed.
pub async fn sealed_keys(tx: &Tx, brand: BrandKey, id: i64) -> Result<Option<Vec<u8>>, DbError> {
    let keys = tx
        .value(&SEALED_KEYS, params![brand.org, brand.brand, id])
        .await?;
    Ok(keys.flatten())
}
