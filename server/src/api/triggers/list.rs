//! `GET /v1/automations/triggers`, all or one.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_engine::triggers::find;
use postrider_store::db::Tx;
use postrider_store::triggers::{self, TriggerRecord};

use super::record::Trigger;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use crate::api::reply::Reply;

pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Trigger>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = triggers::list(&tx, cx.brand_key()?, after, i64::from(limit) + 1).await?;
    let position = |row: &TriggerRecord| vec![Position::Int(row.id)];
    let page = page(&cx, limit, rows, position, |row| Ok(row.into()))?;
    Ok(Reply::ok(page))
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Trigger>> {
    let id = cx.path("triggerEventId").to_owned();
    Ok(Reply::ok(find(&tx, cx.brand_key()?, &id).await?.into()))
}
