//! A domain comes to a brand, with keys of its own, and is looked at from then on.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::sending_domain::{SendingDomain, WATCHED_MS};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::domains::{self, DomainRecord, Held, NewDomain};
use postrider_store::jobs;

use super::job::KIND;
use super::making::KeyMaker;
use super::refusals::verified_elsewhere;
use crate::failure::Failure;

/// Records are seldom there sooner.
const FIRST_LOOK_MS: i64 = 60_000;

/// Makes its keys, before the transaction: that may take a second. Whoever cannot have the name is told before, and again
/// when it is their turn: those before them may have taken it.
pub async fn prepare(
    db: &Db,
    maker: &KeyMaker,
    brand: BrandKey,
    public_id: String,
    name: SendingDomain,
    now: i64,
) -> Result<NewDomain, Failure> {
    let name = name.into_string();
    check(db, brand, &name).await?;
    let turn = maker.turn().await?;
    check(db, brand, &name).await?;
    let keys = turn.make(&public_id).await?;
    let public_keys = serde_json::to_string(&keys.public)
        .map_err(|_| Problem::new(Code::InternalError, "The keys cannot be stored."))?;
    Ok(NewDomain {
        public_id,
        name,
        sealed_keys: keys.sealed,
        public_keys,
        watched_until: now + WATCHED_MS,
    })
}

async fn check(db: &Db, brand: BrandKey, name: &str) -> Result<(), Failure> {
    let name = name.to_owned();
    let held = db.read(move |tx| async move { domains::held(&tx, brand, &name).await });
    Ok(refuse(held.await?)?)
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
