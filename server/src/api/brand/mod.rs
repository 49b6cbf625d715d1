//! The brand of the key: what its mails look like and where they come from.

mod identity;
mod theme;

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::contact::Patch;
use postrider_domain::cursor::Position;
use postrider_domain::problem::Problem;
use postrider_domain::time;
use postrider_store::brands::{self, BrandRecord};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cx::Cx;
use super::failure::Outcome;
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::reply::Reply;
use identity::{Identity, IdentityChange};
use theme::{Theme, ThemeChange};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    brand_id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    website_url: Option<String>,
    /// `extracting`, `completed` or `failed`
    status: String,
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

#[derive(Serialize, Deserialize, JsonSchema)]
struct Readiness {
    ready: bool,
    status: String,
    /// 0 to 100
    progress: u8,
    steps: Steps,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<RowError>,
}

/// `queued`, `running`, `completed`, `failed` or `skipped` each
#[derive(Serialize, Deserialize, JsonSchema)]
struct Steps {
    logo: String,
    theme: String,
    domain: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RowFailure")]
struct RowError {
    code: String,
    message: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Logo {
    url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
}

fn show(record: BrandRecord) -> Result<Brand, Problem> {
    Ok(Brand {
        brand_id: record.public_id,
        name: record.name,
        website_url: record.website_url,
        status: record.status,
        readiness: stored(&record.readiness)?,
        identity: stored(&record.identity)?,
        theme: stored(&record.theme)?,
        logos: stored(&record.logos)?,
        voice: record.voice,
        time_zone: record.time_zone,
        track_opens: record.track_opens,
        track_clicks: record.track_clicks,
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
    })
}

/// JSON that we wrote ourselves.
fn stored<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|error| {
        tracing::error!(error = %error, "a stored brand cannot be read");
        Problem::new(Code::InternalError, "A stored value cannot be read.")
    })
}

fn to_store<T: Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value)
        .map_err(|_| Problem::new(Code::InternalError, "The brand cannot be stored."))
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> Outcome<Reply<Brand>> {
    let record = brands::get(&tx, cx.brand_key()?)
        .await?
        .ok_or_else(not_found)?;
    Ok(Reply::ok(show(record)?))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "BrandChange")]
pub struct ChangeBody {
    #[schemars(length(min = 1, max = 200), extend("format" = "line"))]
    name: Option<String>,
    /// Starts extraction of logo and theme from the website.
    #[schemars(length(max = 2000))]
    website_url: Option<String>,
    /// Who the brand is: what every mail tells its readers.
    identity: Option<IdentityChange>,
    /// What mails look like.
    theme: Option<ThemeChange>,
    /// How the brand speaks; used when text is written for it.
    #[serde(default)]
    #[schemars(length(max = 5000))]
    voice: Patch<String>,
    /// IANA name; decides what a day is in filters and waits.
    #[schemars(extend("format" = "time-zone"))]
    time_zone: Option<String>,
    /// Whether mails carry a picture that tells of their opening.
    track_opens: Option<bool>,
    /// Whether links in mails lead past this server, to be counted.
    track_clicks: Option<bool>,
}

pub async fn change(tx: Tx, cx: Cx, body: Arc<ChangeBody>) -> Outcome<Reply<Brand>> {
    if body.website_url.is_some() {
        return Err(
            Problem::new(Code::NotImplemented, "Websites cannot be read yet.")
                .param("websiteUrl")
                .suggest("Leave `websiteUrl` out and set `identity` and `theme` by hand.")
                .into(),
        );
    }
    let mut record = brands::lock(&tx, cx.brand_key()?)
        .await?
        .ok_or_else(not_found)?;
    if let Some(change) = &body.identity {
        record.identity = to_store(&change.apply(stored(&record.identity)?))?;
    }
    if let Some(change) = &body.theme {
        record.theme = to_store(&change.apply(stored(&record.theme)?))?;
    }
    record.name = body.name.clone().unwrap_or(record.name);
    record.voice = body.voice.clone().apply(record.voice);
    record.time_zone = body.time_zone.clone().unwrap_or(record.time_zone);
    record.track_opens = body.track_opens.unwrap_or(record.track_opens);
    record.track_clicks = body.track_clicks.unwrap_or(record.track_clicks);
    record.updated_at = cx.now();
    brands::update(&tx, &record).await?;
    Ok(Reply::ok(show(record)?))
}

/// `GET /v1/brands`: the organization's, newest first.
pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> Outcome<Reply<Page<Brand>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = brands::list(&tx, cx.caller().org, i64::from(limit) + 1, after).await?;
    Ok(Reply::ok(page(
        &cx,
        limit,
        rows,
        |row| vec![Position::Int(row.key.brand)],
        show,
    )?))
}

fn not_found() -> Problem {
    Problem::new(Code::BrandNotFound, "The brand was deleted.")
}
