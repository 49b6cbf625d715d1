//! Whose a name is, and what keeps a domain from being deleted.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    IN_ORGANIZATION = "SELECT brand FROM domains WHERE org = $1 AND name = $2";
    ELSEWHERE = "
        SELECT 1 FROM domains WHERE name = $2 AND status = 'verified' AND org <> $1";
    UNFINISHED_SENDS = "
        SELECT public_id, status FROM sends
        WHERE org = $1 AND brand = $2 AND domain = $3
            AND status IN ('queued', 'scheduled', 'running', 'paused')
        ORDER BY id LIMIT $4";
}

/// Who has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    ByNobody,
    ByThisBrand,
    ByOtherBrand,
    /// Another organization has proved that it is theirs.
    Elsewhere,
}

pub async fn held(tx: &Tx, brand: BrandKey, name: &str) -> Result<Held, DbError> {
    let here = tx.row(&IN_ORGANIZATION, params![brand.org, name]).await?;
    Ok(match here {
        Some(row) if row.int(0)? == brand.brand => Held::ByThisBrand,
        Some(_) => Held::ByOtherBrand,
        None if verified_elsewhere(tx, brand, name).await? => Held::Elsewhere,
        None => Held::ByNobody,
    })
}

/// Whether another organization has verified the name.
pub async fn verified_elsewhere(tx: &Tx, brand: BrandKey, name: &str) -> Result<bool, DbError> {
    let row = tx.row(&ELSEWHERE, params![brand.org, name]).await?;
    Ok(row.is_some())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedSend {
    pub public_id: String,
    pub status: String,
}

/// Sends from the domain that have not ended, the oldest first.
pub async fn unfinished_sends(
    tx: &Tx,
    brand: BrandKey,
    domain: i64,
    limit: i64,
) -> Result<Vec<UnfinishedSend>, DbError> {
    let values = params![brand.org, brand.brand, domain, limit];
    let send = |row: &Row| {
        Ok(UnfinishedSend {
            public_id: row.text(0)?,
            status: row.text(1)?,
        })
    };
    let rows = tx.rows(&UNFINISHED_SENDS, values).await?;
    rows.iter().map(send).collect()
}
