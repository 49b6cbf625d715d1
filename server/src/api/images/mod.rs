//! `/v1/brand/images`: the library of a brand.

use std::sync::Arc;

use postrider_domain::accounts::credits::{Metering, cost};
use postrider_domain::accounts::role::Permission;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::asset::AssetKind;
use postrider_domain::time;
use postrider_engine::assets::{ImageSearch, SearchRest, SearchedImages};
use postrider_store::assets::{self, AssetPage, AssetRecord};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cx::Cx;
use super::failure::ApiResult;
use super::handler::{self, Typed};
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, Pagination, after_number, page};
use super::pipeline::require_credits;
use super::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    asset_id: String,
    kind: Kind,
    /// Where mails show it from, for ever.
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    width: i64,
    height: i64,
    bytes: i64,
    content_type: String,
    added_at: String,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AssetKind")]
enum Kind {
    Logo,
    /// Of a website, and no logo. Nothing gives it yet.
    Brand,
    /// Made here.
    Generated,
    /// Brought along, by itself or in a design.
    Upload,
}

impl From<AssetKind> for Kind {
    fn from(kind: AssetKind) -> Self {
        match kind {
            AssetKind::Logo => Self::Logo,
            AssetKind::Brand => Self::Brand,
            AssetKind::Generated => Self::Generated,
            AssetKind::Upload => Self::Upload,
        }
    }
}

impl From<Kind> for AssetKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Logo => Self::Logo,
            Kind::Brand => Self::Brand,
            Kind::Generated => Self::Generated,
            Kind::Upload => Self::Upload,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ImageListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before; a search has one page.
    cursor: Option<String>,
    kind: Option<Kind>,
    /// What the image shows, in words: the best come first. This costs; without it the newest come first, for nothing.
    #[schemars(length(min = 1, max = 500))]
    q: Option<String>,
}

pub fn listing() -> Typed<ListQuery, ListQuery, Page<Asset>> {
    handler::read_outside(list).price(|_, query: &ListQuery| match query.q {
        Some(_) => Metering::Fixed(cost::SEMANTIC_IMAGE_SEARCH),
        None => Metering::Free,
    })
}

async fn list(cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Asset>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    if let Some(words) = &query.q {
        return search(&cx, &query, words, limit).await;
    }
    let brand = cx.brand_key()?;
    let wanted = AssetPage {
        kind: query.kind.map(AssetKind::from),
        after: after_number(&cx, query.cursor.as_deref())?,
        limit: i64::from(limit) + 1,
    };
    let db = cx.db();
    let rows = db.read(move |tx| async move { assets::list(&tx, brand, wanted).await });
    let rows: Vec<AssetRecord> = rows.await?;
    let position = |row: &AssetRecord| vec![Position::Int(row.id)];
    Ok(Reply::ok(page(&cx, limit, rows, position, |row| {
        Ok(show(row))
    })?))
}

/// One page: what comes later fits worse and worse.
async fn search(
    cx: &Cx,
    query: &ListQuery,
    words: &str,
    limit: u32,
) -> ApiResult<Reply<Page<Asset>>> {
    if query.cursor.is_some() {
        let message = "A search has one page: the images that fit best.";
        return Err(Problem::invalid("cursor", message)
            .suggest("Leave `cursor` out, or ask more precisely.")
            .into());
    }
    // A browse is for everybody; what costs credits is not.
    if let Some(person) = cx.signed_in()
        && let Some(membership) = &person.membership
    {
        membership.require(Permission::Change)?;
    }
    // Whoever cannot pay does not let others wait.
    require_credits(cx, cost::SEMANTIC_IMAGE_SEARCH).await?;
    let of_kind = |kind: Kind| SearchedImages::OfKind(kind.into());
    let search = ImageSearch {
        texts: vec![words.to_owned()],
        among: query.kind.map_or(SearchedImages::All, of_kind),
        rest: SearchRest::Nothing,
        limit: limit as usize,
    };
    let library = &cx.app().pictures.library;
    let found = library.find(&cx.db(), cx.brand_key()?, search).await?;
    let pagination = Pagination {
        limit,
        cursor: None,
        has_more: false,
    };
    let data = found.into_iter().map(show).collect();
    Ok(Reply::ok(Page { data, pagination }))
}

pub fn show(record: AssetRecord) -> Asset {
    Asset {
        asset_id: record.public_id,
        kind: record.kind.into(),
        url: record.url,
        description: record.description,
        width: record.width,
        height: record.height,
        bytes: record.bytes,
        content_type: record.content_type,
        added_at: time::format(record.added_at),
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedAsset")]
pub struct Deleted {
    asset_id: String,
    deleted: bool,
}

/// Its bytes stay: mails that were sent show them.
pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Deleted>> {
    let id = cx.path("assetId");
    if !assets::hide(&tx, cx.brand_key()?, id, cx.now()).await? {
        return Err(not_found().into());
    }
    Ok(Reply::ok(Deleted {
        asset_id: id.to_owned(),
        deleted: true,
    }))
}

pub fn not_found() -> Problem {
    Problem::new(Code::NotFound, "There is no such image.")
        .suggest("List the brand's images with `GET /v1/brand/images`.")
}
