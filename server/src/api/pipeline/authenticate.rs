//! Who calls. Keys and sessions are looked up on every request: one that was revoked or ended is refused at once, on
//! every process.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use postrider_domain::accounts::key::{self, PresentedKey};
use postrider_domain::accounts::scope::Scopes;
use postrider_domain::accounts::token::TokenHash;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::turns::Asker;
use postrider_store::brands::{self, BrandIdentity};
use postrider_store::db::{DbError, Tx};
use postrider_store::keys::{self, KeyRecord};
use postrider_store::people::found::Named;

use super::authenticated::Authenticated;
use super::session;
use crate::api::callers::{Caller, Callers, Principal};
use crate::api::facts::Facts;
use crate::api::failure::ApiResult;
use crate::api::row::{Row, Tenant};

/// What a caller shows to be known by. A key goes before a session.
pub enum Presented {
    Key(PresentedKey),
    /// For a call about an organization or a brand.
    Session(TokenHash),
    /// For a call about the person alone.
    Own(TokenHash),
    /// Whoever it is may call.
    Perhaps(Option<TokenHash>),
}

impl Presented {
    /// By what the row takes.
    pub fn by(facts: &Facts, row: &Row) -> Result<Self, Problem> {
        match row.callers {
            Callers::KeyOrPerson if shows_session_alone(facts) => {
                session::presented(facts).map(Self::Session)
            }
            Callers::Key | Callers::KeyOrPerson => key(&facts.headers).map(Self::Key),
            Callers::Person if row.tenant == Tenant::Person => {
                session::presented(facts).map(Self::Own)
            }
            Callers::Person => session::presented(facts).map(Self::Session),
            Callers::Anybody => session::presented_perhaps(facts).map(Self::Perhaps),
            Callers::Provider => Err(session::no_session()),
        }
    }

    /// On whose behalf it is looked up, as far as this process has seen it before.
    pub fn asker(&self, facts: &Facts) -> Asker {
        match self {
            Self::Key(key) => facts.app.known_keys.asker(key.hash()),
            Self::Session(token) | Self::Own(token) | Self::Perhaps(Some(token)) => {
                facts.app.known_keys.asker(token.as_array())
            }
            Self::Perhaps(None) => Asker::Stranger,
        }
    }
}

fn shows_session_alone(facts: &Facts) -> bool {
    let shows_key =
        facts.headers.contains_key(AUTHORIZATION) || facts.headers.contains_key("x-api-key");
    !shows_key && facts.app.home.cookie(&facts.headers).is_some()
}

/// In a read of its own, for requests that go on to write.
pub async fn alone(facts: &Arc<Facts>, presented: Presented) -> ApiResult<Authenticated> {
    let asker = presented.asker(facts);
    let (db, facts) = (facts.db.on_behalf_of(asker), Arc::clone(facts));
    db.read_apart(move |tx| async move { authenticate(&tx, &facts, &presented).await })
        .await
}

pub async fn authenticate(
    tx: &Tx,
    facts: &Facts,
    presented: &Presented,
) -> ApiResult<Authenticated> {
    let named = facts.named_brand().map_or(Named::Nothing, Named::Brand);
    let found = match presented {
        Presented::Key(key) => return with_key(tx, facts, key).await,
        Presented::Session(token) => session::find(tx, facts, *token, named).await?,
        Presented::Own(token) => session::find(tx, facts, *token, Named::Nothing).await?,
        Presented::Perhaps(None) => Some(nobody()),
        Presented::Perhaps(Some(token)) => {
            let found = session::find(tx, facts, *token, Named::Nothing).await?;
            Some(found.unwrap_or_else(nobody))
        }
    };
    let found = found.ok_or_else(session::ended)?;
    if let Principal::Person(person) = &found.caller.principal
        && found.caller.org != Caller::NO_ORGANIZATION
    {
        let known = &facts.app.known_keys;
        known.learn(person.session.token.as_array(), found.caller.org);
    }
    Ok(found)
}

fn nobody() -> Authenticated {
    Authenticated {
        caller: Caller::nobody(),
        brand: None,
    }
}

/// Key and brand come from one query: every request pays for it.
async fn with_key(tx: &Tx, facts: &Facts, presented: &PresentedKey) -> ApiResult<Authenticated> {
    let named = facts.named_brand();
    let (record, brand) = find(tx, &presented.prefix, named)
        .await?
        .filter(|(record, _)| presented.matches(&record.hash))
        .ok_or_else(unknown)?;
    facts.app.known_keys.learn(presented.hash(), record.org);
    if record.is_revoked(facts.now) {
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
fn key(headers: &HeaderMap) -> Result<PresentedKey, Problem> {
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
