//! `POST /v1/sends`: a campaign is accepted, or counted.

use std::sync::Arc;

use postrider_domain::address::EmailAddress;
use postrider_domain::catalog::Code;
use postrider_domain::credits::{Period, sends_balance};
use postrider_domain::problem::Problem;
use postrider_domain::send::{SendKind, SendStatus, Tally};
use postrider_domain::time;
use postrider_store::db::{DbError, Tx};
use postrider_store::sends::{self, NewSend, Recipients};
use postrider_store::usage::{self, Account};
use postrider_store::{audiences, domains};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::body::{CreateBody, Wanted, Who};
use super::counting::{Exclusions, count_ahead, take_addresses};
use super::resolve::{Resolved, no_such_audience, no_such_domain, require_ready, resolve};
use super::warnings::{SendWarning, warnings};
use crate::api::cx::Cx;
use crate::api::failure::{Failure, Outcome};
use crate::api::reply::Reply;
use crate::entropy;

/// A campaign that was accepted (202), or what it would be (`dryRun`, 200).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AcceptedSend")]
pub enum Accepted {
    #[serde(rename_all = "camelCase")]
    Send {
        send_id: String,
        kind: SendKind,
        /// `queued` or `scheduled`
        status: SendStatus,
        email_id: String,
        /// Who can be mailed as things stand.
        recipient_count: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        scheduled_at: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schemars(default)]
        warnings: Vec<SendWarning>,
    },
    #[serde(rename_all = "camelCase")]
    DryRun {
        dry_run: bool,
        recipient_count: i64,
        exclusions: Exclusions,
    },
}

pub struct Prepared {
    wanted: Arc<Wanted>,
    counted: Option<Tally>,
}

pub async fn prepare(cx: Cx, body: Arc<CreateBody>) -> Outcome<Prepared> {
    let wanted = Arc::new(Wanted::check(&body, cx.now())?);
    let counted = count_ahead(&cx, &wanted).await?;
    Ok(Prepared { wanted, counted })
}

pub async fn create(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> Outcome<Reply<Accepted>> {
    let wanted = &prepared.wanted;
    let resolved = resolve(&tx, &cx, wanted).await?;
    let tally = match (&wanted.who, prepared.counted) {
        (_, Some(tally)) => tally,
        (Who::Addresses(addresses), None) => take_addresses(&tx, &cx, addresses).await?,
        // What kept it from being counted has gone in this very moment.
        (Who::Everybody | Who::Audience(_), None) => return Err(DbError::Busy.into()),
    };
    if wanted.dry_run {
        return Ok(Reply::ok(Accepted::DryRun {
            dry_run: true,
            recipient_count: tally.planned,
            exclusions: Exclusions::from(&tally),
        }));
    }
    hold(&tx, &cx, &resolved).await?;
    if tally.planned == 0 {
        return Err(nobody(&tally).into());
    }
    let at = wanted.scheduled_at.unwrap_or_else(|| cx.now());
    require_allowance(&tx, &cx, at, tally.planned).await?;
    accept(&tx, &cx, wanted, resolved, tally.planned).await
}

/// Keeps audience and domain from being deleted before the send that uses them is there.
async fn hold(tx: &Tx, cx: &Cx, resolved: &Resolved) -> Outcome<()> {
    let brand = cx.brand_key()?;
    if let Some(audience) = &resolved.audience {
        let held = audiences::lock(tx, brand, &audience.public_id).await?;
        held.ok_or_else(no_such_audience)?;
    }
    let held = domains::lock(tx, brand, resolved.domain.id).await?;
    require_ready(&held.ok_or_else(no_such_domain)?)?;
    Ok(())
}

pub fn nobody(tally: &Tally) -> Problem {
    Problem::new(
        Code::NoEligibleRecipients,
        "Nobody of those named can be mailed.",
    )
    .details(json!({ "exclusions": Exclusions::from(tally) }))
}

/// The allowance is taken when the send starts; this only spares a send that could not.
pub async fn require_allowance(tx: &Tx, cx: &Cx, at: i64, count: i64) -> Outcome<()> {
    let plan = cx.plan()?;
    let account = Account {
        period: Period::at(at),
        ..cx.account()?
    };
    let balance = sends_balance(plan, &usage::read(tx, &account).await?);
    if balance.covers(count) {
        return Ok(());
    }
    let message = format!(
        "The send goes to {count}, and {} deliveries are left of this month's.",
        balance.remaining.unwrap_or_default()
    );
    Err(Problem::new(Code::SendQuotaExceeded, message)
        .details(json!({
            "recipientCount": count,
            "remaining": balance.remaining,
            "planKey": plan.key,
        }))
        .into())
}

async fn accept(
    tx: &Tx,
    cx: &Cx,
    wanted: &Wanted,
    resolved: Resolved,
    recipient_count: i64,
) -> Outcome<Reply<Accepted>> {
    let warnings = warnings(tx, cx, &resolved).await?;
    let email_id = resolved.email.public_id.clone();
    let new = NewSend {
        public_id: entropy::opaque21(),
        email: resolved.email.id,
        email_version: resolved.version.id,
        domain: resolved.domain.id,
        recipients: recipients(wanted, &resolved)?,
        subject: resolved.subject,
        preview_text: resolved.preview_text,
        from_email: resolved.from.email,
        from_name: resolved.from.name,
        reply_to: resolved.reply_to,
        recipient_count,
        scheduled_at: wanted.scheduled_at,
    };
    let made = sends::create(tx, cx.brand_key()?, &new, cx.now()).await?;
    if made.is_none() {
        return Err(overtaken(tx, cx, wanted).await);
    }
    Ok(Reply::accepted(Accepted::Send {
        status: new.status(),
        send_id: new.public_id,
        kind: SendKind::Campaign,
        email_id,
        recipient_count,
        scheduled_at: new.scheduled_at.map(time::format),
        warnings,
    }))
}

fn recipients(wanted: &Wanted, resolved: &Resolved) -> Result<Recipients, Problem> {
    Ok(match (&wanted.who, &resolved.audience) {
        (Who::Addresses(addresses), _) => {
            let addresses: Vec<&str> = addresses.iter().map(EmailAddress::as_str).collect();
            let json = serde_json::to_string(&addresses).map_err(|error| {
                let message = format!("The addresses cannot be stored: {error}");
                Problem::new(Code::InternalError, message)
            })?;
            Recipients::Addresses(json)
        }
        (_, Some(audience)) => Recipients::Audience {
            id: audience.id,
            name: audience.name.clone(),
        },
        (_, None) => Recipients::Everybody,
    })
}

/// Somebody else was faster: what stands now says how.
async fn overtaken(tx: &Tx, cx: &Cx, wanted: &Wanted) -> Failure {
    match resolve(tx, cx, wanted).await {
        Err(failure) => failure,
        Ok(_) => DbError::Busy.into(),
    }
}
