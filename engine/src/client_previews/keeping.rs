//! Rows for pictures that are in the store already.

use postrider_domain::accounts::credits::Plan;
use postrider_domain::tenant::BrandKey;
use postrider_store::client_previews;
use postrider_store::db::Tx;

use super::taking::ClientPreview;
use crate::failure::Failure;
use crate::storage;

/// For as long as somebody looks at a preview; then a design looks different anyway.
pub const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Keeps the pictures of previews, in the transaction that answers for them.
pub async fn keep(
    tx: &Tx,
    brand: BrandKey,
    plan: &Plan,
    previews: &[ClientPreview],
    now: i64,
) -> Result<(), Failure> {
    let pictures = || previews.iter().filter_map(|one| one.picture.as_ref());
    let bytes = pictures().map(|picture| picture.bytes).sum();
    storage::take(tx, brand.org, plan, bytes).await?;
    Ok(client_previews::add(tx, brand, pictures(), now + KEPT_MS).await?)
}
