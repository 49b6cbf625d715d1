//! Deletes a design that nobody uses any more.

use postrider_domain::contract::catalog::Code;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::{emails, uses};

use super::refusals::not_found;
use crate::failure::Failure;
use crate::in_use::refuse_in_use;

/// Whether it was there until now.
pub async fn delete(tx: &Tx, brand: BrandKey, id: &str, now: i64) -> Result<bool, Failure> {
    let email = emails::lock(tx, brand, id).await?.ok_or_else(not_found)?;
    // While the row is locked: nobody can begin to use it meanwhile.
    let used = uses::of_email(tx, brand, email.id).await?;
    refuse_in_use(Code::EmailInUse, &used)?;
    Ok(emails::delete(tx, brand, email.id, now).await?)
}
