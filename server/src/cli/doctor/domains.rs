//! What each sending domain publishes, seen as its receivers see it.

use std::collections::BTreeMap;

use data_encoding::BASE64;
use futures_util::stream::{self, StreamExt};
use postrider_domain::sending::sending_domain::{
    Algorithm, Check as Record, DomainStatus, Expected, PublicKey, Purpose, RecordStatus,
    RecordType,
};
use postrider_domain::tenant::BrandKey;
use postrider_engine::domains::{DomainFindings, Lookout, Reach};
use postrider_store::brands;
use postrider_store::db::{Db, DbError};
use postrider_store::domains::{self, DomainPage, DomainRecord, Sandbox, Which};

use super::consent;
use super::finding::{Check, Finding, Health};
use crate::config::{Config, MailMode};

/// Looked at, of an installation that has very many.
const MOST: usize = 500;
/// Well ones that are shown one by one.
const SHOWN: usize = 20;
const AT_ONCE: usize = 8;
const PAGE: i64 = 1000;
/// What a key needs to be believed by everybody.
const RSA_BITS: usize = 2048;

pub async fn look(config: &Config, db: &Db, lookout: &Lookout) -> Vec<Finding> {
    let all = match all(db).await {
        Ok(all) => all,
        Err(error) => {
            let advice = "Run this command again when the database answers.";
            return vec![Finding::warning(Check::Domain, error.to_string(), advice)];
        }
    };
    if all.is_empty() {
        return none(config);
    }
    let looks = all.values().take(MOST).map(async |domain| {
        let findings = lookout.look(domain).await;
        of_domain(domain, &findings, &lookout.expected(domain))
    });
    let found: Vec<Finding> = stream::iter(looks).buffered(AT_ONCE).collect().await;
    let mut findings = shortened(found);
    findings.extend(consent::look(lookout, all.values().take(MOST)).await);
    if config.mail == MailMode::Capture {
        // Nothing leaves: what is missing hurts later.
        for finding in &mut findings {
            finding.health = finding.health.min(Health::Warning);
        }
    }
    if all.len() > MOST {
        let seen = format!("{} more were not looked at", all.len() - MOST);
        findings.push(Finding::ok(Check::Domain, seen));
    }
    findings
}

fn none(config: &Config) -> Vec<Finding> {
    match config.mail {
        MailMode::Capture => Vec::new(),
        MailMode::Relay(_) | MailMode::Direct => vec![Finding::warning(
            Check::Domain,
            "there is none",
            "Add one with POST /v1/domains, publish the records that it answers with, and verify it: mail is sent \
             from verified domains only.",
        )],
    }
}

/// Each name once: brands may share one, with the same keys or their own.
async fn all(db: &Db) -> Result<BTreeMap<(String, i64), DomainRecord>, DbError> {
    let mut found = BTreeMap::new();
    let mut after = BrandKey { org: 0, brand: 0 };
    loop {
        let page = db.read(move |tx| async move { brands::every(&tx, after, PAGE).await });
        let page = page.await?;
        let Some(last) = page.last() else {
            return Ok(found);
        };
        after = *last;
        for brand in page {
            let wanted = DomainPage {
                which: Which::All,
                sandbox: Sandbox::Hidden,
                after: None,
                limit: i64::MAX,
            };
            let listed = db.read(move |tx| async move { domains::list(&tx, brand, wanted).await });
            for domain in listed.await? {
                found.insert((domain.name.clone(), domain.id), domain);
            }
        }
    }
}

fn of_domain(domain: &DomainRecord, findings: &DomainFindings, expected: &[Expected]) -> Finding {
    let faults: Vec<&Record> = findings
        .checks
        .iter()
        // Reports on encryption are a matter of taste.
        .filter(|check| check.purpose != Purpose::Tlsrpt)
        .filter(|check| check.status != RecordStatus::Verified)
        .collect();
    let finding = match findings.status {
        DomainStatus::Verified if faults.is_empty() => verified(domain, findings),
        DomainStatus::Verified => advised(&faults, expected),
        DomainStatus::TemporaryFailure => Finding::warning(
            Check::Domain,
            "DNS gives no answer about its records",
            "Run this command again; if it stays so, ask whoever runs the name servers of the domain.",
        ),
        DomainStatus::Pending | DomainStatus::Failed | DomainStatus::PartiallyVerified => {
            Finding::problem(Check::Domain, told(&faults), publish(&faults, expected))
        }
    };
    finding.about(&domain.name)
}

