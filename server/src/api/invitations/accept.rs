//! `POST /app/api/invitations/accept`: whoever has the address joins the organization, and is signed in.

use std::sync::Arc;

use postrider_domain::accounts::password;
use postrider_domain::accounts::token::{self, MintedToken, TokenHash};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_engine::accounts::signing_in;
use postrider_store::db::{DbError, Tx};
use postrider_store::organizations;
use postrider_store::people::audit::{self, AuditTarget, NewAuditRow};
use postrider_store::people::invitations::{self, InvitationRecord};
use postrider_store::people::memberships::{self, Joining, NewMembership};
use postrider_store::people::{self as persons, NewPerson, PersonRecord};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{check_standing, unknown};
use crate::api::cx::Cx;
use crate::api::failure::{ApiResult, Failure};
use crate::api::reply::Reply;
use crate::api::sessions::{
    Beginning, Proof, SessionView, begin, hashed, invalid, prove_password, second_factor,
};
use crate::app::tries::Try;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// What stands behind the `#` of the link.
    #[schemars(length(max = 100))]
    token: String,
    /// For an address without an account: the one that is chosen, 12 characters or more. For one with an account: its
    /// own, unless its person is signed in.
    #[schemars(length(max = 1024))]
    password: Option<String>,
    /// Where the account has a second factor.
    #[schemars(length(max = 64))]
    code: Option<String>,
    /// For an address without an account.
    #[schemars(length(min = 1, max = 200), extend("format" = "line"))]
    name: Option<String>,
}

/// What is ready before the transaction.
pub struct Accepting {
    link: TokenHash,
    email: String,
    who: Who,
    code: Option<String>,
    minted: MintedToken,
    session_id: String,
    tried: Try,
}

/// Who says that the address is theirs, and by what.
enum Who {
    /// They are signed in with it.
    SignedIn(PersonRecord),
    /// They know the password of its account.
    Known(Proof),
    /// Nobody has an account with it: the link is all there is to know.
    New { hash: String, name: Option<String> },
}

pub async fn prepare(cx: Cx, body: Arc<Acceptance>) -> ApiResult<Accepting> {
    let tried = Try {
        account: None,
        address: cx.address(),
    };
    let now = Millis(cx.now());
    cx.app().tries.begin(&tried, now)?;
    let link = token::parse(&body.token).ok_or_else(unknown)?;
    let db = cx.db();
    let found = db.read(move |tx| async move {
        let Some(found) = invitations::find(&tx, link, now).await? else {
            return Ok::<_, DbError>(None);
        };
        let person = persons::find_by_email(&tx, &found.email).await?;
        Ok(Some((found.email, person)))
    });
    let (email, person) = found.await?.ok_or_else(unknown)?;
    let who = match (person, body.password.as_deref()) {
        (Some(person), None) if is_signed_in(&cx, &person) => Who::SignedIn(person),
        (_, None) => return Err(password_needed().into()),
        (Some(_), Some(given)) => Who::Known(known(&cx, &email, given).await?),
        (None, Some(chosen)) => {
            password::check(chosen, &email)?;
            Who::New {
                hash: hashed(&cx, chosen).await?,
                name: body.name.clone(),
            }
        }
    };
    Ok(Accepting {
        link,
        email,
        who,
        code: body.code.clone(),
        minted: token::mint(entropy::bytes()),
        session_id: entropy::lower32(),
        tried,
    })
}

fn is_signed_in(cx: &Cx, person: &PersonRecord) -> bool {
    cx.signed_in().is_some_and(|own| own.person.id == person.id)
}

/// An account that has no password yet is claimed first: whoever invites an address sees the link, and must not come into
/// what else the address belongs to.
async fn known(cx: &Cx, email: &str, given: &str) -> ApiResult<Proof> {
    match prove_password(cx, email, given).await {
        Err(Failure::Problem(problem)) if problem.code == Code::InvalidCredentials => {
            let suggestion = "The address has an account: give its password, or choose a new one where you sign in \
                              (“Forgot it?”).";
            Err(problem.suggest(suggestion).into())
        }
        proof => proof,
    }
}

pub async fn accept(tx: Tx, cx: Cx, accepting: Arc<Accepting>) -> ApiResult<Reply<SessionView>> {
    let now = Millis(cx.now());
    let accepted = invitations::accept(&tx, accepting.link, &accepting.email, now).await?;
    let invitation = accepted.ok_or_else(unknown)?;
    check_standing(&tx, &invitation).await?;
    let person = held(&tx, &cx, &accepting).await?;
    let membership = NewMembership {
        org: invitation.org,
        person: person.id,
        role: invitation.role,
        limit: invitation.limit.clone(),
        created_at: cx.now(),
    };
    match memberships::create(&tx, &membership).await? {
        Joining::Joined | Joining::Already => {}
        Joining::NoPerson => return Err(DbError::Busy.into()),
    }
    tell(&tx, &cx, &invitation, &person, &accepting.session_id).await?;
    let org = organizations::get(&tx, invitation.org).await?;
    let org = org.ok_or_else(unknown)?;
    let beginning = Beginning {
        person: &person,
        minted: &accepting.minted,
        session_id: &accepting.session_id,
        looks_at: Some((org.id, org.public_id)),
    };
    let begun = begin(&tx, &cx, beginning).await?;
    Ok(begun.forgive(&accepting.tried))
}

/// The person, held until the transaction ends, or made.
async fn held(tx: &Tx, cx: &Cx, accepting: &Accepting) -> ApiResult<PersonRecord> {
    let (seal, code) = (&cx.app().keys().people, accepting.code.as_deref());
    let person = match &accepting.who {
        Who::SignedIn(person) => {
            let held = persons::lock(tx, person.id).await?;
            return Ok(held.ok_or_else(unknown)?);
        }
        Who::Known(proof) => signing_in::hold(tx, &proof.judged)
            .await?
            .ok_or_else(invalid)?,
        Who::New { hash, name } => {
            let new = NewPerson {
                public_id: entropy::lower32(),
                email: accepting.email.clone(),
                name: name.clone(),
                password_hash: Some(hash.clone()),
                created_at: cx.now(),
            };
            // Somebody has made an account with this address just now, with a password of its own.
            let made = persons::create(tx, &new).await?.ok_or_else(invalid)?;
            persons::get(tx, made).await?.ok_or_else(unknown)?
        }
    };
    if !signing_in::accept_code(tx, seal, &person, code, cx.now()).await? {
        return Err(second_factor("`code` is missing, wrong, or was used.").into());
    }
    Ok(person)
}

/// In the organization that was joined: the others are not told who belongs where.
async fn tell(
    tx: &Tx,
    cx: &Cx,
    invitation: &InvitationRecord,
    person: &PersonRecord,
    session_id: &str,
) -> Result<(), DbError> {
    let row = NewAuditRow {
        org: invitation.org,
        at: cx.now(),
        person: Some(person.id),
        session: Some(session_id.to_owned()),
        address: cx.origin().address,
        act: "invitations.accept".to_owned(),
        target: Some(AuditTarget {
            kind: "invitation".to_owned(),
            id: invitation.public_id.clone(),
        }),
        brand: None,
        before: None,
        after: Some(json!({ "email": person.email, "role": invitation.role.as_str() })),
        counts: None,
    };
    audit::append(tx, &row).await
}

fn password_needed() -> Problem {
    Problem::invalid("password", "The password is missing.")
        .suggest("Send the one of the account with this address, or choose one for a new account.")
}
