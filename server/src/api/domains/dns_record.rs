//! What a domain has to publish, and what was found there.

use postrider_domain::sending::sending_domain::{
    Check, Expected, Purpose, RecordStatus, RecordType, TTL,
};
use postrider_store::domains::DomainRecord;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;

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

impl DnsRecord {
    pub fn purpose(&self) -> Purpose {
        self.record
    }

    pub fn status(&self) -> RecordStatus {
        self.status
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