fn verified(domain: &DomainRecord, findings: &DomainFindings) -> Finding {
    if let Some(bits) = weak_key(domain) {
        return Finding::warning(
            Check::Domain,
            format!("its DKIM key has {bits} bits"),
            "Delete the domain and add it again: it gets a key of 2048 bits.",
        );
    }
    if findings.reach == Some(Reach::Nowhere) {
        return Finding::warning(
            Check::Domain,
            "verified; its tracking host does not lead here, so that links use the public URL",
            "See that the proxy passes requests for links.DOMAIN on to the service, with a certificate for it.",
        );
    }
    if domain.status != DomainStatus::Verified {
        return Finding::warning(
            Check::Domain,
            "all records are there, and the service has not looked since",
            "POST /v1/domains/DOMAIN_ID/verify, or wait: it looks by itself.",
        );
    }
    let policy = findings
        .checks
        .iter()
        .find(|check| check.purpose == Purpose::Dmarc)
        .and_then(|check| check.found.iter().find_map(|value| policy(value)));
    let dmarc = policy.map_or(String::new(), |policy| format!(", DMARC {policy}"));
    let links = match findings.reach.and_then(Reach::scheme) {
        Some(scheme) => format!(", links over {scheme}"),
        None => String::new(),
    };
    Finding::ok(Check::Domain, format!("verified{dmarc}{links}"))
}

/// `p=none` of a DMARC record.
fn policy(record: &str) -> Option<String> {
    let part = record.split(';').map(str::trim);
    let mut part = part.filter(|part| part.starts_with("p="));
    part.next().map(str::to_owned)
}

/// Mail goes out, but records that are advised are missing.
fn advised(faults: &[&Record], expected: &[Expected]) -> Finding {
    let seen = format!("verified, but {}", told(faults));
    Finding::warning(Check::Domain, seen, publish(faults, expected))
}

/// Each thing that is wrong, with the names for which it is.
fn told(faults: &[&Record]) -> String {
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    for fault in faults {
        let message = fault.message.as_deref().unwrap_or("It is not there.");
        let name = fault.name.as_str();
        match told.iter_mut().find(|(known, _)| *known == message) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => told.push((message, vec![name])),
        }
    }
    let line = |(message, names): &(&str, Vec<&str>)| format!("{}: {message}", names.join(", "));
    told.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn publish(faults: &[&Record], expected: &[Expected]) -> String {
    let is_missing = |record: &&Expected| {
        faults
            .iter()
            .any(|fault| fault.purpose == record.purpose && fault.name == record.name)
    };
    let line = |record: &Expected| {
        let kind = match record.record_type() {
            RecordType::Txt => "TXT",
            RecordType::Cname => "CNAME",
            RecordType::Mx => "MX",
        };
        let priority = record
            .priority()
            .map_or(String::new(), |priority| format!("{priority} "));
        format!("  {kind}  {}  {priority}{}", record.name, record.text())
    };
    let lines: Vec<String> = expected.iter().filter(is_missing).map(line).collect();
    format!(
        "Publish at the DNS provider of the domain:\n{}",
        lines.join("\n")
    )
}

/// The bits of an RSA key that is too short.
fn weak_key(domain: &DomainRecord) -> Option<usize> {
    let keys: Vec<PublicKey> = serde_json::from_str(domain.public_keys.as_deref()?).ok()?;
    let rsa = keys.iter().find(|key| key.algorithm == Algorithm::Rsa)?;
    let (_, key) = rsa.record.split_once("p=")?;
    let der = BASE64.decode(key.trim().as_bytes()).ok()?;
    // Around the modulus stand some forty bytes, whatever its length.
    let bits = der.len().saturating_sub(30) * 8 / 512 * 512;
    (bits < RSA_BITS).then_some(bits)
}

/// Of many, those that are well become one line.
fn shortened(findings: Vec<Finding>) -> Vec<Finding> {
    let (well, mut rest): (Vec<_>, Vec<_>) = findings
        .into_iter()
        .partition(|finding| finding.health == Health::Ok);
    rest.sort_by_key(|finding| std::cmp::Reverse(finding.health));
    if well.len() > SHOWN {
        let seen = format!("{} are verified", well.len());
        rest.push(Finding::ok(Check::Domain, seen));
    } else {
        rest.extend(well);
    }
    rest
}
