//! `GET /v1/sends/{sendId}`.

use std::sync::Arc;

use postrider_store::db::Tx;
use postrider_store::delivery::tallies;
use postrider_store::sends;
use schemars::JsonSchema;
use serde::Deserialize;

use super::counting::Exclusions;
use super::events::{self, Told};
use super::not_found;
use super::record::{Delivery, Send, show};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SendQuery")]
pub struct GetQuery {
    /// `events` adds what happened to its recipients.
    #[serde(default)]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SendInclude")]
enum Include {
    /// The newest 1,000, the newest first.
    Events,
}

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> Outcome<Reply<Send>> {
    let brand = cx.brand()?;
    let record = sends::get(&tx, brand.key, cx.path("sendId"))
        .await?
        .ok_or_else(not_found)?;
    let tally = tallies::read(&tx, brand.key, record.id).await?;
    let told = if query.include.contains(&Include::Events) {
        Some(events::read(&tx, brand, &record).await?)
    } else {
        None
    };
    let mut send = show(record, &tally)?;
    send.delivery = Some(Delivery::from(&tally));
    send.exclusions = Some(Exclusions::from(&tally));
    if let Some(Told { events, truncated }) = told {
        send.events = Some(events);
        send.events_truncated = Some(truncated);
    }
    Ok(Reply::ok(send))
}
