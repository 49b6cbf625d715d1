//! Checks of many addresses: what was asked, how far it is, and what came of it.

pub mod pieces;

use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;

pub use pieces::{Settled, answers, append, piece, purge, settle};

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

statements! {
    OPEN = "
        INSERT INTO validations (org, brand, id, public_id, status, total, processed, valid, risky,
            invalid, unknown, pieces, position, charged, created_at)
        VALUES ($1, $2, $3, $4, 'queued', 0, 0, 0, 0, 0, 0, 0, 0, 0, $5)";
    GET -> ValidationRecord = "
        SELECT {columns} FROM validations WHERE org = $1 AND brand = $2 AND public_id = $3";
    BY_NUMBER -> ValidationRecord = "
        SELECT {columns} FROM validations WHERE org = $1 AND brand = $2 AND id = $3";
    CHARGED = "
        UPDATE validations SET charged = $4, charged_at = $5
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'queued'";
    START = "
        UPDATE validations SET status = 'running'
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'queued'";
    END = "
        UPDATE validations SET status = $4, error = $5, completed_at = $6, charged = charged - $7,
            purge_at = $8
        WHERE org = $1 AND brand = $2 AND id = $3 AND status IN ('queued', 'running')
            AND charged >= $7";
}

record! {
    /// How many addresses came to what.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Tally {
        pub valid: i64 = "valid",
        pub risky: i64 = "risky",
        pub invalid: i64 = "invalid",
        pub unknown: i64 = "unknown",
    }
}

impl Tally {
    pub fn total(self) -> i64 {
        self.checked() + self.unknown
    }

    /// Addresses of which something could be said.
    pub fn checked(self) -> i64 {
        self.valid + self.risky + self.invalid
    }
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ValidationRecord {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        pub status: String = "status",
        pub total: i64 = "total",
        pub processed: i64 = "processed",
        pub tally: Tally = ..,
        pub pieces: i64 = "pieces",
        /// The first piece that has no answer.
        pub position: i64 = "position",
        pub charged: i64 = "charged",
        pub charged_at: Option<i64> = "charged_at",
        /// JSON.
        pub error: Option<String> = "error",
        pub created_at: i64 = "created_at",
        pub completed_at: Option<i64> = "completed_at",
        /// Until when its answers can be read.
        pub kept_until: Option<i64> = "purge_at",
    }
}

/// A validation without addresses; gives its row's number.
pub async fn open(tx: &Tx, brand: BrandKey, public_id: &str, now: i64) -> Result<i64, DbError> {
    let id = tx.number();
    tx.execute(&OPEN, params![brand.org, brand.brand, id, public_id, now])
        .await?;
    Ok(id)
}

lookups! {
    pub get(&str) -> ValidationRecord = GET;
    pub by_number(i64) -> ValidationRecord = BY_NUMBER;
}

/// Remembers what was taken for it, and when.
pub async fn charged(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    credits: i64,
    now: Millis,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, id, credits, now];
    tx.execute(&CHARGED, values).await?;
    Ok(())
}

pub async fn start(tx: &Tx, brand: BrandKey, id: i64) -> Result<(), DbError> {
    tx.execute(&START, params![brand.org, brand.brand, id])
        .await?;
    Ok(())
}

/// How a validation ends.
#[derive(Clone, Debug)]
pub struct End {
    pub status: &'static str,
    /// JSON.
    pub error: Option<String>,
    /// Credits that are given back with it.
    pub refund: i64,
    pub at: i64,
    /// Until when its answers can be read.
    pub kept_until: i64,
}

/// `false`: it has ended before, and nothing is to be given back.
pub async fn end(tx: &Tx, brand: BrandKey, id: i64, end: End) -> Result<bool, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        id,
        end.status,
        end.error,
        end.at,
        end.refund,
        end.kept_until
    ];
    Ok(tx.execute(&END, values).await? == 1)
}
