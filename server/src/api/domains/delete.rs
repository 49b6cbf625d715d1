//! `DELETE /v1/domains/{domainId}`.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::{domains, sends};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::lock;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::input::Nothing;
use crate::api::reply::Reply;
use crate::api::sends::in_use::refuse_in_use;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedDomain")]
pub struct Deleted {
    domain_id: String,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<Deleted>> {
    let (brand, domain) = (cx.brand_key()?, lock(&tx, &cx).await?);
    if domain.sandbox {
        return Err(Problem::new(
            Code::DomainInUse,
            "The sandbox domain belongs to the brand.",
        )
        .details(json!({ "sends": [], "referencingAutomations": [] }))
        .into());
    }
    // A send locks the domain before it begins to use it.
    let users = sends::users_of_domain(&tx, brand, domain.id).await?;
    refuse_in_use(Code::DomainInUse, &users)?;
    let deleted = domains::delete(&tx, brand, domain.id).await?;
    Ok(Reply::ok(Deleted {
        domain_id: domain.public_id,
        deleted,
    }))
}
