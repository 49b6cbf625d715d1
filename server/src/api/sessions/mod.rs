//! The session of whoever uses the app: signing in and out, who they are, and which organization they look at.

mod create;
mod proof;
mod view;

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_engine::accounts::first_start::OWNER;
use postrider_engine::accounts::signing_in;
use postrider_engine::accounts::telling::{self, Deed};
use postrider_store::db::Tx;
use postrider_store::organizations;
use postrider_store::people::sessions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::callers::SignedIn;
use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::reply::Reply;
pub use create::{Beginning, begin, create, deed as begun, prove};
pub use proof::{Proof, hashed, invalid, prove as prove_password, second_factor};
use view::{LooksAt, Shown, view};
pub use view::{PersonView, SessionView};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedOut {
    signed_out: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LookAt {
    #[schemars(length(max = 64))]
    organization_id: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenPassword {
    #[schemars(length(max = 1024))]
    password: String,
    /// Where the account has a second factor.
    #[schemars(length(max = 64))]
    code: Option<String>,
}

/// A password that was given again.
pub struct GivenAgain {
    proof: Proof,
    code: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordHolds {
    wants_password: bool,
}

/// Who they are to others.
pub fn person_view(signed_in: &SignedIn) -> PersonView {
    PersonView {
        person_id: signed_in.person.public_id.clone(),
        email: signed_in.person.email.clone(),
        name: signed_in.person.name.clone(),
        has_second_factor: signed_in.person.has_second_factor,
        needs_address: signed_in.person.email == OWNER,
    }
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<SessionView>> {
    let own = cx.person()?;
    let looks_at = own.membership.as_ref().map(|own| own.org_public_id.clone());
    Ok(Reply::ok(shown(&tx, &cx, looks_at).await?))
}

async fn shown(tx: &Tx, cx: &Cx, looks_at: Option<String>) -> ApiResult<SessionView> {
    let own = cx.person()?;
    let shown = Shown {
        number: own.person.id,
        person: person_view(own),
        session_id: own.session.public_id.clone(),
        times: own.session.times,
        looks_at: LooksAt::Organization(looks_at),
    };
    Ok(view(tx, shown, cx.now()).await?)
}

/// Also for whoever is not signed in any more: the browser forgets the cookie.
pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<SignedOut>> {
    let signed_out = match cx.signed_in() {
        Some(own) => {
            let ended = sessions::end(&tx, own.session.token).await?;
            telling::tell(&tx, &deed(&cx, own, "session.delete")).await?;
            ended
        }
        None => false,
    };
    let cookie = cx.app().home.clear_cookie();
    Ok(Reply::ok(SignedOut { signed_out }).set_cookie(cookie))
}

/// `PUT /app/api/session/organization`
pub async fn look_at(tx: Tx, cx: Cx, body: Arc<LookAt>) -> ApiResult<Reply<SessionView>> {
    let own = cx.person()?;
    let not_found = || {
        let message = "You belong to no such organization.";
        Problem::new(Code::NotFound, message).suggest("Yours are in the menu at your name.")
    };
    let id = body.organization_id.as_str();
    let found = if id.contains('\0') {
        None
    } else {
        organizations::find(&tx, id).await?
    };
    let found = found.filter(|org| org.deleted_at.is_none());
    let org = found.ok_or_else(not_found)?;
    if !sessions::look_at(&tx, own.session.token, org.id).await? {
        return Err(not_found().into());
    }
    Ok(Reply::ok(shown(&tx, &cx, Some(org.public_id)).await?))
}

/// `POST /app/api/session/password`: the password again, before something dangerous.
pub async fn prove_again(cx: Cx, body: Arc<GivenPassword>) -> ApiResult<GivenAgain> {
    let email = cx.person()?.person.email.clone();
    Ok(GivenAgain {
        proof: prove_password(&cx, &email, &body.password).await?,
        code: body.code.clone(),
    })
}

pub async fn give_password(
    tx: Tx,
    cx: Cx,
    given: Arc<GivenAgain>,
) -> ApiResult<Reply<PasswordHolds>> {
    let own = cx.person()?;
    require_own(own, &given.proof)?;
    let held = signing_in::hold(&tx, &given.proof.judged).await?;
    let person = held.ok_or_else(invalid)?;
    let (seal, code) = (&cx.app().keys().people, given.code.as_deref());
    if !signing_in::accept_code(&tx, seal, &person, code, cx.now()).await? {
        return Err(second_factor("`code` is missing, wrong, or was used.").into());
    }
    sessions::give_password(&tx, own.session.token, Millis(cx.now())).await?;
    telling::tell(&tx, &deed(&cx, own, "session.password")).await?;
    let holds = PasswordHolds {
        wants_password: false,
    };
    Ok(Reply::ok(holds).forgive(&given.proof.tried))
}

/// The address may have become somebody else's between two statements.
pub fn require_own(own: &SignedIn, proof: &Proof) -> Result<(), Problem> {
    if proof.judged.person == own.person.id {
        return Ok(());
    }
    Err(invalid())
}

/// What the person did in the session that it calls with.
pub fn deed(cx: &Cx, own: &SignedIn, act: &'static str) -> Deed {
    let deed = Deed::new(act, own.person.id, cx.origin().address, cx.now());
    deed.in_session(&own.session.public_id)
}
