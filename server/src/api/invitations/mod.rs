//! Invitations to an organization: for one address, by mail and by a link that can be copied.

mod accept;
mod create;

use std::sync::Arc;

use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::time;
use postrider_store::db::Tx;
use postrider_store::organizations;
use postrider_store::people::invitations::{self, InvitationRecord};
use postrider_store::people::{self as persons, memberships};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::people::{BrandNames, Granter};
use super::reply::{Reply, Told};
pub use accept::{accept, prepare as prepare_acceptance};
pub use create::handler as create;

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    invitation_id: String,
    email: String,
    /// `viewer`, `editor`, `admin` or `owner`
    role: &'static str,
    /// The brands that the person will see, of those that you see; absent: all there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    brand_ids: Option<Vec<String>>,
    created_at: String,
    expires_at: String,
    is_expired: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokedInvitation {
    invitation_id: String,
    revoked: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenToken {
    /// What stands behind the `#` of the link.
    #[schemars(length(max = 100))]
    token: String,
}

/// What an invitation says to whoever holds its link.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenInvitation {
    organization_name: String,
    email: String,
    /// `viewer`, `editor`, `admin` or `owner`
    role: &'static str,
    /// Whether the address has an account here, whose password is asked for instead of a new one.
    has_account: bool,
}

/// `GET /app/api/invitations`: those that nobody has accepted.
pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Invitation>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = after_number(&cx, query.cursor.as_deref())?.unwrap_or(0);
    let rows = invitations::list(&tx, cx.caller().org, after, i64::from(limit) + 1).await?;
    let names = BrandNames::read(&tx, &cx, rows.iter().map(|row| &row.limit)).await?;
    let granter = Granter::of(&cx)?;
    let position = |row: &InvitationRecord| vec![Position::Int(row.id)];
    let shown = page(&cx, limit, rows, position, |row| {
        Ok(granter
            .sees(&row.limit)
            .then(|| show(&row, &names, cx.now())))
    })?;
    Ok(Reply::ok(shown.seen()))
}

/// `DELETE /app/api/invitations/{invitationId}`: its link is worth nothing any more.
pub async fn revoke(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<RevokedInvitation>> {
    let (org, id) = (cx.caller().org, cx.path("invitationId"));
    let granter = Granter::hold(&tx, &cx).await?;
    let found = invitations::get(&tx, org, id).await?;
    let found = found.filter(|found| granter.sees(&found.limit));
    let found = found.ok_or_else(not_found)?;
    granter.check(found.role, &found.limit)?;
    if !invitations::revoke(&tx, org, id).await? {
        return Err(not_found().into());
    }
    let told = Told {
        before: Some(json!({ "email": found.email, "role": found.role.as_str() })),
        ..Told::default()
    };
    let revoked = RevokedInvitation {
        invitation_id: id.to_owned(),
        revoked: true,
    };
    Ok(Reply::ok(revoked).tell(told))
}

/// `POST /app/api/invitations/look`: what the page of a link shows. Nothing is written.
pub async fn look(tx: Tx, cx: Cx, body: Arc<GivenToken>) -> ApiResult<Reply<OpenInvitation>> {
    let token = token::parse(&body.token).ok_or_else(unknown)?;
    let found = invitations::find(&tx, token, Millis(cx.now())).await?;
    let found = found.ok_or_else(unknown)?;
    check_standing(&tx, &found).await?;
    let org = organizations::get(&tx, found.org)
        .await?
        .ok_or_else(unknown)?;
    let account = persons::find_by_email(&tx, &found.email).await?;
    Ok(Reply::ok(OpenInvitation {
        organization_name: org.name,
        role: found.role.as_str(),
        has_account: account.is_some(),
        email: found.email,
    })
    .changed_nothing())
}

/// Whoever invited must still be able to: an invitation is worth no more than that.
async fn check_standing(tx: &Tx, found: &InvitationRecord) -> ApiResult<()> {
    let Some(inviter) = found.invited_by else {
        return Ok(());
    };
    let inviter = memberships::get(tx, found.org, inviter).await?;
    let inviter = inviter.ok_or_else(unknown)?;
    let granter = Granter::new(inviter.role, inviter.limit);
    granter
        .check(found.role, &found.limit)
        .map_err(|_| unknown())?;
    Ok(())
}

fn show(record: &InvitationRecord, names: &BrandNames, now: i64) -> Invitation {
    Invitation {
        invitation_id: record.public_id.clone(),
        email: record.email.clone(),
        role: Role::as_str(record.role),
        brand_ids: names.of(&record.limit),
        created_at: time::format(record.created_at),
        expires_at: time::format(record.expires_at),
        is_expired: record.expires_at <= now,
    }
}

fn not_found() -> Problem {
    let message = "There is no such invitation, or somebody has accepted it.";
    Problem::new(Code::InvitationNotFound, message)
}

fn unknown() -> Problem {
    let message = "The invitation was accepted or taken back, has expired, or never was.";
    Problem::new(Code::LinkNotFound, message).suggest("Ask whoever invited you for another.")
}
