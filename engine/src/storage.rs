//! What an organization may keep beside the database, by its plan.

use postrider_domain::accounts::credits::{Plan, storage_balance};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::{DbError, Tx};
use postrider_store::storage;
use serde_json::json;

use crate::failure::Failure;

/// Counts bytes that a row of this transaction keeps from now on, or refuses them.
pub async fn take(tx: &Tx, org: i64, plan: &Plan, bytes: u64) -> Result<(), Failure> {
    if storage::take(tx, org, bytes as i64, plan.storage).await? {
        return Ok(());
    }
    Err(exceeded(tx, org, plan, bytes).await?.into())
}

/// Refuses what cannot be kept, before anybody sends it. What is kept is counted by `take`.
pub async fn require(tx: &Tx, org: i64, plan: &Plan, bytes: u64) -> Result<(), Failure> {
    let balance = storage_balance(plan, storage::used(tx, org).await?);
    if balance.covers(bytes as i64) {
        return Ok(());
    }
    Err(exceeded(tx, org, plan, bytes).await?.into())
}

async fn exceeded(tx: &Tx, org: i64, plan: &Plan, bytes: u64) -> Result<Problem, DbError> {
    let balance = storage_balance(plan, storage::used(tx, org).await?);
    let message = format!(
        "This keeps {bytes} more bytes of images and files, and {} are left of the plan's.",
        balance.remaining.unwrap_or_default()
    );
    let details = json!({
        "bytes": bytes,
        "limit": balance.limit,
        "used": balance.used,
        "remaining": balance.remaining,
        "planKey": plan.key,
    });
    Ok(Problem::new(Code::StorageQuotaExceeded, message).details(details))
}
