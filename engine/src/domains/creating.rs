//! A domain comes to a brand, with keys of its own, and is looked at from then on.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::sending_domain::{SendingDomain, WATCHED_MS};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::{self, DomainRecord, Held, NewDomain};
use postrider_store::jobs;

use super::job::KIND;
use super::keys::NewKeys;
use super::refusals::verified_elsewhere;
use crate::failure::Failure;
use crate::seal::Seal;

/// Records are seldom there sooner.
const FIRST_LOOK_MS: i64 = 60_000;

/// Makes its keys, before the transaction: that may take a second.
pub async fn prepare(
    seal: &Arc<Seal>,
    public_id: String,
    name: SendingDomain,
    now: i64,
) -> Result<NewDomain, Failure> {
    let (seal, id) = (Arc::clone(seal), public_id.clone());
    let keys = tokio::task::spawn_blocking(move || NewKeys::make(&seal, &id)).await;
    let keys = keys
        .map_err(|error| error.to_string())
        .and_then(|keys| keys.map_err(|error| error.to_string()))
        .map_err(|error| DbError::Other(format!("no keys for a domain: {error}")))?;
    let public_keys = serde_json::to_string(&keys.public)
        .map_err(|_| Problem::new(Code::InternalError, "The keys cannot be stored."))?;
    Ok(NewDomain {
        public_id,
        name: name.into_string(),
        sealed_keys: keys.sealed,
        public_keys,
        watched_until: now + WATCHED_MS,
    })
}

pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewDomain,
    now: i64,
) -> Result<DomainRecord, Failure> {
    refuse(domains::held(tx, brand, &new.name).await?)?;
    let Some(domain) = domains::create(tx, brand, new, now).await? else {
        // Somebody of the organization was a moment earlier.
        refuse(domains::held(tx, brand, &new.name).await?)?;
        return Err(DbError::Busy.into());
    };
    jobs::enqueue(tx, brand, KIND, domain.id, now + FIRST_LOOK_MS).await?;
    Ok(domain)
}

fn refuse(held: Held) -> Result<(), Problem> {
    Err(match held {
        Held::ByNobody => return Ok(()),
        Held::ByThisBrand => Problem::new(
            Code::DomainAlreadyExists,
            "The brand has this domain already.",
        ),
        Held::ByOtherBrand => Problem::new(
            Code::DomainOtherBrand,
            "Another brand of the organization has this domain.",
        ),
        Held::Elsewhere => verified_elsewhere(),
    })
}
