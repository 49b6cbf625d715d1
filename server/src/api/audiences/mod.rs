//! Audiences: saved filters over the brand's contacts.

use std::sync::Arc;

use postrider_domain::contacts::filter::FilterGroup;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::time;
use postrider_engine::audiences::{
    self, AudienceUpdate, CountedFilter, GivenAudience, not_found, stored_filter,
};
use postrider_store::audiences::{self as rows, AudienceRecord};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::page::{MAX_LIMIT, PAGE_BYTES, Page, PageQuery, after_number, page};
use super::reply::Reply;
use crate::entropy;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Audience {
    audience_id: String,
    name: String,
    filters: FilterGroup,
    /// Members, whatever their subscription, as of `countedAt`.
    count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    counted_at: Option<String>,
    created_at: String,
    updated_at: String,
}

fn show(record: AudienceRecord) -> Result<Audience, Problem> {
    Ok(Audience {
        audience_id: record.public_id,
        name: record.name,
        filters: stored_filter(&record.filters)?,
        count: record.count,
        counted_at: record.counted_at.map(time::format),
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
    })
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Audience>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?;
    let spare = i64::from(limit) + 1;
    let rows = rows::list(&tx, cx.brand_key()?, after, spare, PAGE_BYTES).await?;
    Ok(Reply::ok(page(
        &cx,
        limit,
        rows,
        |row| vec![Position::Int(row.id)],
        show,
    )?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetQuery {
    /// `count` counts the members now.
    #[serde(default)]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Include {
    /// Count the members now.
    Count,
}

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<Audience>> {
    let mut record = find(&tx, &cx).await?;
    if query.include.contains(&Include::Count) {
        let group = stored_filter(&record.filters)?;
        record.count = audiences::count(&tx, cx.brand()?, &group, cx.now()).await?;
        record.counted_at = Some(cx.now());
        keep_count(&cx, &record)?;
    }
    Ok(Reply::ok(show(record)?))
}

/// Lists show it from now on. Written behind the answer: a read holds no transaction that writes.
fn keep_count(cx: &Cx, record: &AudienceRecord) -> ApiResult<()> {
    let (brand, id, count) = (cx.brand_key()?, record.id, record.count);
    let (db, now) = (cx.db(), Millis(cx.now()));
    cx.app().writes.spawn(async move {
        let kept =
            db.write(move |tx| async move { rows::set_count(&tx, brand, id, count, now).await });
        if let Err(error) = kept.await {
            tracing::warn!(error = %error, "the count of an audience was not kept");
        }
    });
    Ok(())
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AudienceBody")]
pub struct CreateBody {
    #[schemars(length(min = 1, max = 200))]
    name: String,
    /// Who belongs to it; at most 100 conditions, 5 levels deep.
    #[schemars(with = "FilterGroup")]
    filters: Value,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AudienceUpdate")]
pub struct UpdateBody {
    #[schemars(length(min = 1, max = 200))]
    name: Option<String>,
    /// Replaces the filters as a whole.
    #[schemars(with = "Option<FilterGroup>")]
    filters: Option<Value>,
}

pub async fn prepare_create(cx: Cx, body: Arc<CreateBody>) -> ApiResult<GivenAudience> {
    Ok(GivenAudience {
        name: body.name.clone(),
        filter: counted(&cx, &body.filters).await?,
    })
}

pub async fn prepare_change(cx: Cx, body: Arc<UpdateBody>) -> ApiResult<AudienceUpdate> {
    let filter = match &body.filters {
        None | Some(Value::Null) => None,
        Some(filters) => Some(counted(&cx, filters).await?),
    };
    Ok(AudienceUpdate {
        name: body.name.clone(),
        filter,
    })
}

async fn counted(cx: &Cx, filters: &Value) -> ApiResult<CountedFilter> {
    let group = FilterGroup::read(filters, "filters")?;
    let db = cx.db();
    let counted = audiences::count_ahead(&db, cx.brand()?, group, cx.now());
    cx.while_called(Box::pin(counted)).await
}

pub async fn create(tx: Tx, cx: Cx, given: Arc<GivenAudience>) -> ApiResult<Reply<Audience>> {
    let (brand, id) = (cx.brand_key()?, entropy::lower32());
    let record = audiences::create(&tx, brand, id, &given, cx.now()).await?;
    Ok(Reply::created(show(record)?))
}

pub async fn update(tx: Tx, cx: Cx, update: Arc<AudienceUpdate>) -> ApiResult<Reply<Audience>> {
    let (brand, id) = (cx.brand_key()?, cx.path("audienceId"));
    let record = audiences::update(&tx, brand, id, &update, cx.now()).await?;
    Ok(Reply::ok(show(record)?))
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DeletedAudience")]
pub struct Deleted {
    #[serde(flatten)]
    audience: Audience,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Deleted>> {
    let (brand, id) = (cx.brand_key()?, cx.path("audienceId"));
    let record = audiences::delete(&tx, brand, id).await?;
    Ok(Reply::ok(Deleted {
        audience: show(record)?,
        deleted: true,
    }))
}

async fn find(tx: &Tx, cx: &Cx) -> ApiResult<AudienceRecord> {
    Ok(rows::get(tx, cx.brand_key()?, cx.path("audienceId"))
        .await?
        .ok_or_else(not_found)?)
}
