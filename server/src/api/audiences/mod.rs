//! Audiences: saved filters over the brand's contacts.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::cursor::Position;
use postrider_domain::filter::{self, FilterGroup};
use postrider_domain::problem::Problem;
use postrider_domain::time;
use postrider_store::audiences::{self, AudienceRecord, Change, NewAudience};
use postrider_store::db::{DbError, Tx};
use postrider_store::{brands, contacts, fields, sends};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::contacts::ContactFilter;
use super::cx::Cx;
use super::failure::{Failure, Outcome};
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::reply::Reply;
use super::sends::in_use::refuse_in_use;
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

fn stored_filter(json: &str) -> Result<FilterGroup, Problem> {
    FilterGroup::from_stored(json)
        .ok_or_else(|| Problem::new(Code::InternalError, "A stored filter cannot be read."))
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> Outcome<Reply<Page<Audience>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = audiences::list(&tx, cx.brand_key()?, after, i64::from(limit) + 1).await?;
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

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> Outcome<Reply<Audience>> {
    let mut record = find(&tx, &cx).await?;
    if query.include.contains(&Include::Count) {
        let group = stored_filter(&record.filters)?;
        record.count = count(&tx, &cx, &group).await?;
        record.counted_at = Some(cx.now());
    }
    Ok(Reply::ok(show(record)?))
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
#[schemars(rename = "AudienceChange")]
pub struct ChangeBody {
    #[schemars(length(min = 1, max = 200))]
    name: Option<String>,
    /// Replaces the filters as a whole.
    #[schemars(with = "Option<FilterGroup>")]
    filters: Option<Value>,
}

/// A write that has been checked, its members counted before the transaction opens: counting a
/// million contacts would hold every other writer.
pub struct Prepared {
    name: Option<String>,
    filters: Option<Counted>,
}

struct Counted {
    json: String,
    /// `None` when counting took too long; the background counts later.
    count: Option<i64>,
}

pub async fn prepare_create(cx: Cx, body: Arc<CreateBody>) -> Outcome<Prepared> {
    Ok(Prepared {
        name: Some(body.name.clone()),
        filters: Some(counted(&cx, &body.filters).await?),
    })
}

pub async fn prepare_change(cx: Cx, body: Arc<ChangeBody>) -> Outcome<Prepared> {
    let filters = match &body.filters {
        None | Some(Value::Null) => None,
        Some(filters) => Some(counted(&cx, filters).await?),
    };
    Ok(Prepared {
        name: body.name.clone(),
        filters,
    })
}

async fn counted(cx: &Cx, filters: &Value) -> Outcome<Counted> {
    let group = Arc::new(FilterGroup::read(filters, "filters")?);
    let (call, wanted) = (cx.clone(), Arc::clone(&group));
    let count = cx
        .app()
        .db
        .read_heavy(move |tx| {
            let (cx, group) = (call.clone(), Arc::clone(&wanted));
            async move { count(&tx, &cx, &group).await }
        })
        .await;
    let count = match count {
        Ok(count) => Some(count),
        Err(Failure::Database(DbError::Timeout)) => None,
        Err(failure) => return Err(failure),
    };
    let json = serde_json::to_string(&*group)
        .map_err(|_| Problem::new(Code::InternalError, "The filter cannot be stored."))?;
    Ok(Counted { json, count })
}

async fn count(tx: &Tx, cx: &Cx, group: &FilterGroup) -> Outcome<i64> {
    let brand = cx.brand_key()?;
    let known = fields::known(tx, brand).await?;
    let checked = filter::check(group, &known, "filters")?;
    let resolved = ContactFilter::together(cx, vec![checked])?;
    Ok(contacts::count(tx, brand, resolved.as_ref(), None).await?)
}

/// The fields may have changed since the filter was checked; from here on they cannot.
async fn hold_fields(tx: &Tx, cx: &Cx, filters: &str) -> Outcome<()> {
    let brand = cx.brand_key()?;
    brands::lock(tx, brand).await?;
    let known = fields::known(tx, brand).await?;
    filter::check(&stored_filter(filters)?, &known, "filters")?;
    Ok(())
}

pub async fn create(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> Outcome<Reply<Audience>> {
    if let Some(filters) = &prepared.filters {
        hold_fields(&tx, &cx, &filters.json).await?;
    }
    let filters = prepared.filters.as_ref();
    let count = filters.and_then(|filters| filters.count);
    let new = NewAudience {
        public_id: entropy::lower32(),
        name: prepared.name.clone().unwrap_or_default(),
        filters: filters
            .map(|filters| filters.json.clone())
            .unwrap_or_default(),
        count: count.unwrap_or(0),
        counted_at: count.map(|_| cx.now()),
    };
    let record = audiences::create(&tx, cx.brand_key()?, new, cx.now()).await?;
    Ok(Reply::created(show(record)?))
}

pub async fn change(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> Outcome<Reply<Audience>> {
    if let Some(filters) = &prepared.filters {
        hold_fields(&tx, &cx, &filters.json).await?;
    }
    let change = Change {
        name: prepared.name.clone(),
        filters: prepared
            .filters
            .as_ref()
            .map(|filters| audiences::NewFilters {
                filters: filters.json.clone(),
                count: filters.count.unwrap_or(0),
                counted_at: filters.count.map(|_| cx.now()),
            }),
    };
    let record = audiences::update(
        &tx,
        cx.brand_key()?,
        cx.path("audienceId"),
        change,
        cx.now(),
    )
    .await?
    .ok_or_else(not_found)?;
    Ok(Reply::ok(show(record)?))
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DeletedAudience")]
pub struct Deleted {
    #[serde(flatten)]
    audience: Audience,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<Deleted>> {
    let (brand, id) = (cx.brand_key()?, cx.path("audienceId"));
    // Locked first: nobody can begin to use it meanwhile.
    let record = audiences::lock(&tx, brand, id)
        .await?
        .ok_or_else(not_found)?;
    let users = sends::users_of_audience(&tx, brand, record.id).await?;
    refuse_in_use(Code::AudienceInUse, &users)?;
    let record = audiences::delete(&tx, brand, id)
        .await?
        .ok_or_else(not_found)?;
    Ok(Reply::ok(Deleted {
        audience: show(record)?,
        deleted: true,
    }))
}

async fn find(tx: &Tx, cx: &Cx) -> Outcome<AudienceRecord> {
    Ok(audiences::get(tx, cx.brand_key()?, cx.path("audienceId"))
        .await?
        .ok_or_else(not_found)?)
}

fn not_found() -> Problem {
    Problem::new(Code::AudienceNotFound, "There is no such audience.")
}
