//! Deletes a domain that nobody uses any more.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::domains::{self, Sandbox};
use postrider_store::uses;
use serde_json::json;

use super::finding::lock;
use crate::failure::Failure;
use crate::in_use::refuse_in_use;

/// Whether it was there until now.
pub async fn delete(tx: &Tx, brand: BrandKey, id: &str, sandbox: Sandbox) -> Result<bool, Failure> {
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
    Ok(domains::delete(tx, brand, domain.id).await?)
}
