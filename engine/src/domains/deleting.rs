//! Deletes a domain that nobody uses any more.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::domains::{self, Sandbox};
use postrider_store::{jobs, uses};
use serde_json::json;

use super::finding::lock;
use super::job::KIND;
use crate::failure::Failure;
use crate::in_use::refuse_in_use;

/// Whether it was there until now. What was reported about it goes in small pieces, by the job that looked at it.
pub async fn delete(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    sandbox: Sandbox,
    now: i64,
) -> Result<bool, Failure> {
    let domain = lock(tx, brand, id, sandbox).await?;
    if domain.sandbox {
        return Err(Problem::new(
            Code::DomainInUse,
            "The sandbox domain belongs to the brand.",
        )
        .details(json!({ "sends": [], "referencingAutomations": [] }))
        .into());
    }
    // A send locks the domain before it begins to use it.
    let used = uses::of_domain(tx, brand, domain.id).await?;
    refuse_in_use(Code::DomainInUse, &used)?;
    jobs::enqueue(tx, brand, KIND, domain.id, now).await?;
    jobs::hasten(tx, brand, KIND, domain.id, now).await?;
    Ok(domains::delete(tx, brand, domain.id).await?)
}
