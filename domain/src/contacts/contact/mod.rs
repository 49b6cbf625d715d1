//! What may be written to a contact, and what a write does to it.

mod consent;
mod opt_out;
mod plan;

pub use consent::{Consent, ConsentInput};
pub use opt_out::{
    Intent, MailPermission, PermissionChange, Request, Suppression, SuppressionReason,
};
pub use plan::{CustomValues, FieldPlan, FieldRoom, in_succession};
use serde_json::Value;

use crate::contacts::address::EmailAddress;
use crate::contacts::field::FieldName;
use crate::contract::catalog::Code;
use crate::contract::problem::Problem;
use crate::patch::Patch;

const MAX_PERSON_NAME: usize = 200;

/// A contact as a caller wrote it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactInput {
    pub email: Option<String>,
    pub first_name: Patch<String>,
    pub last_name: Patch<String>,
    pub subscribed: Option<bool>,
    pub custom_fields: Vec<(String, Value)>,
    pub consent: Option<ConsentInput>,
    /// To be mailed no more, by hand.
    pub suppress: bool,
}

/// A write that passed every check that needs no look at the brand.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactWrite {
    pub email: EmailAddress,
    pub first_name: Patch<String>,
    pub last_name: Patch<String>,
    pub subscribed: Option<bool>,
    pub custom: Vec<(FieldName, Value)>,
    pub consent: Option<Consent>,
    /// To be mailed no more, by hand.
    pub suppress: bool,
}

impl ContactWrite {
    pub fn check(input: ContactInput, now: i64) -> Result<Self, Problem> {
        Ok(Self {
            email: required_email(input.email.as_deref())?,
            first_name: person_name(input.first_name, "firstName")?,
            last_name: person_name(input.last_name, "lastName")?,
            subscribed: input.subscribed,
            custom: input
                .custom_fields
                .into_iter()
                .map(custom_value)
                .collect::<Result<_, _>>()?,
            consent: input
                .consent
                .map(|consent| consent.check(now))
                .transpose()?,
            suppress: input.suppress,
        })
    }
}

/// The address that names the contact in every write.
pub fn required_email(email: Option<&str>) -> Result<EmailAddress, Problem> {
    match email {
        None | Some("") => {
            Err(Problem::new(Code::MissingEmail, "`email` is missing.").param("email"))
        }
        Some(text) => EmailAddress::parse(text),
    }
}

/// A first or last name as it may be written.
pub fn person_name(name: Patch<String>, param: &str) -> Result<Patch<String>, Problem> {
    let Patch::Set(name) = name else {
        return Ok(name);
    };
    if name.chars().count() > MAX_PERSON_NAME {
        return Err(Problem::invalid(
            param,
            "A name has at most 200 characters.",
        ));
    }
    // A line break in a name would end up in the `To` header.
    if name.chars().any(char::is_control) {
        return Err(Problem::invalid(
            param,
            "A name cannot contain control characters.",
        ));
    }
    Ok(if name.trim().is_empty() {
        Patch::Clear
    } else {
        Patch::Set(name)
    })
}

fn custom_value((key, value): (String, Value)) -> Result<(FieldName, Value), Problem> {
    let name = FieldName::parse(&key, &format!("customFields.{key}"))?;
    Ok((name, value))
}

/// Case does not count in search and filters; both sides of a comparison go through this.
pub fn fold(text: &str) -> String {
    text.to_lowercase()
}

/// What substring search looks at. The line break keeps a search from matching across email and name.
pub fn folded(email: &str, first_name: Option<&str>, last_name: Option<&str>) -> String {
    let names: Vec<&str> = [first_name, last_name].into_iter().flatten().collect();
    fold(&format!("{email}\n{}", names.join(" ")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ada() -> ContactInput {
        ContactInput {
            email: Some("Ada@Example.com".into()),
            ..ContactInput::default()
        }
    }

    #[test]
    fn a_write_keeps_what_it_does_not_name() {
        let input = ContactInput {
            first_name: Patch::Set("Ada".into()),
            last_name: Patch::Clear,
            subscribed: Some(true),
            custom_fields: vec![("plan".into(), json!("pro"))],
            ..ada()
        };
        let write = ContactWrite::check(input, 0).unwrap();
        assert_eq!(write.email.as_str(), "ada@example.com");
        assert_eq!(write.first_name, Patch::Set("Ada".into()));
        assert_eq!(write.last_name, Patch::Clear);
        assert_eq!(write.custom[0].0.as_str(), "plan");
        let bare = ContactWrite::check(ada(), 0).unwrap();
        assert_eq!(bare.first_name, Patch::Keep);
        assert_eq!(bare.subscribed, None);
        assert_eq!(bare.consent, None);
    }

    #[test]
    fn refusals_name_code_and_param() {
        let named = |name: &str| ContactInput {
            first_name: Patch::Set(name.into()),
            ..ada()
        };
        let custom = |key: &str| ContactInput {
            custom_fields: vec![(key.into(), json!(1))],
            ..ada()
        };
        let email = |email: &str| ContactInput {
            email: Some(email.into()),
            ..ada()
        };
        let cases = [
            (ContactInput::default(), Code::MissingEmail, "email"),
            (email(""), Code::MissingEmail, "email"),
            (email("ada"), Code::InvalidRequest, "email"),
            (named("Ada\r\nBcc: x"), Code::InvalidRequest, "firstName"),
            (named(&"a".repeat(201)), Code::InvalidRequest, "firstName"),
            (custom("email"), Code::InvalidRequest, "customFields.email"),
            (custom("a.b"), Code::InvalidRequest, "customFields.a.b"),
            (
                ContactInput {
                    consent: Some(ConsentInput::default()),
                    ..ada()
                },
                Code::InvalidRequest,
                "consent.source",
            ),
        ];
        for (input, code, param) in cases {
            let problem = ContactWrite::check(input, 0).unwrap_err();
            assert_eq!(
                (problem.code, problem.param.as_deref()),
                (code, Some(param))
            );
        }
    }

    #[test]
    fn search_text_is_folded_and_keeps_email_and_name_apart() {
        assert_eq!(
            folded("a@x.de", Some("JÖRG"), Some("Müller")),
            "a@x.de\njörg müller"
        );
        assert_eq!(folded("a@x.de", None, Some("Ünal")), "a@x.de\nünal");
        assert_eq!(folded("a@x.de", None, None), "a@x.de\n");
    }
}
