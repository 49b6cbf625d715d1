//! Accepts a campaign: what it names is held, who gets it is known, the plan allows it, and its send is there.

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::{SendStatus, Tally};
use postrider_store::db::{DbError, Tx};
use postrider_store::sends::{self, NewSend, Recipients};
use postrider_store::{audiences, domains};
use serde_json::json;

use super::ahead::CountedCampaign;
use super::campaign::{AddressedTo, Campaign, CampaignContext};
use super::counting::{Exclusions, take_addresses};
use super::resolving::{Resolved, no_such_audience, no_such_domain, require_ready, resolve};
use super::warnings::{SendWarning, warnings};
use crate::failure::Failure;

/// What became of a campaign that could be sent.
pub enum Accepted {
    Send(AcceptedSend),
    /// A dry run: who would get it, and what whoever sends it should know.
    DryRun(Tally, Vec<SendWarning>),
}

pub struct AcceptedSend {
    pub public_id: String,
    pub email_id: String,
    pub status: SendStatus,
    pub recipient_count: i64,
    pub scheduled_at: Option<i64>,
    pub warnings: Vec<SendWarning>,
}

/// `public_id` is that of the send, if one is made.
pub async fn accept(
    tx: &Tx,
    context: &CampaignContext,
    counted: &CountedCampaign,
    public_id: String,
) -> Result<Accepted, Failure> {
    let campaign = &*counted.campaign;
    let resolved = resolve(tx, context, campaign).await?;
    let tally = match (&campaign.addressed_to, counted.counted) {
        (_, Some(tally)) => tally,
        (AddressedTo::Addresses(addresses), None) => {
            take_addresses(tx, context.contacts(), addresses).await?
        }
        // What kept it from being counted has gone in this very moment.
        (AddressedTo::Everybody | AddressedTo::Audience(_), None) => {
            return Err(DbError::Busy.into());
        }
    };
    if campaign.dry_run {
        let warnings = warnings(tx, context, &resolved).await?;
        return Ok(Accepted::DryRun(tally, warnings));
    }
    hold(tx, context, &resolved).await?;
    if tally.planned == 0 {
        return Err(nobody(&tally).into());
    }
    let at = campaign.scheduled_at.unwrap_or(context.now);
    context.payer.require_sends(tx, at, tally.planned).await?;
    let warnings = warnings(tx, context, &resolved).await?;
    let email_id = resolved.email.public_id.clone();
    let new = new_send(campaign, resolved, public_id, tally.planned)?;
    let made = sends::create(tx, context.brand(), &new, context.now).await?;
    if made.is_none() {
        return Err(overtaken(tx, context, campaign).await);
    }
    Ok(Accepted::Send(AcceptedSend {
        status: new.status(),
        public_id: new.public_id,
        email_id,
        recipient_count: new.recipient_count,
        scheduled_at: new.scheduled_at,
        warnings,
    }))
}

/// Keeps audience and domain from being deleted before the send that uses them is there.
async fn hold(tx: &Tx, context: &CampaignContext, resolved: &Resolved) -> Result<(), Failure> {
    let brand = context.brand();
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

fn new_send(
    campaign: &Campaign,
    resolved: Resolved,
    public_id: String,
    recipient_count: i64,
) -> Result<NewSend, Problem> {
    Ok(NewSend {
        public_id,
        email: resolved.email.id,
        email_version: resolved.version.id,
        domain: resolved.domain.id,
        recipients: recipients(campaign, &resolved)?,
        subject: resolved.subject,
        preview_text: resolved.preview_text,
        from_email: resolved.from_email,
        from_name: resolved.from_name,
        reply_to: resolved.reply_to,
        recipient_count,
        scheduled_at: campaign.scheduled_at,
    })
}

fn recipients(campaign: &Campaign, resolved: &Resolved) -> Result<Recipients, Problem> {
    Ok(match (&campaign.addressed_to, &resolved.audience) {
        (AddressedTo::Addresses(addresses), _) => {
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
async fn overtaken(tx: &Tx, context: &CampaignContext, campaign: &Campaign) -> Failure {
    match resolve(tx, context, campaign).await {
        Err(failure) => failure,
        Ok(_) => DbError::Busy.into(),
    }
}
