//! What a domain has to publish.

use serde::{Deserialize, Serialize};

use super::{Purpose, RecordType};

pub const TTL: u32 = 3600;
const PRIORITY: u16 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    Rsa,
    Ed25519,
}

/// The public half of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicKey {
    pub selector: String,
    pub algorithm: Algorithm,
    /// `v=DKIM1; k=rsa; p=…`
    pub record: String,
}

/// What records of every domain point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordTargets {
    pub mail_host: String,
    /// What an SPF record allows: `a:mail.example.com`.
    pub spf: String,
}

/// What a record has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The key of a domain.
    Key(String),
    /// Allows these.
    Spf(String),
    /// Any policy is one. What is advised asks for reports, to this address if there is one.
    Dmarc(Option<String>),
    /// Reports about encryption, to whomever; this address is advised.
    TlsReports(String),
    Exchange(String),
    Alias(String),
}

/// One record to publish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    pub purpose: Purpose,
    /// Fully qualified, without a dot at the end.
    pub name: String,
    pub value: Value,
    /// Without it nothing is sent; the others are advised.
    pub required: bool,
}

impl Expected {
    pub fn record_type(&self) -> RecordType {
        match self.value {
            Value::Key(_) | Value::Spf(_) | Value::Dmarc(_) | Value::TlsReports(_) => {
                RecordType::Txt
            }
            Value::Exchange(_) => RecordType::Mx,
            Value::Alias(_) => RecordType::Cname,
        }
    }

    /// As it is entered at a DNS provider.
    pub fn text(&self) -> String {
        match &self.value {
            Value::Key(record) => record.clone(),
            Value::Spf(allowed) => format!("v=spf1 {allowed} ~all"),
            Value::Dmarc(None) => "v=DMARC1; p=none;".to_owned(),
            Value::Dmarc(Some(to)) => format!("v=DMARC1; p=none; rua=mailto:{to};"),
            Value::TlsReports(to) => format!("v=TLSRPTv1; rua=mailto:{to}"),
            Value::Exchange(host) | Value::Alias(host) => host.clone(),
        }
    }

    pub fn priority(&self) -> Option<u16> {
        matches!(self.value, Value::Exchange(_)).then_some(PRIORITY)
    }
}

pub fn tracking_host(domain: &str) -> String {
    format!("links.{domain}")
}

/// Where whoever takes reports for others says so (RFC 7489, 7.1).
pub fn report_consent(domain: &str, host: &str) -> String {
    format!("{domain}._report._dmarc.{host}")
}

/// All records of a domain, the required ones first. Reports about it are asked for if there is an address for them.
pub fn expected(
    domain: &str,
    keys: &[PublicKey],
    targets: &RecordTargets,
    reports: Option<&str>,
) -> Vec<Expected> {
    let return_path = format!("bounces.{domain}");
    let record = |purpose, name: &str, value, required| Expected {
        purpose,
        name: name.to_owned(),
        value,
        required,
    };
    let key = |key: &PublicKey| {
        // Both keys sign, but a receiver that knows Ed25519 knows RSA too: one is enough.
        let required = key.algorithm == Algorithm::Rsa;
        let name = format!("{}._domainkey.{domain}", key.selector);
        record(
            Purpose::Dkim,
            &name,
            Value::Key(key.record.clone()),
            required,
        )
    };
    let mut records: Vec<Expected> = keys.iter().map(key).collect();
    records.extend([
        record(
            Purpose::Spf,
            &return_path,
            Value::Spf(targets.spf.clone()),
            true,
        ),
        record(
            Purpose::ReturnPath,
            &return_path,
            Value::Exchange(targets.mail_host.clone()),
            true,
        ),
        record(
            Purpose::Dmarc,
            &format!("_dmarc.{domain}"),
            Value::Dmarc(reports.map(str::to_owned)),
            false,
        ),
        record(
            Purpose::Tracking,
            &tracking_host(domain),
            Value::Alias(targets.mail_host.clone()),
            false,
        ),
    ]);
    records.extend(reports.map(|to| {
        record(
            Purpose::Tlsrpt,
            &format!("_smtp._tls.{domain}"),
            Value::TlsReports(to.to_owned()),
            false,
        )
    }));
    records.sort_by_key(|record| !record.required);
    records
}
