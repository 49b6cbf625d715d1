//! The brand of the key: what its mails look like and where they come from.

mod many;

use std::sync::Arc;

use postrider_domain::accounts::brand::{
    BrandStatus, BrandUpdate, Identity, Logo, Readiness, Theme,
};
use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::accounts;
use postrider_store::brands::{self, BrandRecord};
use postrider_store::db::{DbError, Tx};
use schemars::JsonSchema;
use serde::Serialize;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::reply::Reply;
pub use many::{create, delete};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    brand_id: String,
    name: String,
    /// The registrable name of the website, once that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    website_url: Option<String>,
    /// `extracting`, `completed` or `failed`
    #[schemars(with = "String")]
    status: BrandStatus,
    readiness: Readiness,
    identity: Identity,
    theme: Theme,
    logos: Vec<Logo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    voice: Option<String>,
    time_zone: String,
    track_opens: bool,
    track_clicks: bool,
    created_at: String,
    updated_at: String,
}

#[derive(Serialize, JsonSchema)]
pub struct UpdatedBrand {
    #[serde(flatten)]
    brand: Brand,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<BrandWarning>,
}

/// What a change means that the caller may not have thought of.
#[derive(Serialize, JsonSchema)]
struct BrandWarning {
    /// `TIME_ZONE_CHANGED`
    code: &'static str,
    message: String,
}

fn show(record: BrandRecord) -> Brand {
    Brand {
        brand_id: record.public_id,
        name: record.name,
        domain: record.domain,
        website_url: record.website_url,
        status: record.status,
        readiness: record.readiness,
        identity: record.identity,
        theme: record.theme,
        logos: record.logos,
        voice: record.voice,
        time_zone: record.time_zone,
        track_opens: record.track_opens,
        track_clicks: record.track_clicks,
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
    }
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Brand>> {
    let record = brands::get(&tx, cx.brand_key()?)
        .await?
        .ok_or_else(not_found)?;
    Ok(Reply::ok(show(record)))
}

pub async fn update(tx: Tx, cx: Cx, body: Arc<BrandUpdate>) -> ApiResult<Reply<UpdatedBrand>> {
    let record = accounts::brands::update(&tx, cx.brand_key()?, &body, cx.now())
        .await?
        .ok_or_else(not_found)?;
    let before = &cx.brand()?.time_zone;
    let moved = (record.time_zone != *before).then(|| zone_changed(before, &record.time_zone));
    Ok(Reply::ok(UpdatedBrand {
        warnings: moved.into_iter().collect(),
        brand: show(record),
    }))
}

/// Dates are kept as moments, and a day began at another one before.
fn zone_changed(before: &str, now: &str) -> BrandWarning {
    BrandWarning {
        code: "TIME_ZONE_CHANGED",
        message: format!(
            "From now on a date is a day in `{now}`. Dates that were stored before are moments and were not changed: one \
             that began a day in `{before}` may now fall on the day before or after. Write such dates again to keep the day."
        ),
    }
}

/// Of an organization's brands those that somebody sees, newest first.
pub async fn visible(
    tx: &Tx,
    org: i64,
    seen: &BrandLimit,
    limit: u32,
    after: Option<i64>,
) -> Result<Vec<BrandRecord>, DbError> {
    match seen {
        BrandLimit::AllBrands => brands::list(tx, org, limit, after).await,
        BrandLimit::Brands(some) => brands::list_some(tx, org, some, limit, after).await,
    }
}

/// `GET /v1/brands`: the organization's, newest first.
pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Brand>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = visible(&tx, cx.caller().org, cx.brand_limit(), limit + 1, after).await?;
    Ok(Reply::ok(page(
        &cx,
        limit,
        rows,
        |row| vec![Position::Int(row.key.brand)],
        |row| Ok(show(row)),
    )?))
}

fn not_found() -> Problem {
    Problem::new(Code::BrandNotFound, "The brand was deleted.")
}
