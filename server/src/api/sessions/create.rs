//! `POST /app/api/session`: signing in.

use std::sync::Arc;

use postrider_domain::accounts::session::SessionTimes;
use postrider_domain::accounts::token::{self, MintedToken};
use postrider_domain::numbers::Millis;
use postrider_engine::accounts::signing_in::{self, Opening};
use postrider_engine::accounts::telling::{self, Deed};
use postrider_store::db::{DbError, Tx};
use postrider_store::people::PersonRecord;
use schemars::JsonSchema;
use serde::Deserialize;

use super::proof::{self, Proof};
use super::view::{LooksAt, PersonView, SessionView, Shown, view};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    #[schemars(length(max = 254))]
    email: String,
    #[schemars(length(max = 1024))]
    password: String,
    /// Six digits of the authenticator app, or a recovery code, where the account has a second factor.
    #[schemars(length(max = 64))]
    code: Option<String>,
}

/// What is ready before the transaction.
pub struct Entering {
    proof: Proof,
    code: Option<String>,
    minted: MintedToken,
    session_id: String,
}

pub async fn prove(cx: Cx, body: Arc<SignIn>) -> ApiResult<Entering> {
    let proof = proof::prove(&cx, &body.email, &body.password).await?;
    if proof.person.has_second_factor() && body.code.is_none() {
        return Err(
            proof::second_factor("The account has a second factor: `code` is missing.").into(),
        );
    }
    Ok(Entering {
        proof,
        code: body.code.clone(),
        minted: token::mint(entropy::bytes()),
        session_id: entropy::lower32(),
    })
}

/// The token is always a new one: what a browser sent before is worth nothing afterwards.
pub async fn create(tx: Tx, cx: Cx, entering: Arc<Entering>) -> ApiResult<Reply<SessionView>> {
    let proof = &entering.proof;
    let Some(person) = signing_in::hold(&tx, &proof.judged).await? else {
        return Err(proof::invalid().into());
    };
    let (seal, code) = (&cx.app().keys().people, entering.code.as_deref());
    if !signing_in::accept_code(&tx, seal, &person, code, cx.now()).await? {
        let failure = proof::failure(person.id, cx.origin().address, cx.now());
        telling::tell(&tx, &failure).await?;
        return Ok(Reply::refusal(proof::second_factor(
            "The code is wrong, or was used.",
        )));
    }
    let beginning = Beginning {
        person: &person,
        minted: &entering.minted,
        session_id: &entering.session_id,
        looks_at: None,
    };
    let begun = begin(&tx, &cx, beginning).await?;
    telling::tell(
        &tx,
        &deed(&cx, &person, &entering.session_id, "session.create"),
    )
    .await?;
    cx.app().tries.forgive(&proof.tried);
    Ok(begun)
}

/// A session that is to begin.
pub struct Beginning<'b> {
    pub person: &'b PersonRecord,
    pub minted: &'b MintedToken,
    pub session_id: &'b str,
    /// The organization that it looks at, by number and id; without one, the oldest of the person.
    pub looks_at: Option<(i64, String)>,
}

/// In place of the session that the browser had.
pub async fn begin(
    tx: &Tx,
    cx: &Cx,
    beginning: Beginning<'_>,
) -> Result<Reply<SessionView>, DbError> {
    let Beginning {
        person,
        minted,
        session_id,
        looks_at,
    } = beginning;
    let (org, looks_at) = match looks_at {
        Some((org, id)) => (Some(org), LooksAt::Organization(Some(id))),
        None => (None, LooksAt::First),
    };
    let opening = Opening {
        token: minted.hash,
        public_id: session_id.to_owned(),
        org,
        origin: cx.origin(),
        replaced: cx.signed_in().map(|before| before.session.token),
        now: cx.now(),
    };
    signing_in::open(tx, person.id, &opening).await?;
    let now = Millis(cx.now());
    let shown = Shown {
        number: person.id,
        person: PersonView {
            person_id: person.public_id.clone(),
            email: person.email.clone(),
            name: person.name.clone(),
            has_second_factor: person.has_second_factor(),
        },
        session_id: session_id.to_owned(),
        times: SessionTimes {
            made_at: now,
            last_seen_at: now,
            password_given_at: now,
        },
        looks_at,
    };
    let shown = view(tx, shown, cx.now()).await?;
    let cookie = cx.app().home.set_cookie(&minted.text);
    Ok(Reply::created(shown).set_cookie(cookie))
}

/// What the person did with a session that began just now.
pub fn deed(cx: &Cx, person: &PersonRecord, session_id: &str, act: &'static str) -> Deed {
    let deed = Deed::new(act, person.id, cx.origin().address, cx.now());
    deed.in_session(session_id)
}
