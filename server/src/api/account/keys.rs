//! The API keys of an organization, as people make, list and replace them. Revoking one is part of the public contract.

use std::sync::Arc;

use postrider_domain::accounts::scope::{Scope, Scopes};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::accounts::keys::{self, KeyOwner, MadeKey, NewKey};
use postrider_engine::assets::Entropy;
use postrider_store::brands;
use postrider_store::db::Tx;
use postrider_store::keys::{self as stored, ListedKey};
use postrider_store::people::audit::AuditTarget;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use crate::api::reply::{Reply, Told};
use crate::entropy;

/// What an answer shows once.
const SECRET: &[&str] = &["secret"];
/// For so long a replaced key goes on unless somebody says otherwise, and at most: a week.
const OVERLAP_MINUTES: i64 = 60;
const MINUTE_MS: i64 = 60 * 1000;

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    key_id: String,
    name: String,
    /// What the key has behind `pr_live_`, as far as it is no secret.
    prefix: String,
    scopes: Vec<String>,
    /// Absent for a key of the organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    brand_id: Option<String>,
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<String>,
    /// When it ends: another has taken its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
    /// When it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewApiKey {
    #[serde(flatten)]
    key: ApiKey,
    /// Shown once. A request that is repeated under its idempotency key is answered without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    /// The key that it takes the place of.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaces: Option<ReplacedKey>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReplacedKey {
    key_id: String,
    /// Until then both are good.
    expires_at: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeyBody {
    /// What it is for.
    #[schemars(length(min = 1, max = 200), extend("format" = "line"))]
    name: String,
    /// `all`, or some of the others.
    #[schemars(length(min = 1, max = 20))]
    scopes: Vec<String>,
    /// Without one it is a key of the organization, for all brands.
    #[schemars(length(max = 64))]
    brand_id: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RotateBody {
    /// For so long both are good; without it, an hour. 0 ends the old one at once.
    #[schemars(range(min = 0, max = 10080))]
    overlap_minutes: Option<i64>,
}

/// `GET /app/api/keys`: newest first, those that have ended too. Whoever sees some brands alone sees the keys of those.
pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<ApiKey>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = stored::page(&tx, cx.caller().org, after, i64::from(limit) + 1).await?;
    let position = |row: &ListedKey| vec![Position::Int(row.id)];
    let shown = page(&cx, limit, rows, position, |row| {
        Ok(is_seen(&cx, &row).then(|| show(row, cx.now())))
    })?;
    Ok(Reply::ok(shown.seen()))
}

/// A key of the organization is for those who see all of it.
fn is_seen(cx: &Cx, key: &ListedKey) -> bool {
    match key.brand {
        Some(brand) => cx.brand_limit().allows(brand),
        None => !cx.brand_limit().is_limited(),
    }
}

/// `POST /app/api/keys`
pub async fn create(tx: Tx, cx: Cx, body: Arc<KeyBody>) -> ApiResult<Reply<NewApiKey>> {
    let scopes = scopes(&body.scopes)?;
    let org = cx.caller().org;
    let brand = match &body.brand_id {
        Some(id) => Some(seen_brand(&tx, &cx, id).await?),
        None if cx.brand_limit().is_limited() => return Err(brand_needed().into()),
        None => None,
    };
    let new = NewKey {
        owner: KeyOwner { org, brand },
        scopes: &scopes,
        name: &body.name,
    };
    let made = keys::create(&tx, &random(), &new, cx.now()).await?;
    created(&tx, &cx, made, None).await
}

/// `POST /app/api/keys/{keyId}/rotate`
pub async fn rotate(tx: Tx, cx: Cx, body: Arc<RotateBody>) -> ApiResult<Reply<NewApiKey>> {
    let org = cx.caller().org;
    let found = stored::listed(&tx, org, cx.path("keyId")).await?;
    let old = found.filter(|key| is_seen(&cx, key));
    let old = old.ok_or_else(super::not_found)?;
    let overlap = body.overlap_minutes.unwrap_or(OVERLAP_MINUTES) * MINUTE_MS;
    // One that ends soon anyway does not go on for longer.
    let ends_at = (cx.now() + overlap).min(old.revoked_at.unwrap_or(i64::MAX));
    let made = keys::rotate(&tx, &random(), org, &old, cx.now(), ends_at).await?;
    let made = made.ok_or_else(|| {
        let message = "The key has ended: none can take its place.";
        Problem::new(Code::ApiKeyEnded, message)
    })?;
    let replaces = ReplacedKey {
        key_id: old.public_id,
        expires_at: time::format(ends_at),
    };
    created(&tx, &cx, made, Some(replaces)).await
}

async fn created(
    tx: &Tx,
    cx: &Cx,
    made: MadeKey,
    replaces: Option<ReplacedKey>,
) -> ApiResult<Reply<NewApiKey>> {
    let row = stored::listed(tx, cx.caller().org, &made.public_id).await?;
    let key = show(row.ok_or_else(super::not_found)?, cx.now());
    let told = Told {
        target: Some(AuditTarget {
            kind: "key".to_owned(),
            id: made.public_id,
        }),
        after: Some(json!({ "name": key.name, "scopes": key.scopes, "brandId": key.brand_id })),
        before: replaces
            .as_ref()
            .map(|old| json!({ "keyId": old.key_id, "expiresAt": old.expires_at })),
        ..Told::default()
    };
    let answer = NewApiKey {
        key,
        secret: Some(made.minted.secret),
        replaces,
    };
    Ok(Reply::created(answer).shown_once(SECRET).tell(told))
}

fn show(row: ListedKey, now: i64) -> ApiKey {
    let ended = row.is_revoked(now);
    let ends_at = row.revoked_at.map(time::format);
    ApiKey {
        key_id: row.public_id,
        name: row.name,
        prefix: row.prefix,
        scopes: row.scopes.split(',').map(str::to_owned).collect(),
        brand_id: row.brand_public_id,
        created_at: time::format(row.created_at),
        last_used_at: row.last_used_at.map(time::format),
        expires_at: ends_at.clone().filter(|_| !ended),
        revoked_at: ends_at.filter(|_| ended),
    }
}

fn scopes(words: &[String]) -> Result<Scopes, Problem> {
    Scopes::parse(&words.join(",")).map_err(|word| {
        let known = Scope::ALL.map(Scope::as_str).join("`, `");
        Problem::invalid("scopes", format!("`{word}` is no scope."))
            .suggest(format!("There are `{known}`."))
    })
}

/// A brand that the person sees, by number.
async fn seen_brand(tx: &Tx, cx: &Cx, id: &str) -> ApiResult<i64> {
    let found = brands::find(tx, cx.caller().org, id).await?;
    let number = found.map(|brand| brand.key.brand);
    let seen = number.filter(|brand| cx.brand_limit().allows(*brand));
    Ok(seen.ok_or_else(|| {
        Problem::new(
            Code::BrandNotFound,
            "There is no such brand in the organization.",
        )
        .param("brandId")
    })?)
}

/// Whoever sees some brands alone has none for the others.
fn brand_needed() -> Problem {
    Problem::invalid(
        "brandId",
        "You see some brands alone: a key of yours is for one of them.",
    )
    .suggest("Send `brandId`; `GET /v1/brands` lists yours.")
}

fn random() -> Entropy {
    Arc::new(entropy::bytes)
}
