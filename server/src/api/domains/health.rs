//! How mail from a domain fares, and mail in its name.

use std::collections::BTreeMap;

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::sending::domain_report::TlsFailure;
use postrider_domain::sending::sending_domain::{Purpose, RecordStatus};
use postrider_domain::time;
use postrider_store::analytics::Counted;
use postrider_store::db::Tx;
use postrider_store::domains::DomainRecord;
use postrider_store::reports::{self, Source};
use schemars::JsonSchema;
use serde::Serialize;

use super::dns_record::{DnsRecord, records};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DomainHealth")]
pub struct Health {
    /// The beginning of a day, thirty days ago.
    from: String,
    to: String,
    records: RecordSummary,
    alignment: AlignmentSummary,
    tls: TlsSummary,
    /// What was sent from the domain, by who has the mailboxes; those with most mails first.
    providers: Vec<ProviderSummary>,
}

/// The records that are advised or required, as DNS was last found.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DomainRecordSummary")]
struct RecordSummary {
    total: usize,
    verified: usize,
    /// What those are for that are not there, or not as they should be.
    failed: Vec<Purpose>,
}

/// Mails in the domain's name, whoever sent them, as receivers report them (DMARC). Zero until they do.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DomainAlignment")]
struct AlignmentSummary {
    /// Of what one reporter tells, no more counts than four times what was sent from the domain, or 10,000.
    messages: i64,
    /// Proven to be the domain's, by a signature of it or by its SPF record.
    passed: i64,
    failed: i64,
    /// At most 25 hosts; those that most reporters have seen first.
    sources: Vec<AlignmentSource>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AlignmentSource {
    /// The address that mailed.
    source: String,
    messages: i64,
    passed: i64,
    failed: i64,
    /// Signed by the domain.
    dkim_passed: i64,
    /// From a host that the domain allows.
    spf_passed: i64,
    /// What receivers put away as spam, because of the domain's policy.
    quarantined: i64,
    /// What receivers refused, because of it.
    rejected: i64,
    /// A domain that has signed these mails, or allows the host to send its own: a clue whose host it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    authenticated_as: Option<String>,
    /// How many reporters have seen it: organizations, whatever names they report from.
    reporters: i64,
}

/// Connections of those who mail to the domain, as they report them (TLS-RPT). Zero until they do.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DomainTls")]
struct TlsSummary {
    /// Of what one reporter tells, no more counts than of mails in `alignment`.
    sessions: i64,
    failed: i64,
    /// Why they failed, the most frequent first.
    kinds: Vec<TlsKind>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DomainTlsFailure")]
struct TlsKind {
    kind: TlsFailure,
    failed: i64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DomainProvider")]
struct ProviderSummary {
    /// `gmail`, `outlook`, `yahoo` and so on, or `other`.
    provider: &'static str,
    sent: i64,
    delivered: i64,
    bounced: i64,
    complained: i64,
}

pub async fn of(tx: &Tx, cx: &Cx, domain: &DomainRecord) -> ApiResult<Health> {
    let now = cx.now();
    let health = reports::health(tx, cx.brand_key()?, domain.id, now).await?;
    let totals = health.totals;
    let messages = totals.alignment.messages;
    Ok(Health {
        from: time::format(health.from),
        to: time::format(now),
        records: summary(cx, domain),
        alignment: AlignmentSummary {
            messages,
            passed: totals.alignment.passed,
            failed: messages - totals.alignment.passed,
            sources: totals.sources.into_iter().map(source).collect(),
        },
        tls: TlsSummary {
            sessions: totals.tls.sessions,
            failed: totals.tls.failed,
            kinds: kinds(totals.tls.kinds),
        },
        providers: providers(health.providers),
    })
}

fn summary(cx: &Cx, domain: &DomainRecord) -> RecordSummary {
    let records = records(cx, domain);
    let is = |status| move |record: &&DnsRecord| record.status() == status;
    let mut failed: Vec<Purpose> = Vec::new();
    for record in records.iter().filter(is(RecordStatus::Failed)) {
        if !failed.contains(&record.purpose()) {
            failed.push(record.purpose());
        }
    }
    RecordSummary {
        total: records.len(),
        verified: records.iter().filter(is(RecordStatus::Verified)).count(),
        failed,
    }
}

fn source(source: Source) -> AlignmentSource {
    AlignmentSource {
        source: source.source,
        messages: source.messages,
        passed: source.passed,
        failed: source.messages - source.passed,
        dkim_passed: source.dkim,
        spf_passed: source.spf,
        quarantined: source.quarantined,
        rejected: source.rejected,
        authenticated_as: source.authenticated_as,
        reporters: source.reporters,
    }
}

fn kinds(counted: BTreeMap<TlsFailure, i64>) -> Vec<TlsKind> {
    let kind = |(kind, failed)| TlsKind { kind, failed };
    let mut kinds: Vec<TlsKind> = counted.into_iter().map(kind).collect();
    kinds.sort_by_key(|kind| -kind.failed);
    kinds
}

fn providers(mut counted: Vec<Counted<Provider>>) -> Vec<ProviderSummary> {
    counted.sort_by_key(|each| (-each.tally.accepted, each.of.as_str()));
    let shown = counted.iter().map(|each| ProviderSummary {
        provider: each.of.as_str(),
        sent: each.tally.accepted,
        delivered: each.tally.delivered,
        bounced: each.tally.bounced,
        complained: each.tally.complained,
    });
    shown.collect()
}
