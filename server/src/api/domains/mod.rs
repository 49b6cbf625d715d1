//! Domains that mail is sent from.

mod create;
mod delete;
mod dns_record;
mod get;
mod health;
mod list;
mod record;
mod update;
mod verify;

use postrider_engine::domains;
use postrider_store::db::Tx;
use postrider_store::domains::DomainRecord;

use super::cx::Cx;
use super::failure::ApiResult;

pub use create::{create, prepare};
pub use delete::delete;
pub use get::{GetQuery, get};
pub use list::list;
pub use update::update;
pub use verify::handler as verify;

async fn find(tx: &Tx, cx: &Cx) -> ApiResult<DomainRecord> {
    let (brand, sandbox) = (cx.brand_key()?, cx.app().sandbox());
    domains::find(tx, brand, cx.path("domainId"), sandbox).await
}
