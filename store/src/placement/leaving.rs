//! Tests go with their design, and what was held for them is given back.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements, usage};

statements! {
    UNFINISHED -> (i64,) = "
        SELECT id FROM placement_tests
        WHERE org = $1 AND brand = $2 AND email = $3 AND completed_at IS NULL ORDER BY id";
    DELETE_SEEDS = "
        DELETE FROM placement_seeds WHERE org = $1 AND brand = $2 AND test IN (
            SELECT id FROM placement_tests WHERE org = $1 AND brand = $2 AND email = $3)";
    DELETE = "DELETE FROM placement_tests WHERE org = $1 AND brand = $2 AND email = $3";
}

/// With its design. Whoever works on one finds it gone. An organization has few that are not over.
pub(crate) async fn delete(tx: &Tx, brand: BrandKey, email: i64) -> Result<(), DbError> {
    let of_email = params![brand.org, brand.brand, email];
    for test in tx.values(&UNFINISHED, &of_email).await? {
        usage::release(tx, brand.org, test).await?;
    }
    for statement in [&DELETE_SEEDS, &DELETE] {
        tx.execute(statement, &of_email).await?;
    }
    Ok(())
}
