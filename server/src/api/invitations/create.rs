//! `POST /app/api/invitations`: the invitation is written and told of, then mailed; the link is in the answer too.

use std::sync::Arc;

use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token::{self, MintedToken};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_engine::accounts::mails::{self, Invited};
use postrider_store::db::Tx;
use postrider_store::organizations;
use postrider_store::people::audit::{self, AuditTarget};
use postrider_store::people::invitations::{self, InvitationRecord, NewInvitation};
use postrider_store::people::{self as persons, memberships};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Invitation, not_found, show};
use crate::api::account_mail;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::people::{BrandNames, GivenRole, Granter, brand_limit};
use crate::api::reply::Reply;
use crate::entropy;

/// What an answer shows once.
const LINK: &[&str] = &["link"];

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationBody {
    #[schemars(length(max = 254))]
    email: String,
    role: GivenRole,
    /// The brands that the person will see; without it, all there are and all to come.
    #[schemars(length(max = 1000))]
    brand_ids: Option<Vec<String>>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentInvitation {
    #[serde(flatten)]
    invitation: Invitation,
    /// The same link that was mailed, to be handed over in another way. Shown once: a request that is repeated under its
    /// idempotency key is answered without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    /// Whether a mail server took the mail.
    mailed: bool,
    /// What hindered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mail_problem: Option<String>,
}

/// What is ready before the transaction.
pub struct Inviting {
    email: EmailAddress,
    role: Role,
    brand_ids: Option<Vec<String>>,
    minted: MintedToken,
    public_id: String,
}

/// What was written, and what is to be mailed.
pub struct Written {
    invitation: Invitation,
    organization: String,
    link: String,
}

pub fn handler() -> Typed<InvitationBody, SentInvitation, SentInvitation> {
    handler::outside(begin, work, finish).after(prepare)
}

async fn prepare(_: Cx, body: Arc<InvitationBody>) -> ApiResult<Inviting> {
    Ok(Inviting {
        email: EmailAddress::parse(body.email.trim())?,
        role: body.role.into(),
        brand_ids: body.brand_ids.clone(),
        minted: token::mint(entropy::bytes()),
        public_id: entropy::lower32(),
    })
}

async fn begin(tx: Tx, cx: Cx, inviting: Arc<Inviting>) -> ApiResult<Written> {
    let (org, email) = (cx.caller().org, inviting.email.as_str());
    let granter = Granter::hold(&tx, &cx).await?;
    let limit = brand_limit(&tx, &cx, inviting.brand_ids.as_deref()).await?;
    granter.check(inviting.role, &limit)?;
    if let Some(known) = persons::find_by_email(&tx, email).await?
        && memberships::get(&tx, org, known.id).await?.is_some()
    {
        let message = "The person belongs to the organization already.";
        return Err(Problem::new(Code::AlreadyMember, message)
            .param("email")
            .into());
    }
    let new = NewInvitation {
        org,
        public_id: inviting.public_id.clone(),
        email: email.to_owned(),
        role: inviting.role,
        limit,
        token_hash: inviting.minted.hash,
        invited_by: Some(cx.person()?.person.id),
        now: Millis(cx.now()),
    };
    invitations::create(&tx, &new).await?;
    let record = invitations::get(&tx, org, &inviting.public_id).await?;
    let record = record.ok_or_else(not_found)?;
    let names = BrandNames::read(&tx, &cx, [&record.limit]).await?;
    tell(&tx, &cx, &record, &names).await?;
    let organization = organizations::get(&tx, org).await?.ok_or_else(not_found)?;
    Ok(Written {
        invitation: show(&record, &names, cx.now()),
        organization: organization.name,
        link: cx.app().home.link("invitation", &inviting.minted.text),
    })
}

/// In the commit that makes it: what comes after is only the mail.
async fn tell(tx: &Tx, cx: &Cx, record: &InvitationRecord, names: &BrandNames) -> ApiResult<()> {
    let mut row = cx.audit_row("invitations.create")?;
    row.target = Some(AuditTarget {
        kind: "invitation".to_owned(),
        id: record.public_id.clone(),
    });
    row.after = Some(json!({
        "email": record.email, "role": record.role.as_str(), "brandIds": names.of(&record.limit),
    }));
    audit::append(tx, &row).await?;
    Ok(())
}

async fn work(cx: Cx, written: Arc<Written>) -> ApiResult<SentInvitation> {
    let own = &cx.person()?.person;
    let invited = Invited {
        to: &written.invitation.email,
        organization: &written.organization,
        invited_by: Some(own.name.as_deref().unwrap_or(&own.email)),
        role: written.invitation.role,
    };
    let mail = mails::invitation(&invited, written.link.clone());
    let mailed = account_mail::send(cx.app(), &mail).await;
    Ok(SentInvitation {
        invitation: written.invitation.clone(),
        link: Some(written.link.clone()),
        mailed: mailed.is_ok(),
        mail_problem: mailed.err(),
    })
}

async fn finish(_: Tx, _: Cx, sent: Arc<SentInvitation>) -> ApiResult<Reply<SentInvitation>> {
    Ok(Reply::created(SentInvitation::clone(&sent)).shown_once(LINK))
}
