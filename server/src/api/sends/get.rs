//! `GET /v1/sends/{sendId}`.

use std::sync::Arc;

use postrider_domain::sending::send::RecipientState;
use postrider_engine::campaigns::{Exclusions, Named};
use postrider_store::analytics::OfSend;
use postrider_store::db::Tx;
use postrider_store::delivery::tallies;
use postrider_store::sends;
use schemars::JsonSchema;
use serde::Deserialize;

use super::events;
use super::record::{Delivery, Send, canceled_alone, show, show_mail};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
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

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<Send>> {
    let brand = cx.brand()?;
    let (mut send, tally, of, canceled) =
        match Named::find(&tx, brand.key, cx.path("sendId")).await? {
            Named::Send(record) => {
                let tally = tallies::read(&tx, brand.key, record.id).await?;
                let of = OfSend::Send(record.id);
                let canceled = canceled_alone(&record, &tally);
                (show(*record, &tally)?, tally, of, canceled)
            }
            Named::Mail { mail, stream } => {
                let progress = sends::progress(&tx, brand.key, [&*mail]).await?;
                let progress = progress.get(&(mail.send, mail.ordinal)).cloned();
                let progress = progress.unwrap_or_default();
                let (tally, of) = (mail.tally(&progress), OfSend::from(&*mail));
                let canceled = i64::from(mail.state == RecipientState::Canceled);
                let send = show_mail(&mail, &stream, &tally, &progress)?;
                (send, tally, of, canceled)
            }
        };
    send.delivery = Some(Delivery::of(&tally, send.status, canceled));
    send.exclusions = Some(Exclusions::from(&tally));
    if query.include.contains(&Include::Events) {
        events::embed(&tx, brand, of, &mut send).await?;
    }
    Ok(Reply::ok(send))
}
