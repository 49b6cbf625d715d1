//! Suppressions that a person lifts.

use postrider_domain::contact::SuppressionReason;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    // A complaint is lifted only by a newer consent of the person who complained.
    UNSUPPRESS = "
        UPDATE contacts SET suppressed_reason = NULL, suppressed_at = NULL, updated_at = $4
        WHERE org = $1 AND brand = $2 AND email = $3
            AND suppressed_reason IS NOT NULL AND suppressed_reason <> 'complained'";
    // What a receiver says goes before what a look at the address said; a person's word and a complaint stay.
    bulk(org: Int, brand: Int, id: Int, reason: Text, now: Int) SUPPRESS = "
        UPDATE contacts SET suppressed_reason = r.reason, suppressed_at = r.now, updated_at = r.now
        FROM {rows} AS r
        WHERE contacts.org = r.org AND contacts.brand = r.brand AND contacts.id = r.id
            AND COALESCE(contacts.suppressed_reason, 'invalid') IN ('invalid', 'risky')";
}

/// Contacts that are mailed no more, by number.
pub async fn suppress(
    tx: &Tx,
    brand: BrandKey,
    mut contacts: Vec<i64>,
    reason: SuppressionReason,
    now: i64,
) -> Result<(), DbError> {
    contacts.sort_unstable();
    contacts.dedup();
    let rows = contacts.into_iter().map(|id| {
        vec![
            brand.org.into(),
            brand.brand.into(),
            id.into(),
            reason.as_str().into(),
            now.into(),
        ]
    });
    tx.bulk(&SUPPRESS, rows.collect()).await?;
    Ok(())
}

/// Whether there was a suppression that could be lifted.
pub async fn unsuppress(tx: &Tx, brand: BrandKey, email: &str, now: i64) -> Result<bool, DbError> {
    let lifted = tx
        .execute(&UNSUPPRESS, params![brand.org, brand.brand, email, now])
        .await?;
    Ok(lifted > 0)
}
