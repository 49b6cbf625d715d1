use std::fmt;

use super::{CoreColumn, IMMUTABLE_KEYS};
use crate::contract::problem::Problem;

const MAX_NAME: usize = 100;

/// Names that the contract keeps for itself. The core columns and read-only keys are refused as well:
/// `{{ createdAt }}` must not mean two things.
pub const RESERVED_NAMES: [&str; 14] = [
    "email",
    "firstName",
    "lastName",
    "userId",
    "source",
    "subscribed",
    "subscriptionGroups",
    "first_name",
    "last_name",
    "created_at",
    "updated_at",
    "validation_status",
    "last_validated_at",
    "import_id",
];

/// The name of a custom field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldName(String);

impl FieldName {
    /// `param` is where the caller wrote the name: `fieldName`, `customFields.<name>`, `mapping.<header>`.
    pub fn parse(text: &str, param: &str) -> Result<Self, Problem> {
        let refuse = |message: &str| Err(Problem::invalid(param, message));
        if text.is_empty() || text.chars().count() > MAX_NAME {
            return refuse("A field name has 1 to 100 characters.");
        }
        if text.contains(['.', '{', '}', '|', '"']) || text.chars().any(char::is_control) {
            return refuse(
                "A field name cannot contain `.`, `{`, `}`, `|`, `\"` or control characters.",
            );
        }
        if text.trim() != text {
            return refuse("A field name cannot start or end with a space.");
        }
        if is_reserved(text) {
            let message = format!("`{text}` is reserved and cannot be a custom field.");
            return Err(Problem::invalid(param, message).suggest("Choose another name."));
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

impl fmt::Display for FieldName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_reserved(name: &str) -> bool {
    RESERVED_NAMES.contains(&name)
        || IMMUTABLE_KEYS.contains(&name)
        || CoreColumn::parse(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::catalog::Code;

    #[test]
    fn names_are_free_within_their_limits() {
        let longest = "ü".repeat(100);
        for name in [
            "plan",
            "Plan Name",
            "größe",
            "a-b_c/d",
            "'; DROP TABLE contacts; --",
            "%",
            &longest,
        ] {
            assert_eq!(FieldName::parse(name, "fieldName").unwrap().as_str(), name);
        }
    }

    #[test]
    fn what_cannot_be_named_is_refused_at_its_place() {
        let too_long = "a".repeat(101);
        let cases = [
            "",
            " ",
            " plan",
            "plan ",
            "a.b",
            "a{b",
            "a}b",
            "a|b",
            "a\"b",
            "a\tb",
            "a\0b",
            &too_long,
            "email",
            "userId",
            "subscriptionGroups",
            "import_id",
            "createdAt",
            "suppressed",
            "contactId",
        ];
        for name in cases {
            let problem = FieldName::parse(name, "customFields.x").unwrap_err();
            assert_eq!(problem.code, Code::InvalidRequest, "{name:?}");
            assert_eq!(problem.param.as_deref(), Some("customFields.x"), "{name:?}");
        }
    }
}
