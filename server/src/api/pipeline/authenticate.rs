//! Who calls with a key. It is looked up on every request: a revoked one is refused at once, on every
//! process.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use postrider_domain::accounts::key::{self, PresentedKey};
use postrider_domain::accounts::scope::Scopes;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_store::brands::{self, BrandIdentity};
use postrider_store::db::{DbError, Tx};
use postrider_store::keys::{self, KeyRecord};

use crate::api::callers::{Caller, Principal};
use crate::api::facts::Facts;
use crate::api::failure::ApiResult;

/// Who calls, and the brand that the key or `X-Brand-Id` names; whether the route takes it is asked
/// later, in its turn.
pub struct Authenticated {
    pub caller: Caller,
    pub brand: Option<BrandIdentity>,
}

/// In a read of its own, for requests that go on to write.
pub async fn alone(facts: &Arc<Facts>, presented: PresentedKey) -> ApiResult<Authenticated> {
    let asker = facts.app.known_keys.asker(&presented);
    let (db, facts) = (facts.db.on_behalf_of(asker), Arc::clone(facts));
    db.read_apart(move |tx| async move { authenticate(&tx, &facts, &presented).await })
        .await
}

/// Key and brand come from one query: every request pays for it.
pub async fn authenticate(
    tx: &Tx,
    facts: &Facts,
    presented: &PresentedKey,
) -> ApiResult<Authenticated> {
    let named = facts.named_brand();
    let (record, brand) = find(tx, &presented.prefix, named)
        .await?
        .filter(|(record, _)| presented.matches(&record.hash))
        .ok_or_else(unknown)?;
    facts.app.known_keys.learn(presented, record.org);
    if record.revoked_at.is_some() {
        return Err(Problem::new(Code::ApiKeyRevoked, "The API key was revoked.").into());
    }
    check_standing(&record)?;
    facts
        .app
        .last_used
        .touch(record.org, record.id, Millis(facts.now));
    Ok(Authenticated {
        caller: caller(record),
        brand,
    })
}

/// A key is worth no more than its organization.
fn check_standing(record: &KeyRecord) -> Result<(), Problem> {
    if record.org_deleted_at.is_some() {
        let message = "The organization of this API key was deleted.";
        return Err(Problem::new(Code::ApiKeyRevoked, message)
            .suggest("Use a key of another organization; this one does not come back."));
    }
    match record.suspended_at {
        Some(_) => Err(suspended()),
        None => Ok(()),
    }
}

pub fn suspended() -> Problem {
    Problem::new(
        Code::OrganizationSuspended,
        "The organization is suspended.",
    )
}

async fn find(
    tx: &Tx,
    prefix: &str,
    named: Option<&str>,
) -> Result<Option<(KeyRecord, Option<BrandIdentity>)>, DbError> {
    let Some((record, bound)) = keys::find(tx, prefix).await? else {
        return Ok(None);
    };
    let brand = match (record.brand, named) {
        (None, Some(public_id)) => brands::find(tx, record.org, public_id).await?,
        _ => bound,
    };
    Ok(Some((record, brand)))
}

/// `Authorization` counts where both headers are sent.
pub fn presented(headers: &HeaderMap) -> Result<PresentedKey, Problem> {
    let text = match headers.get(AUTHORIZATION) {
        Some(value) => value.to_str().ok().and_then(bearer).ok_or_else(|| {
            unknown().suggest("Send the header as `Authorization: Bearer <key>`.")
        })?,
        None => match headers.get("x-api-key") {
            Some(value) => value.to_str().map_err(|_| unknown())?.trim(),
            None => {
                return Err(Problem::new(
                    Code::AuthenticationRequired,
                    "No API key was sent.",
                ));
            }
        },
    };
    key::parse(text).ok_or_else(unknown)
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
}

pub fn no_session() -> Problem {
    Problem::new(
        Code::AuthenticationRequired,
        "This needs a person who has signed in.",
    )
}

fn unknown() -> Problem {
    Problem::new(Code::InvalidApiKey, "The API key is malformed or unknown.")
}

fn caller(record: KeyRecord) -> Caller {
    Caller {
        org: record.org,
        plan: record.plan,
        principal: Principal::Key {
            number: record.id,
            // What is stored was checked when the key was made.
            scopes: Scopes::parse(&record.scopes).unwrap_or_default(),
        },
        bound_brand: record.brand,
    }
}
