//! The domains that mail comes from: which names can be one, what they publish in DNS, and what DNS answers
//! mean for them.

mod expected;
mod judge;
mod mistakes;
mod name;
mod state;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use expected::{
    Algorithm, Expected, PublicKey, RecordTargets, TTL, Value, expected, report_consent,
    tracking_host,
};
pub use judge::{Answer, Check, Exchange, Seen, judge, overall};
pub use mistakes::Hints;
pub use name::{SANDBOX_SUFFIX, SendingDomain, organizational};
pub use state::{Look, State, WATCHED_MS, after};

/// Whether mail can be sent from a domain, and if not, how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DomainStatus {
    /// Nobody has asked DNS yet.
    Pending,
    /// Every required record is there: mail can be sent.
    Verified,
    /// No required record is there.
    Failed,
    /// DNS gave no answer.
    TemporaryFailure,
    /// Some required records are there.
    PartiallyVerified,
}

impl DomainStatus {
    const ALL: [Self; 5] = [
        Self::Pending,
        Self::Verified,
        Self::Failed,
        Self::TemporaryFailure,
        Self::PartiallyVerified,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Verified => "verified",
            Self::Failed => "failed",
            Self::TemporaryFailure => "temporary_failure",
            Self::PartiallyVerified => "partially_verified",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// What DNS says about one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordStatus {
    /// Nobody has asked DNS yet.
    Pending,
    /// It is there.
    Verified,
    /// It is not there, or is not what it should be.
    Failed,
    /// DNS gave no answer.
    TemporaryFailure,
}

/// What a record is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Purpose {
    /// The key that mails are signed with.
    Dkim,
    /// Who may send with the return path.
    Spf,
    /// What receivers do with mail that fails the checks.
    Dmarc,
    /// Where bounces go.
    ReturnPath,
    /// The host of links and pixels.
    Tracking,
    /// Who is told whether mail to the domain could be encrypted.
    Tlsrpt,
}

/// The type of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RecordType {
    Txt,
    Cname,
    Mx,
}
