//! `GET /v1/automations/{automationId}`.

use std::sync::Arc;

use postrider_store::automations;
use postrider_store::db::{DbError, Tx};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Automation, Version, find, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AutomationQuery")]
pub struct GetQuery {
    /// `graph` and `versions` add what they name.
    #[serde(default)]
    #[schemars(extend("examples" = [["graph", "versions"]]))]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AutomationInclude")]
enum Include {
    /// Nodes and connections of the newest version.
    Graph,
    /// All versions, the newest first.
    Versions,
}

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<Automation>> {
    let (brand, record) = (cx.brand_key()?, find(&tx, &cx).await?);
    let mut automation = show(&tx, &cx, &record).await?;
    if query.include.contains(&Include::Graph) {
        let head = automations::version(&tx, brand, record.head.id).await?;
        let head = head.ok_or_else(|| DbError::Other("the newest version is gone".into()))?;
        automation = automation.with_graph(&head.graph)?;
    }
    if query.include.contains(&Include::Versions) {
        let versions = automations::versions(&tx, brand, record.id).await?;
        let versions = versions.into_iter().map(|row| Version::of(row, &record));
        automation.versions = Some(versions.collect());
    }
    Ok(Reply::ok(automation))
}
