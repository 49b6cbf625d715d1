//! Domains that mail is sent from.

mod change;
mod create;
mod delete;
mod get;
mod list;
mod record;
mod verify;

use postrider_engine::domains;
use postrider_store::db::Tx;
use postrider_store::domains::DomainRecord;

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
    domains::find(tx, brand, cx.path("domainId"), sandbox).await
}
