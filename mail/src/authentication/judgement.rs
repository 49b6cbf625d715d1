//! What was found out, and in a sentence why.

use postrider_domain::placement::AuthResult;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub result: AuthResult,
    pub reason: String,
}

impl Judgement {
    pub(super) fn new(result: AuthResult, reason: &str) -> Self {
        Self {
            result,
            reason: reason.to_owned(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authentication {
    pub spf: Judgement,
    pub dkim: Judgement,
    pub dmarc: Judgement,
}
