//! Domains that mail is sent from.

mod change;
mod create;
mod delete;
mod get;
mod list;
mod record;
mod verify;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::domains::{self, DomainRecord};

use super::cx::Cx;
use super::failure::Outcome;

pub use change::change;
pub use create::{create, prepare};
pub use delete::delete;
pub use get::get;
pub use list::list;
pub use verify::handler as verify;

async fn find(tx: &Tx, cx: &Cx) -> Outcome<DomainRecord> {
    let (brand, sandbox) = (cx.brand_key()?, cx.app().sandbox());
    let found = domains::by_public_id(tx, brand, cx.path("domainId"), sandbox).await?;
    Ok(found.ok_or_else(not_found)?)
}

/// The domain, which nobody else changes until this transaction ends.
async fn lock(tx: &Tx, cx: &Cx) -> Outcome<DomainRecord> {
    let found = find(tx, cx).await?;
    let locked = domains::lock(tx, cx.brand_key()?, found.id).await?;
    Ok(locked.ok_or_else(not_found)?)
}

fn not_found() -> Problem {
    Problem::new(Code::DomainNotFound, "There is no such domain.")
}

fn verified_elsewhere() -> Problem {
    Problem::new(
        Code::DomainVerifiedElsewhere,
        "Another organization has shown that this domain is theirs.",
    )
}
