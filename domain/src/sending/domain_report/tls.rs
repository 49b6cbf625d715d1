//! TLS reports: whether whoever mails to the domain could encrypt, and why not.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::period::Period;
use super::{MOST_COUNTED, Refused, is_within};

/// As it was written, with names in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsReport {
    pub id: String,
    pub period: Period,
    pub policies: Vec<TlsPolicy>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsPolicy {
    /// Whose hosts were mailed to.
    pub domain: String,
    pub succeeded: i64,
    pub failed: i64,
    /// How many of the failed ones failed how, as far as anybody says.
    pub failures: Vec<(TlsFailure, i64)>,
}

/// Why a mail was not encrypted as it should be.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TlsFailure {
    /// The host offers no encryption.
    StarttlsNotSupported,
    /// The certificate is for another name.
    CertificateHostMismatch,
    CertificateExpired,
    CertificateNotTrusted,
    /// Another failure of the handshake.
    ValidationFailure,
    TlsaInvalid,
    DnssecInvalid,
    /// The sender asks for DANE, and the domain has none.
    DaneRequired,
    /// The MTA-STS policy could not be fetched.
    StsPolicyFetchError,
    StsPolicyInvalid,
    /// The MTA-STS policy is at a host whose certificate is not valid.
    StsWebpkiInvalid,
    Other,
}

impl TlsFailure {
    pub const ALL: [Self; 12] = [
        Self::StarttlsNotSupported,
        Self::CertificateHostMismatch,
        Self::CertificateExpired,
        Self::CertificateNotTrusted,
        Self::ValidationFailure,
        Self::TlsaInvalid,
        Self::DnssecInvalid,
        Self::DaneRequired,
        Self::StsPolicyFetchError,
        Self::StsPolicyInvalid,
        Self::StsWebpkiInvalid,
        Self::Other,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::StarttlsNotSupported => "starttls_not_supported",
            Self::CertificateHostMismatch => "certificate_host_mismatch",
            Self::CertificateExpired => "certificate_expired",
            Self::CertificateNotTrusted => "certificate_not_trusted",
            Self::ValidationFailure => "validation_failure",
            Self::TlsaInvalid => "tlsa_invalid",
            Self::DnssecInvalid => "dnssec_invalid",
            Self::DaneRequired => "dane_required",
            Self::StsPolicyFetchError => "sts_policy_fetch_error",
            Self::StsPolicyInvalid => "sts_policy_invalid",
            Self::StsWebpkiInvalid => "sts_webpki_invalid",
            Self::Other => "other",
        }
    }

    /// As reports write it (`certificate-expired`), or as it is stored. What nobody knows is another.
    pub fn parse(text: &str) -> Self {
        let same = |known: &str| {
            let written = text.bytes().map(|byte| match byte {
                b'-' => b'_',
                byte => byte.to_ascii_lowercase(),
            });
            written.eq(known.bytes())
        };
        let known = Self::ALL.into_iter().find(|each| same(each.as_str()));
        known.unwrap_or(Self::Other)
    }
}

/// What a report says about one domain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tls {
    pub day: i64,
    pub counts: TlsCounts,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsCounts {
    pub sessions: i64,
    pub failed: i64,
    pub kinds: BTreeMap<TlsFailure, i64>,
}

/// What counts of a report for `domain`: connections to its hosts, and to those of names below it.
pub fn tls(report: &TlsReport, domain: &str, now: i64) -> Result<Tls, Refused> {
    let about = |policy: &&TlsPolicy| is_within(&policy.domain, domain);
    let mut policies = report.policies.iter().filter(about).peekable();
    if policies.peek().is_none() {
        return Err(Refused::Foreign);
    }
    let day = report.period.day(now)?;
    let mut counts = TlsCounts::default();
    for policy in policies {
        add(&mut counts.sessions, policy.succeeded)?;
        add(&mut counts.sessions, policy.failed)?;
        add(&mut counts.failed, policy.failed)?;
        for (kind, failed) in &policy.failures {
            add(counts.kinds.entry(*kind).or_default(), *failed)?;
        }
    }
    Ok(Tls { day, counts })
}

fn add(sum: &mut i64, more: i64) -> Result<(), Refused> {
    if !(0..=MOST_COUNTED).contains(&more) || *sum + more > 2 * MOST_COUNTED {
        return Err(Refused::Unbelievable);
    }
    *sum += more;
    Ok(())
}
