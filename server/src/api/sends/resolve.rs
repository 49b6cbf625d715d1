//! What a campaign names, what it leaves to defaults, and whether it can be sent as things stand.

use postrider_domain::address::EmailAddress;
use postrider_domain::catalog::Code;
use postrider_domain::design::{EmailStatus, EmailType};
use postrider_domain::problem::Problem;
use postrider_engine::domains::default_from;
use postrider_store::audiences::{self, AudienceRecord};
use postrider_store::db::Tx;
use postrider_store::domains::{self, DomainRecord};
use postrider_store::emails::{self, EmailRecord, VersionBrief};
use serde_json::json;

use super::body::{Sender, Wanted, Who};
use crate::api::cx::Cx;
use crate::api::emails::{no_such_version, not_ready, sent_state};
use crate::api::failure::Outcome;

/// A campaign with all that it needs.
pub struct Resolved {
    pub email: EmailRecord,
    pub version: VersionBrief,
    pub domain: DomainRecord,
    pub audience: Option<AudienceRecord>,
    pub subject: String,
    pub preview_text: Option<String>,
    pub from: Sender,
    pub reply_to: Option<String>,
}

/// Ids that are not there first, then what is still missing, then what is not as it must be.
pub async fn resolve(tx: &Tx, cx: &Cx, wanted: &Wanted) -> Outcome<Resolved> {
    let email = email(tx, cx, &wanted.email_id).await?;
    let version = version(tx, cx, &email, wanted.email_version_id.as_deref()).await?;
    let named = match &wanted.domain_id {
        None => None,
        Some(id) => {
            let found = domains::by_public_id(tx, cx.brand_key()?, id, cx.app().sandbox()).await?;
            Some(found.ok_or_else(no_such_domain)?)
        }
    };
    let audience = match &wanted.who {
        Who::Audience(id) => {
            let found = audiences::get(tx, cx.brand_key()?, id).await?;
            Some(found.ok_or_else(no_such_audience)?)
        }
        Who::Everybody | Who::Addresses(_) => None,
    };
    let domain = match named {
        Some(domain) => domain,
        None => default_domain(tx, cx, wanted).await?,
    };
    let from = from(tx, cx, wanted, &domain).await?;
    let subject = wanted.subject.clone().or_else(|| email.subject.clone());
    let subject = subject.ok_or_else(|| {
        Problem::invalid(
            "subject",
            "Neither the request nor the design has a subject.",
        )
    })?;
    let version = sendable(&email, version)?;
    require_ready(&domain)?;
    let preview_text = wanted.preview_text.clone();
    let reply_to = wanted.reply_to.as_ref().map(EmailAddress::to_string);
    Ok(Resolved {
        preview_text: preview_text.or_else(|| email.preview_text.clone()),
        reply_to: reply_to.or_else(|| domain.default_reply_to.clone()),
        email,
        version,
        domain,
        audience,
        subject,
        from,
    })
}

pub async fn email(tx: &Tx, cx: &Cx, id: &str) -> Outcome<EmailRecord> {
    let found = emails::get(tx, cx.brand_key()?, id).await?;
    Ok(found.ok_or_else(no_such_email)?)
}

fn no_such_email() -> Problem {
    Problem::new(Code::EmailNotFound, "There is no such design.").param("emailId")
}

/// The version that is named, else the head; nothing while there is none.
pub async fn version(
    tx: &Tx,
    cx: &Cx,
    email: &EmailRecord,
    named: Option<&str>,
) -> Outcome<Option<VersionBrief>> {
    let head = email.head.as_ref().map(|head| head.public_id.as_str());
    let Some(id) = named.or(head) else {
        return Ok(None);
    };
    let found = emails::brief(tx, cx.brand_key()?, email.id, id).await?;
    // A head that is not there went with its design, a moment ago.
    let missing = || named.map_or_else(no_such_email, |_| no_such_version());
    Ok(Some(found.ok_or_else(missing)?))
}

async fn default_domain(tx: &Tx, cx: &Cx, wanted: &Wanted) -> Outcome<DomainRecord> {
    let brand = cx.brand_key()?;
    if let Some((from, _)) = &wanted.from {
        let found = domains::by_name(tx, brand, from.domain(), cx.app().sandbox()).await?;
        return Ok(found.ok_or_else(|| {
            Problem::invalid("from.email", "The address is on no domain of the brand.")
                .suggest("List the domains with `GET /v1/domains?sendableOnly=true`.")
        })?);
    }
    let mut sendable = domains::sendable(tx, brand, cx.app().sandbox()).await?;
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

async fn from(tx: &Tx, cx: &Cx, wanted: &Wanted, domain: &DomainRecord) -> Outcome<Sender> {
    if let Some((email, name)) = &wanted.from {
        if email.domain() != domain.name {
            let message = format!("The address is not on the domain `{}`.", domain.name);
            return Err(Problem::invalid("from.email", message).into());
        }
        return Ok(Sender {
            email: email.to_string(),
            name: name.clone(),
        });
    }
    let (email, name) = default_from(tx, cx.brand_key()?, domain).await?;
    Ok(Sender { email, name })
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
        .details(json!({ "sendState": sent_state(sent) })));
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
    Problem::new(Code::DomainNotFound, "There is no such domain.").param("domainId")
}

pub fn no_such_audience() -> Problem {
    Problem::new(Code::AudienceNotFound, "There is no such audience.").param("audienceId")
}
