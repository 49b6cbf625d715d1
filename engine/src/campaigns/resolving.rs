//! What a campaign names, what it leaves to defaults, and whether it can be sent as things stand.

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{EmailStatus, EmailType};
use postrider_domain::tenant::BrandKey;
use postrider_store::audiences::{self, AudienceRecord};
use postrider_store::db::Tx;
use postrider_store::domains::{self, DomainRecord};
use postrider_store::emails::{self, EmailRecord, VersionBrief};
use serde_json::json;

use super::campaign::{AddressedTo, Campaign, CampaignContext};
use super::send_state::SendState;
use crate::designs::{self, no_such_version, not_ready};
use crate::domains::default_from;
use crate::failure::Failure;

/// A campaign with all that it needs.
pub struct Resolved {
    pub email: EmailRecord,
    pub version: VersionBrief,
    pub domain: DomainRecord,
    pub audience: Option<AudienceRecord>,
    pub subject: String,
    pub preview_text: Option<String>,
    pub from_email: String,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
}

/// Ids that are not there first, then what is still missing, then what is not as it must be.
pub async fn resolve(
    tx: &Tx,
    context: &CampaignContext,
    campaign: &Campaign,
) -> Result<Resolved, Failure> {
    let brand = context.brand();
    let email = email(tx, brand, &campaign.email_id).await?;
    let version = version(tx, brand, &email, campaign.email_version_id.as_deref()).await?;
    let named = named_domain(tx, context, campaign).await?;
    let audience = named_audience(tx, brand, campaign).await?;
    let domain = match named {
        Some(domain) => domain,
        None => default_domain(tx, context, campaign).await?,
    };
    let (from_email, from_name) = from(tx, brand, campaign, &domain).await?;
    let subject = campaign.subject.clone().or_else(|| email.subject.clone());
    let subject = subject.ok_or_else(|| {
        Problem::invalid(
            "subject",
            "Neither the request nor the design has a subject.",
        )
    })?;
    let version = sendable(&email, version)?;
    require_ready(&domain)?;
    let preview_text = campaign.preview_text.clone();
    let reply_to = campaign.reply_to.as_ref().map(EmailAddress::to_string);
    Ok(Resolved {
        preview_text: preview_text.or_else(|| email.preview_text.clone()),
        reply_to: reply_to.or_else(|| domain.default_reply_to.clone()),
        email,
        version,
        domain,
        audience,
        subject,
        from_email,
        from_name,
    })
}

pub async fn email(tx: &Tx, brand: BrandKey, id: &str) -> Result<EmailRecord, Failure> {
    let found = emails::get(tx, brand, id).await?;
    Ok(found.ok_or_else(no_such_email)?)
}

fn no_such_email() -> Problem {
    designs::not_found().param("emailId")
}

/// The version that is named, else the head; nothing while there is none.
pub async fn version(
    tx: &Tx,
    brand: BrandKey,
    email: &EmailRecord,
    named: Option<&str>,
) -> Result<Option<VersionBrief>, Failure> {
    let head = email.head.as_ref().map(|head| head.public_id.as_str());
    let Some(id) = named.or(head) else {
        return Ok(None);
    };
    let found = emails::brief(tx, brand, email.id, id).await?;
    // A head that is not there went with its design, a moment ago.
    let missing = || named.map_or_else(no_such_email, |_| no_such_version());
    Ok(Some(found.ok_or_else(missing)?))
}

pub async fn named_domain(
    tx: &Tx,
    context: &CampaignContext,
    campaign: &Campaign,
) -> Result<Option<DomainRecord>, Failure> {
    let Some(id) = &campaign.domain_id else {
        return Ok(None);
    };
    let found = domains::by_public_id(tx, context.brand(), id, context.sandbox).await?;
    Ok(Some(found.ok_or_else(no_such_domain)?))
}

pub async fn named_audience(
    tx: &Tx,
    brand: BrandKey,
    campaign: &Campaign,
) -> Result<Option<AudienceRecord>, Failure> {
    let AddressedTo::Audience(id) = &campaign.addressed_to else {
        return Ok(None);
    };
    let found = audiences::get(tx, brand, id).await?;
    Ok(Some(found.ok_or_else(no_such_audience)?))
}

/// The domain of whom it is from, else the brand's only one that is ready.
pub async fn default_domain(
    tx: &Tx,
    context: &CampaignContext,
    campaign: &Campaign,
) -> Result<DomainRecord, Failure> {
    let (brand, sandbox) = (context.brand(), context.sandbox);
    if let Some((from, _)) = &campaign.from {
        let found = domains::by_name(tx, brand, from.domain(), sandbox).await?;
        return Ok(found.ok_or_else(|| {
            Problem::invalid("from.email", "The address is on no domain of the brand.")
                .suggest("List the domains with `GET /v1/domains?sendableOnly=true`.")
        })?);
    }
    let mut sendable = domains::sendable(tx, brand, sandbox).await?;
    // A brand with a domain of its own means that one.
    if sendable.iter().any(|domain| !domain.sandbox) {
        sendable.retain(|domain| !domain.sandbox);
    }
    let message = match sendable.len() {
        1 => return Ok(sendable.remove(0)),
        0 => "The brand has no domain that is ready to send from.",
        _ => "The brand has several domains: one has to be named.",
    };
    Err(Problem::invalid("domainId", message)
        .suggest("List the domains with `GET /v1/domains?sendableOnly=true`.")
        .into())
}

/// Address and name.
pub async fn from(
    tx: &Tx,
    brand: BrandKey,
    campaign: &Campaign,
    domain: &DomainRecord,
) -> Result<(String, Option<String>), Failure> {
    if let Some((email, name)) = &campaign.from {
        if email.domain() != domain.name {
            let message = format!("The address is not on the domain `{}`.", domain.name);
            return Err(Problem::invalid("from.email", message).into());
        }
        return Ok((email.to_string(), name.clone()));
    }
    Ok(default_from(tx, brand, domain).await?)
}

/// Whether the design can be sent to many.
fn sendable(email: &EmailRecord, version: Option<VersionBrief>) -> Result<VersionBrief, Problem> {
    if email.kind != EmailType::Campaign {
        return Err(Problem::new(
            Code::EmailWrongType,
            format!("A design of type `{}` is no campaign.", email.kind.as_str()),
        )
        .param("emailId"));
    }
    let version = ready(email, version)?;
    if let Some(sent) = &email.sent {
        return Err(Problem::new(
            Code::EmailAlreadySent,
            "The design was sent already, or is about to be.",
        )
        .param("emailId")
        .details(json!({ "sendState": SendState::from(sent) })));
    }
    Ok(version)
}

pub fn ready(email: &EmailRecord, version: Option<VersionBrief>) -> Result<VersionBrief, Problem> {
    version
        .filter(|_| email.status == EmailStatus::Ready)
        .ok_or_else(|| not_ready().param("emailId"))
}

pub fn require_ready(domain: &DomainRecord) -> Result<(), Problem> {
    if domain.is_sendable() {
        return Ok(());
    }
    let message = format!("The domain `{}` is not verified for sending.", domain.name);
    Err(Problem::new(Code::DomainNotReady, message).param("domainId"))
}

pub fn no_such_domain() -> Problem {
    crate::domains::not_found().param("domainId")
}

pub fn no_such_audience() -> Problem {
    crate::audiences::not_found().param("audienceId")
}
