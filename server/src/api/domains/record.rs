//! A domain as callers see it.

use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_domain::time;
use postrider_store::domains::DomainRecord;
use schemars::JsonSchema;
use serde::Serialize;

use super::dns_record::{DnsRecord, records};
use super::health::Health;
use crate::api::cx::Cx;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Domain {
    domain_id: String,
    name: String,
    status: DomainStatus,
    /// Whether mail can be sent from it: the same as the status `verified`.
    sendable: bool,
    /// What to publish in DNS, and what was found there.
    records: Vec<DnsRecord>,
    defaults: Defaults,
    /// Whether opens of its mails are counted, if the brand agrees.
    open_tracking: bool,
    /// Whether clicks are, if the brand agrees.
    click_tracking: bool,
    created_at: String,
    updated_at: String,
    /// When it was found verified, or was last.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_checked_at: Option<String>,
    /// How its mail fares, and mail in its name: the last 30 days, with `include=health`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub health: Option<Health>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DomainDefaults")]
pub struct Defaults {
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<From>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_to: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DefaultSender")]
pub struct From {
    email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

pub fn show(cx: &Cx, domain: DomainRecord) -> Domain {
    Domain {
        records: records(cx, &domain),
        sendable: domain.is_sendable(),
        domain_id: domain.public_id,
        name: domain.name,
        status: domain.status,
        defaults: Defaults {
            from: domain.default_from_email.map(|email| From {
                email,
                name: domain.default_from_name,
            }),
            reply_to: domain.default_reply_to,
        },
        open_tracking: domain.open_tracking,
        click_tracking: domain.click_tracking,
        created_at: time::format(domain.created_at),
        updated_at: time::format(domain.updated_at),
        verified_at: domain.verified_at.map(time::format),
        last_checked_at: domain.last_checked_at.map(time::format),
        health: None,
    }
}
