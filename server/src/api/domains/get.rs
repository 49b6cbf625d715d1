//! `GET /v1/domains/{domainId}`.

use std::sync::Arc;

use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Domain, show};
use super::{find, health};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DomainQuery")]
pub struct GetQuery {
    /// `health` adds how its mail fares, and mail in its name.
    #[serde(default)]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DomainInclude")]
enum Include {
    /// The last 30 days, as receivers report them and as we count them.
    Health,
}

impl GetQuery {
    pub fn wants_health(&self) -> bool {
        self.include.contains(&Include::Health)
    }
}

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<Domain>> {
    let record = find(&tx, &cx).await?;
    let health = if query.wants_health() {
        Some(health::of(&tx, &cx, &record).await?)
    } else {
        None
    };
    let mut domain = show(&cx, record);
    domain.health = health;
    Ok(Reply::ok(domain))
}
