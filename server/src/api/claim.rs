//! Claiming an account with a link: whoever has it chooses the password, and the first owner a real address.

use std::sync::Arc;

use postrider_domain::accounts::link::LinkKind;
use postrider_domain::accounts::password;
use postrider_domain::accounts::token::{self, MintedToken, TokenHash};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_engine::accounts::first_start::OWNER;
use postrider_engine::accounts::{signing_in, telling};
use postrider_store::db::{DbError, Tx};
use postrider_store::people::{self, PersonRecord, links, memberships, sessions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::reply::Reply;
use super::sessions::{
    Beginning, PersonView, SessionView, begin, begun, hashed, person_view, second_factor,
};
use crate::app::tries::Try;
use crate::config::MailMode;
use crate::entropy;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AppState")]
pub struct State {
    /// Whether an owner can sign in. Before that the link is needed which the first start has made.
    claimed: bool,
    /// Whether mails are kept instead of sent.
    captures_mail: bool,
    /// Who is signed in, if anybody is.
    person: Option<PersonView>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What stands behind the `#` of the link.
    #[schemars(length(max = 100))]
    token: String,
    /// For the first owner alone, whose address is none that gets mail.
    #[schemars(length(max = 254))]
    email: Option<String>,
    /// 12 characters or more.
    #[schemars(length(max = 1024))]
    password: String,
    #[schemars(length(min = 1, max = 200))]
    name: Option<String>,
    /// Where the account has a second factor: a link does not stand for it.
    #[schemars(length(max = 64))]
    code: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    /// What stands behind the `#` of the link.
    #[schemars(length(max = 100))]
    token: String,
    /// 12 characters or more.
    #[schemars(length(max = 1024))]
    password: String,
    /// Where the account has a second factor: a link does not stand for it.
    #[schemars(length(max = 64))]
    code: Option<String>,
}

/// What is ready before the transaction.
pub struct Claiming {
    kind: LinkKind,
    link: TokenHash,
    email: Option<String>,
    hash: String,
    name: Option<String>,
    code: Option<String>,
    minted: MintedToken,
    session_id: String,
    tried: Try,
}

/// `GET /app/api/state`
pub async fn state(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<State>> {
    Ok(Reply::ok(State {
        claimed: memberships::any_owner_with_password(&tx).await?,
        captures_mail: matches!(cx.app().config.mail, MailMode::Capture),
        person: cx.signed_in().map(person_view),
    }))
}

pub async fn prepare(cx: Cx, body: Arc<Claim>) -> ApiResult<Claiming> {
    prepare_with(&cx, LinkKind::Claim, &body).await
}

/// With the link of a mail: whose the account is, is settled, and its address and name stay.
pub async fn prepare_reset(cx: Cx, body: Arc<Reset>) -> ApiResult<Claiming> {
    let body = Claim {
        token: body.token.clone(),
        email: None,
        password: body.password.clone(),
        name: None,
        code: body.code.clone(),
    };
    prepare_with(&cx, LinkKind::Reset, &body).await
}

async fn prepare_with(cx: &Cx, kind: LinkKind, body: &Claim) -> ApiResult<Claiming> {
    let mut tried = Try {
        account: None,
        address: cx.address(),
    };
    cx.app().tries.begin(&tried, Millis(cx.now()))?;
    let link = token::parse(&body.token).ok_or_else(unknown)?;
    let now = Millis(cx.now());
    let db = cx.db();
    let found = db.read(move |tx| async move {
        let Some(found) = links::find(&tx, link, kind, now).await? else {
            return Ok::<_, DbError>(None);
        };
        people::get(&tx, found.person).await
    });
    let person = found.await?.ok_or_else(unknown)?;
    if person.has_second_factor() {
        // Whoever has the link may still guess codes, as slowly as others do.
        let account = Some(person.email.clone());
        let guessed = Try {
            account: account.clone(),
            address: None,
        };
        cx.app().tries.begin(&guessed, Millis(cx.now()))?;
        tried.account = account;
    }
    let email = new_address(&person, body.email.as_deref())?;
    password::check(&body.password, email.as_deref().unwrap_or(&person.email))?;
    Ok(Claiming {
        kind,
        link,
        email,
        hash: hashed(cx, &body.password).await?,
        name: body.name.clone(),
        code: body.code.clone(),
        minted: token::mint(entropy::bytes()),
        session_id: entropy::lower32(),
        tried,
    })
}

/// The first owner has none that gets mail, and is asked for one. Nobody else changes theirs here.
fn new_address(person: &PersonRecord, given: Option<&str>) -> Result<Option<String>, Problem> {
    match (person.email == OWNER, given) {
        (true, None) => Err(Problem::invalid(
            "email",
            "The account has no address yet that gets mail.",
        )
        .suggest("Send `email`: your own address.")),
        (true, Some(given)) => {
            let address = EmailAddress::parse(given.trim())?;
            Ok(Some(address.as_str().to_owned()))
        }
        (false, None) => Ok(None),
        (false, Some(_)) => Err(Problem::invalid(
            "email",
            "The account has an address: the link is for that one.",
        )
        .suggest("Leave `email` out.")),
    }
}

/// Of two at once one finds the link unused. Whatever was signed in before is not any more.
pub async fn claim(tx: Tx, cx: Cx, claiming: Arc<Claiming>) -> ApiResult<Reply<SessionView>> {
    let now = Millis(cx.now());
    let used = links::use_once(&tx, claiming.link, claiming.kind, now).await?;
    let person = people::lock(&tx, used.ok_or_else(unknown)?).await?;
    let mut person = person.ok_or_else(unknown)?;
    let (seal, code) = (&cx.app().keys().people, claiming.code.as_deref());
    if !signing_in::accept_code(&tx, seal, &person, code, cx.now()).await? {
        return Err(second_factor("`code` is missing, wrong, or was used.").into());
    }
    if let Some(email) = &claiming.email {
        if !people::set_email(&tx, person.id, email).await? {
            let message = "Another person has this address.";
            return Err(Problem::new(Code::EmailTaken, message)
                .param("email")
                .into());
        }
        person.email.clone_from(email);
    }
    if let Some(name) = &claiming.name {
        people::set_name(&tx, person.id, Some(name)).await?;
        person.name = Some(name.clone());
    }
    people::set_password(&tx, person.id, &claiming.hash, now).await?;
    sessions::end_all(&tx, person.id).await?;
    links::end_all(&tx, person.id).await?;
    let session_id = &claiming.session_id;
    let beginning = Beginning {
        person: &person,
        minted: &claiming.minted,
        session_id,
        looks_at: None,
    };
    let reply = begin(&tx, &cx, beginning).await?;
    let act = match claiming.kind {
        LinkKind::Claim => "account.claim",
        LinkKind::Reset => "account.reset",
    };
    telling::tell(&tx, &begun(&cx, &person, session_id, act)).await?;
    cx.app().tries.forgive(&claiming.tried);
    Ok(reply)
}

fn unknown() -> Problem {
    let message = "The link was used, has expired, or never was.";
    Problem::new(Code::LinkNotFound, message)
}
