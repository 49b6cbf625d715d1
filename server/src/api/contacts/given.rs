//! What callers give of a contact.

use postrider_domain::contacts::contact::{ConsentInput, ContactInput, ContactWrite};
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use serde_json::{Map, Value};

/// The caller's fields of a contact; JSON shapes differ, the meaning is one.
pub struct Given<'a> {
    pub email: Option<&'a str>,
    pub first_name: &'a Patch<String>,
    pub last_name: &'a Patch<String>,
    pub subscribed: Option<bool>,
    pub custom_fields: Option<&'a Map<String, Value>>,
    pub consent: Option<&'a ConsentInput>,
}

impl Given<'_> {
    pub fn check(&self, now: i64) -> Result<ContactWrite, Problem> {
        let custom = self.custom_fields.into_iter().flatten();
        ContactWrite::check(
            ContactInput {
                email: self.email.map(str::to_owned),
                first_name: self.first_name.clone(),
                last_name: self.last_name.clone(),
                subscribed: self.subscribed,
                custom_fields: custom
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect(),
                consent: self.consent.cloned(),
                suppress: false,
            },
            now,
        )
    }
}
