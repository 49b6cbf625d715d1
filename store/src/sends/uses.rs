//! Unfinished sends that still need a row: it cannot be deleted before they end.

use postrider_domain::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use super::record::word;
use crate::db::{DbError, Row, Statement, Tx};
use crate::{params, statements};

/// So many are named; whoever has more knows enough.
const NAMED: i64 = 100;

statements! {
    OF_EMAIL = "
        SELECT public_id, status FROM sends
        WHERE org = $1 AND brand = $2 AND email = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused')
        ORDER BY id DESC LIMIT $4";
    OF_AUDIENCE = "
        SELECT public_id, status FROM sends
        WHERE org = $1 AND brand = $2 AND audience = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused')
        ORDER BY id DESC LIMIT $4";
    OF_DOMAIN = "
        SELECT public_id, status FROM sends
        WHERE org = $1 AND brand = $2 AND domain = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused')
        ORDER BY id LIMIT $4";
    ANY_OF_EMAIL = "
        SELECT 1 FROM sends WHERE org = $1 AND brand = $2 AND email = $3 LIMIT 1";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedSend {
    pub public_id: String,
    pub status: SendStatus,
}

/// Newest first.
pub async fn unfinished_of_email(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
) -> Result<Vec<UnfinishedSend>, DbError> {
    unfinished(tx, &OF_EMAIL, brand, email).await
}

/// Newest first.
pub async fn unfinished_of_audience(
    tx: &Tx,
    brand: BrandKey,
    audience: i64,
) -> Result<Vec<UnfinishedSend>, DbError> {
    unfinished(tx, &OF_AUDIENCE, brand, audience).await
}

/// Oldest first.
pub async fn unfinished_of_domain(
    tx: &Tx,
    brand: BrandKey,
    domain: i64,
) -> Result<Vec<UnfinishedSend>, DbError> {
    unfinished(tx, &OF_DOMAIN, brand, domain).await
}

/// Whether a design was ever sent, to its end or not.
pub(crate) async fn any_of_email(tx: &Tx, brand: BrandKey, email: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, email];
    Ok(tx.row(&ANY_OF_EMAIL, values).await?.is_some())
}

async fn unfinished(
    tx: &Tx,
    statement: &'static Statement,
    brand: BrandKey,
    used: i64,
) -> Result<Vec<UnfinishedSend>, DbError> {
    let values = params![brand.org, brand.brand, used, NAMED];
    let rows = tx.rows(statement, values).await?;
    let named = |row: &Row| {
        Ok(UnfinishedSend {
            public_id: row.text(0)?,
            status: word(row.str(1)?, SendStatus::parse)?,
        })
    };
    rows.iter().map(named).collect()
}
