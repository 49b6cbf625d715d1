//! What a receiver says of who a mail is from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The words of RFC 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AuthenticationResult")]
pub enum AuthResult {
    Pass,
    Fail,
    SoftFail,
    Neutral,
    /// Nothing is published, or nothing is signed.
    None,
    /// DNS did not answer.
    TempError,
    /// What is published cannot be read.
    PermError,
    /// It could not be judged from here.
    Unknown,
}

impl AuthResult {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::SoftFail => "softfail",
            Self::Neutral => "neutral",
            Self::None => "none",
            Self::TempError => "temperror",
            Self::PermError => "permerror",
            Self::Unknown => "unknown",
        }
    }

    /// Whether it was found out, as far as that is possible from here.
    pub fn is_known(self) -> bool {
        self != Self::TempError
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PlacementAuthentication")]
pub struct Authentication {
    /// Whether the domain that bounces go to allows the host that mails leave from.
    pub spf: AuthResult,
    /// Whether a signature of the mail is good.
    pub dkim: AuthResult,
    /// Whether one of both speaks for the domain in From.
    pub dmarc: AuthResult,
}

impl Default for Authentication {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl Authentication {
    pub const UNKNOWN: Self = Self {
        spf: AuthResult::Unknown,
        dkim: AuthResult::Unknown,
        dmarc: AuthResult::Unknown,
    };

    /// Whether all three were found out, as far as that is possible from here.
    pub fn is_known(&self) -> bool {
        [self.spf, self.dkim, self.dmarc]
            .iter()
            .all(|result| result.is_known())
    }
}
