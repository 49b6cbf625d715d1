//! `POST /v1/domains`.

use std::sync::Arc;

use postrider_domain::sending::sending_domain::SendingDomain;
use postrider_engine::domains;
use postrider_store::db::Tx;
use postrider_store::domains::NewDomain;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Domain, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DomainBody")]
pub struct CreateBody {
    /// A registrable domain or one below it: `example.com`, `news.example.com`.
    #[schemars(length(min = 1, max = 300))]
    name: String,
}

pub async fn prepare(cx: Cx, body: Arc<CreateBody>) -> ApiResult<NewDomain> {
    let name = SendingDomain::parse(&body.name)?;
    let _place = cx.lookup_place().await?;
    let (app, brand) = (cx.app(), cx.brand_key()?);
    let id = entropy::lower32();
    domains::prepare(&app.db, &app.domain_keys, brand, id, name, cx.now()).await
}

pub async fn create(tx: Tx, cx: Cx, new: Arc<NewDomain>) -> ApiResult<Reply<Domain>> {
    let domain = domains::create(&tx, cx.brand_key()?, &new, cx.now()).await?;
    Ok(Reply::created(show(&cx, domain)))
}
