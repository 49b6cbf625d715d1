//! A domain as callers see it.

use postrider_domain::sending::sending_domain::{
    Check, DomainStatus, Expected, Purpose, RecordStatus, RecordType, TTL,
};
use postrider_domain::time;
use postrider_store::domains::DomainRecord;
use schemars::JsonSchema;
use serde::Serialize;

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
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DnsRecord {
    /// What it is for.
    record: Purpose,
    #[serde(rename = "type")]
    kind: RecordType,
    /// Fully qualified, without a dot at the end.
    name: String,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<u16>,
    /// Seconds.
    ttl: u32,
    /// Without it nothing is sent; the others are advised.
    required: bool,
    status: RecordStatus,
    /// What DNS has there, once it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Vec<String>>,
    /// What is wrong, and how to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
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
    }
}

/// What to publish stands beside what was found there when it was last asked.
pub fn records(cx: &Cx, domain: &DomainRecord) -> Vec<DnsRecord> {
    let checks: Vec<Check> = serde_json::from_str(&domain.records).unwrap_or_default();
    let expected = cx.app().domains.expected(domain);
    let shown = |record: Expected| {
        let check = checks
            .iter()
            .find(|check| check.purpose == record.purpose && check.name == record.name);
        show_record(record, check)
    };
    expected.into_iter().map(shown).collect()
}

fn show_record(expected: Expected, check: Option<&Check>) -> DnsRecord {
    DnsRecord {
        record: expected.purpose,
        kind: expected.record_type(),
        value: expected.text(),
        priority: expected.priority(),
        ttl: TTL,
        required: expected.required,
        status: check.map_or(RecordStatus::Pending, |check| check.status),
        found: check.map(|check| check.found.clone()),
        message: check.and_then(|check| check.message.clone()),
        name: expected.name,
    }
}
