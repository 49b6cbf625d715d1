//! Writes down what a look found that somebody asked for.

use postrider_domain::sending::sending_domain::Look;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::DomainRecord;
use postrider_store::jobs;

use super::apply::{Applied, apply};
use super::job::KIND;
use super::look::DomainFindings;
use super::refusals::{not_found, verified_elsewhere};
use crate::failure::Failure;

/// The index that gives a name to whoever verifies it first.
const ONE_OWNER: &str = "domains__name";

/// The domain as it stands then; the next look in the background is set by what was found.
pub async fn verify(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    findings: &DomainFindings,
    now: i64,
) -> Result<DomainRecord, Failure> {
    let applied = apply(tx, brand, id, (findings, Look::Asked), now).await;
    match applied.map_err(taken)? {
        Applied::Now(domain, again) => {
            // The watch may have ended, or be at ease until tomorrow.
            if let Some(at) = again {
                jobs::enqueue(tx, brand, KIND, id, at).await?;
                jobs::hasten(tx, brand, KIND, id, at).await?;
            }
            Ok(*domain)
        }
        Applied::Elsewhere => Err(verified_elsewhere().into()),
        Applied::Gone => Err(not_found().into()),
    }
}

/// Another organization has verified the name since we looked.
fn taken(error: DbError) -> Failure {
    match error {
        DbError::Conflict { constraint } if constraint == ONE_OWNER => verified_elsewhere().into(),
        error => error.into(),
    }
}
