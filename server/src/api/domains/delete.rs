//! `DELETE /v1/domains/{domainId}`.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::domains::{self, UnfinishedSend};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::lock;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

/// Sends that a refusal names.
const NAMED_SENDS: i64 = 100;

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
        return Err(in_use("The sandbox domain belongs to the brand.", &[]).into());
    }
    // A send locks the domain before it begins to use it.
    let sends = domains::unfinished_sends(&tx, brand, domain.id, NAMED_SENDS).await?;
    if !sends.is_empty() {
        return Err(in_use("Sends from this domain have not ended.", &sends).into());
    }
    let deleted = domains::delete(&tx, brand, domain.id).await?;
    Ok(Reply::ok(Deleted {
        domain_id: domain.public_id,
        deleted,
    }))
}

fn in_use(message: &str, sends: &[UnfinishedSend]) -> Problem {
    let sends: Vec<Value> = sends
        .iter()
        .map(|send| json!({ "sendId": send.public_id, "status": send.status }))
        .collect();
    Problem::new(Code::DomainInUse, message)
        .details(json!({ "sends": sends, "referencingAutomations": [] }))
}
