//! What rows that were deleted were called, for those that named them and stay.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    RETIRE = "
        INSERT INTO retired_ids (org, brand, id, public_id) VALUES ($1, $2, $3, $4)
        ON CONFLICT (org, brand, id) DO NOTHING";
}

/// The number that others name it by, and what it was called outside.
pub(crate) async fn retire(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    public_id: &str,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, id, public_id];
    tx.execute(&RETIRE, values).await?;
    Ok(())
}
