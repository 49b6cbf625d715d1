//! The brands of an organization: made and deleted by people who see them all.

use std::sync::Arc;

use postrider_domain::accounts::brand::{BrandUpdate, IdentityUpdate};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use postrider_engine::accounts::{AccountError, brands as engine, standing};
use postrider_engine::assets::Entropy;
use postrider_store::brands;
use postrider_store::db::Tx;
use postrider_store::people::audit::AuditTarget;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Brand, not_found, show};
use crate::api::cx::Cx;
use crate::api::failure::{ApiResult, Failure};
use crate::api::input::Nothing;
use crate::api::reply::{Reply, Told};
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewBrand {
    #[schemars(length(min = 1, max = 200), extend("format" = "line"))]
    name: String,
    /// IANA name; without one, `UTC`.
    #[schemars(extend("format" = "time-zone"))]
    time_zone: Option<String>,
    /// The postal address that every marketing mail must carry.
    #[schemars(length(max = 1000))]
    address: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletedBrand {
    brand_id: String,
    /// It is stopped for good; what it has is removed in the background.
    deleted: bool,
}

/// `POST /app/api/brands`
pub async fn create(tx: Tx, cx: Cx, body: Arc<NewBrand>) -> ApiResult<Reply<Brand>> {
    require_all_brands(&cx)?;
    let entropy: Entropy = Arc::new(entropy::bytes);
    let made = engine::create(&tx, &entropy, cx.caller().org, &body.name, cx.now()).await?;
    let update = BrandUpdate {
        time_zone: body.time_zone.clone(),
        identity: body.address.clone().map(|address| IdentityUpdate {
            address: Patch::Set(address),
            ..IdentityUpdate::default()
        }),
        ..BrandUpdate::default()
    };
    let made = engine::update(&tx, made.key, &update, cx.now()).await?;
    let made = made.ok_or_else(not_found)?;
    let told = Told {
        target: Some(target(&made.public_id)),
        after: Some(json!({ "name": made.name, "timeZone": made.time_zone })),
        ..Told::default()
    };
    Ok(Reply::created(show(made)).tell(told))
}

/// `DELETE /app/api/brands/{brandId}`
pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<DeletedBrand>> {
    require_all_brands(&cx)?;
    let id = cx.path("brandId");
    let found = brands::find(&tx, cx.caller().org, id).await?;
    let found = found.ok_or_else(not_found)?;
    let record = brands::get(&tx, found.key).await?.ok_or_else(not_found)?;
    standing::delete_brand(&tx, &found.public_id, cx.now())
        .await
        .map_err(|error| match error {
            AccountError::Database(error) => Failure::Database(error),
            _ => not_found().into(),
        })?;
    let told = Told {
        before: Some(json!({ "name": record.name })),
        ..Told::default()
    };
    let deleted = DeletedBrand {
        brand_id: id.to_owned(),
        deleted: true,
    };
    Ok(Reply::ok(deleted).tell(told))
}

/// Whoever sees some brands alone could not see a new one, and has no say over the others.
fn require_all_brands(cx: &Cx) -> Result<(), Problem> {
    if !cx.brand_limit().is_limited() {
        return Ok(());
    }
    let message = "You see some brands alone; brands are made and deleted by those who see all.";
    Err(Problem::new(Code::InsufficientRole, message).param("admin"))
}

fn target(brand_id: &str) -> AuditTarget {
    AuditTarget {
        kind: "brand".to_owned(),
        id: brand_id.to_owned(),
    }
}
