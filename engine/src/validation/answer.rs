//! What is said about one address, as callers read it and as a validation keeps it.

use postrider_domain::contacts::validation::{Reason, Status};
use postrider_store::validations::Tally;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check::Checked;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CheckedAddress")]
pub struct Answer {
    /// As contacts have it; as it was given if it is no address.
    pub email: String,
    /// `valid`, `risky`, `invalid` or `unknown`
    pub status: String,
    /// `invalid_syntax`, `no_mx`, `disposable`, `role_address`, `spam_trap`, `typo`, `mailbox_unknown` or `unknown`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The address as it was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
    pub is_disposable: bool,
    pub is_role: bool,
}

impl From<&Checked> for Answer {
    fn from(checked: &Checked) -> Self {
        let verdict = &checked.verdict;
        Self {
            email: checked.email.clone(),
            status: verdict.status.as_str().to_owned(),
            reason: verdict.reason.map(Reason::as_str).map(str::to_owned),
            did_you_mean: verdict.did_you_mean.clone(),
            is_disposable: verdict.is_disposable,
            is_role: verdict.is_role,
        }
    }
}

pub fn tally(checked: &[Checked]) -> Tally {
    let mut tally = Tally::default();
    for checked in checked {
        *match checked.verdict.status {
            Status::Valid => &mut tally.valid,
            Status::Risky => &mut tally.risky,
            Status::Invalid => &mut tally.invalid,
            Status::Unknown => &mut tally.unknown,
        } += 1;
    }
    tally
}
