//! Suppressions that a person lifts.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    // A complaint is lifted only by a newer consent of the person who complained.
    UNSUPPRESS = "
        UPDATE contacts SET suppressed_reason = NULL, suppressed_at = NULL, updated_at = $4
        WHERE org = $1 AND brand = $2 AND email = $3
            AND suppressed_reason IS NOT NULL AND suppressed_reason <> 'complained'";
}

/// Whether there was a suppression that could be lifted.
pub async fn unsuppress(tx: &Tx, brand: BrandKey, email: &str, now: i64) -> Result<bool, DbError> {
    let lifted = tx
        .execute(&UNSUPPRESS, params![brand.org, brand.brand, email, now])
        .await?;
    Ok(lifted > 0)
}
