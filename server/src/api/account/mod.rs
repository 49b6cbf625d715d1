//! What belongs to the organization: its usage and its keys.

pub mod keys;

use std::sync::Arc;

use postrider_domain::accounts::credits::{
    Balance, Period, balance, sends_balance, storage_balance,
};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::accounts::keys::{self as made, KeyOwner, Revoked};
use postrider_store::db::Tx;
use postrider_store::{storage, usage};
use schemars::JsonSchema;
use serde::Serialize;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    plan: String,
    credits: Allowance,
    email_sends: Allowance,
    /// Bytes of images and of files that wait for their import.
    storage: Allowance,
    period: Bounds,
}

/// `null` means unlimited.
#[derive(Serialize, JsonSchema)]
struct Allowance {
    limit: Option<i64>,
    used: i64,
    remaining: Option<i64>,
    /// Held by work that has not ended.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    reserved: i64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

impl From<Balance> for Allowance {
    fn from(balance: Balance) -> Self {
        Self {
            limit: balance.limit,
            used: balance.used,
            remaining: balance.remaining,
            reserved: balance.reserved,
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct Bounds {
    start: String,
    /// Credits and sends reset here.
    end: String,
}

pub async fn usage(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Usage>> {
    let plan = cx.plan()?;
    let used = usage::read(&tx, &cx.account()?).await?;
    let stored = storage::used(&tx, cx.caller().org).await?;
    let period = Period::at(cx.now());
    Ok(Reply::ok(Usage {
        plan: plan.key.clone(),
        credits: balance(plan, &used).into(),
        email_sends: sends_balance(plan, &used).into(),
        storage: storage_balance(plan, stored).into(),
        period: Bounds {
            start: time::format(period.start),
            end: time::format(period.end),
        },
    }))
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokedKey {
    key_id: String,
    deleted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<String>,
}

pub async fn revoke_key(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<RevokedKey>> {
    let caller = KeyOwner {
        org: cx.caller().org,
        brand: cx.caller().bound_brand,
    };
    let key_id = cx.path("keyId");
    let seen = cx.brand_limit();
    let revoked = if seen.is_limited() {
        made::revoke_seen(&tx, caller.org, seen, key_id, cx.now()).await?
    } else {
        made::revoke(&tx, caller.reach(), key_id, cx.now()).await?
    };
    let (deleted, revoked_at) = match revoked {
        Revoked::Now { at } => (true, at),
        Revoked::Before { at } => (false, at),
        Revoked::NotFound => return Err(not_found().into()),
        Revoked::NotTheBrands => return Err(not_the_brands().into()),
    };
    Ok(Reply::ok(RevokedKey {
        key_id: key_id.to_owned(),
        deleted,
        revoked_at: Some(time::format(revoked_at)),
    }))
}

fn not_found() -> Problem {
    Problem::new(Code::NotFound, "There is no such key.")
        .suggest("List the keys with `postrider key list` or in the app.")
}

fn not_the_brands() -> Problem {
    Problem::new(
        Code::OrgScopeRequired,
        "A key of the organization is revoked by another key of the organization.",
    )
}
