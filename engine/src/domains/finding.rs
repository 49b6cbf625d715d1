//! The domain that a caller names.

use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::domains::{self, DomainRecord, Sandbox};

use super::refusals::not_found;
use crate::failure::Failure;

pub async fn find(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    sandbox: Sandbox,
) -> Result<DomainRecord, Failure> {
    let found = domains::by_public_id(tx, brand, id, sandbox).await?;
    Ok(found.ok_or_else(not_found)?)
}

/// The domain, which nobody else changes until this transaction ends.
pub async fn lock(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    sandbox: Sandbox,
) -> Result<DomainRecord, Failure> {
    let found = find(tx, brand, id, sandbox).await?;
    let locked = domains::lock(tx, brand, found.id).await?;
    Ok(locked.ok_or_else(not_found)?)
}
