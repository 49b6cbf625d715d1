//! The second factor of a person: the secret of an authenticator app, and codes for its loss. Both are shown once.

use std::sync::Arc;

use postrider_domain::accounts::recovery_code;
use postrider_domain::accounts::totp::TotpSecret;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_engine::accounts::telling;
use postrider_store::db::{DbError, Tx};
use postrider_store::people::{self, PersonRecord, second_factors, sessions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;
use crate::api::sessions::{deed, second_factor};
use crate::app::tries::Try;
use crate::entropy;

/// How authenticator apps name the service.
const ISSUER: &str = "Postrider";

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SecondFactor")]
pub struct State {
    enabled: bool,
    recovery_codes_left: i64,
}

/// What an authenticator app is told. It counts once a code of it was given.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OfferedSecondFactor")]
pub struct Offered {
    /// As it is typed in by hand.
    secret: String,
    /// As it is read from a picture.
    url: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// Six digits that the app shows.
    #[schemars(length(max = 64))]
    code: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Each stands for the app once. Those that were made before are worth nothing any more.
    recovery_codes: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RemovedSecondFactor")]
pub struct Removed {
    removed: bool,
}

pub async fn state(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<State>> {
    let own = cx.person()?;
    Ok(Reply::ok(State {
        enabled: own.person.has_second_factor,
        recovery_codes_left: second_factors::codes_left(&tx, own.person.id).await?,
    }))
}

pub async fn offer(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Offered>> {
    let own = cx.person()?;
    let secret = TotpSecret::new(entropy::bytes());
    let seal = &cx.app().keys().people;
    let sealed = seal.seal(&own.person.public_id, secret.as_bytes().to_vec());
    let sealed = sealed.map_err(|error| DbError::Other(error.to_string()))?;
    if !second_factors::offer(&tx, own.person.id, &sealed).await? {
        return Err(active().into());
    }
    telling::tell(&tx, &deed(&cx, own, "profile.offerTotp")).await?;
    Ok(Reply::created(Offered {
        secret: secret.to_text(),
        url: secret.url(ISSUER, &own.person.email),
    }))
}

/// A wrong code is a try like one at signing in.
pub async fn prepare_confirmation(cx: Cx, body: Arc<Confirmation>) -> ApiResult<(String, Try)> {
    let tried = Try {
        account: Some(cx.person()?.person.email.clone()),
        address: cx.address(),
    };
    cx.app().tries.begin(&tried, Millis(cx.now()))?;
    Ok((body.code.clone(), tried))
}

/// From now on signing in takes a code. Sessions that began without one end.
pub async fn confirm(tx: Tx, cx: Cx, given: Arc<(String, Try)>) -> ApiResult<Reply<RecoveryCodes>> {
    let own = cx.person()?;
    let (code, tried) = &*given;
    let person = held(&tx, &cx).await?;
    if person.has_second_factor() {
        return Err(active().into());
    }
    let wrong = || second_factor("The code is wrong: scan the picture again, and check the clock.");
    let sealed = person.totp_secret.as_deref().ok_or_else(|| {
        let message = "No second factor was offered.";
        Problem::invalid("code", message).suggest("Begin with a new secret: Settings, Profile.")
    })?;
    let opened = cx.app().keys().people.open(&person.public_id, sealed);
    let opened = opened.map_err(|error| DbError::Other(error.to_string()))?;
    let secret = TotpSecret::from_bytes(&opened).ok_or_else(wrong)?;
    let step = secret
        .accept(code, None, Millis(cx.now()))
        .ok_or_else(wrong)?;
    if !second_factors::confirm(&tx, person.id, sealed, step).await? {
        return Err(wrong().into());
    }
    sessions::end_others(&tx, person.id, own.session.token).await?;
    let codes = replaced_codes(&tx, &person).await?;
    telling::tell(&tx, &deed(&cx, own, "profile.confirmTotp")).await?;
    Ok(Reply::ok(codes).forgive(tried))
}

pub async fn remove(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Removed>> {
    let own = cx.person()?;
    let removed = second_factors::remove(&tx, own.person.id).await?;
    telling::tell(&tx, &deed(&cx, own, "profile.removeTotp")).await?;
    Ok(Reply::ok(Removed { removed }))
}

pub async fn renew_codes(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<RecoveryCodes>> {
    let own = cx.person()?;
    let person = held(&tx, &cx).await?;
    if !person.has_second_factor() {
        let message = "The account has no second factor that codes could stand for.";
        return Err(Problem::new(Code::SecondFactorMissing, message).into());
    }
    let codes = replaced_codes(&tx, &person).await?;
    telling::tell(&tx, &deed(&cx, own, "profile.renewRecoveryCodes")).await?;
    Ok(Reply::created(codes))
}

async fn held(tx: &Tx, cx: &Cx) -> ApiResult<PersonRecord> {
    let held = people::lock(tx, cx.person()?.person.id).await?;
    // The last organization of the person was removed just now.
    Ok(held.ok_or(DbError::Busy)?)
}

async fn replaced_codes(tx: &Tx, person: &PersonRecord) -> ApiResult<RecoveryCodes> {
    let codes = recovery_code::mint(entropy::bytes());
    let hashes = codes.iter().filter_map(|code| recovery_code::hash(code));
    second_factors::replace_codes(tx, person.id, hashes.collect()).await?;
    Ok(RecoveryCodes {
        recovery_codes: codes,
    })
}

fn active() -> Problem {
    Problem::new(
        Code::SecondFactorActive,
        "The account has a second factor already.",
    )
}
