//! Whose a name is.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    IN_ORGANIZATION -> (i64,) = "SELECT brand FROM domains WHERE org = $1 AND name = $2";
    ELSEWHERE -> (i64,) = "
        SELECT 1 FROM domains WHERE name = $2 AND status = 'verified' AND org <> $1";
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
    let here = tx.value(&IN_ORGANIZATION, params![brand.org, name]).await?;
    Ok(match here {
        Some(holder) if holder == brand.brand => Held::ByThisBrand,
        Some(_) => Held::ByOtherBrand,
        None if verified_elsewhere(tx, brand, name).await? => Held::Elsewhere,
        None => Held::ByNobody,
    })
}

/// Whether another organization has verified the name.
pub async fn verified_elsewhere(tx: &Tx, brand: BrandKey, name: &str) -> Result<bool, DbError> {
    let found = tx.value(&ELSEWHERE, params![brand.org, name]).await?;
    Ok(found.is_some())
}
