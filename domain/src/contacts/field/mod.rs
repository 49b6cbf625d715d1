//! Fields of a contact: the core columns, and the custom fields that a brand adds.

mod bounds;
mod name;
mod value;

use std::collections::BTreeMap;

pub use bounds::{ContactExcess, FieldBounds};
pub use name::{FieldName, RESERVED_NAMES};
pub use value::{FieldValue, MAX_DATE, MAX_TEXT, MIN_DATE, check_text};

use crate::contract::catalog::Code;
use crate::contract::problem::Problem;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldType {
    String,
    Number,
    Boolean,
    Date,
}

impl FieldType {
    pub const ALL: [Self; 4] = [Self::String, Self::Number, Self::Boolean, Self::Date];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Date => "date",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// The columns that every contact has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoreColumn {
    Email,
    FirstName,
    LastName,
    Subscribed,
    Suppressed,
    ValidationStatus,
    LastValidatedAt,
    ImportId,
    CreatedAt,
    UpdatedAt,
}

impl CoreColumn {
    /// In the order in which the field list shows them.
    pub const ALL: [Self; 10] = [
        Self::Email,
        Self::FirstName,
        Self::LastName,
        Self::Subscribed,
        Self::Suppressed,
        Self::ValidationStatus,
        Self::LastValidatedAt,
        Self::ImportId,
        Self::CreatedAt,
        Self::UpdatedAt,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::FirstName => "firstName",
            Self::LastName => "lastName",
            Self::Subscribed => "subscribed",
            Self::Suppressed => "suppressed",
            Self::ValidationStatus => "validationStatus",
            Self::LastValidatedAt => "lastValidatedAt",
            Self::ImportId => "importId",
            Self::CreatedAt => "createdAt",
            Self::UpdatedAt => "updatedAt",
        }
    }

    pub const fn field_type(self) -> FieldType {
        match self {
            Self::Email
            | Self::FirstName
            | Self::LastName
            | Self::ValidationStatus
            | Self::ImportId => FieldType::String,
            Self::Subscribed | Self::Suppressed => FieldType::Boolean,
            Self::LastValidatedAt | Self::CreatedAt | Self::UpdatedAt => FieldType::Date,
        }
    }

    /// The column that a merge tag of this name shows. Nobody is told in a mail which file they came from.
    pub fn of_tag(name: &str) -> Option<Self> {
        Self::parse(name).filter(|column| *column != Self::ImportId)
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.as_str() == text)
    }
}

/// Keys of a contact that only the service itself writes.
pub const IMMUTABLE_KEYS: [&str; 9] = [
    "createdAt",
    "updatedAt",
    "validationStatus",
    "lastValidatedAt",
    "validationDetails",
    "suppressed",
    "suppressedReason",
    "importId",
    "contactId",
];

/// Refuses a write to a read-only key of a contact; other keys are the decoder's business.
pub fn check_writable(key: &str) -> Result<(), Problem> {
    if IMMUTABLE_KEYS.contains(&key) {
        let message = format!("`{key}` is kept by the service and cannot be written.");
        return Err(Problem::new(Code::CoreFieldImmutable, message).param(key));
    }
    Ok(())
}

/// A custom field as the brand has it. Contacts refer to it by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownField {
    pub number: i64,
    pub field_type: FieldType,
}

/// The custom fields of one brand by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownFields(BTreeMap<String, KnownField>);

impl KnownFields {
    pub fn get(&self, name: &str) -> Option<KnownField> {
        self.0.get(name).copied()
    }

    pub fn insert(&mut self, name: impl Into<String>, field: KnownField) {
        self.0.insert(name.into(), field);
    }

    pub fn extend(&mut self, more: Self) {
        self.0.extend(more.0);
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, KnownField)> {
        self.0.iter().map(|(name, field)| (name.as_str(), *field))
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl<N: Into<String>> FromIterator<(N, i64, FieldType)> for KnownFields {
    fn from_iter<I: IntoIterator<Item = (N, i64, FieldType)>>(rows: I) -> Self {
        let field = |(name, number, field_type): (N, _, _)| {
            (name.into(), KnownField { number, field_type })
        };
        Self(rows.into_iter().map(field).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for kind in FieldType::ALL {
            assert_eq!(FieldType::parse(kind.as_str()), Some(kind));
        }
        for column in CoreColumn::ALL {
            assert_eq!(CoreColumn::parse(column.as_str()), Some(column));
        }
        assert_eq!(FieldType::parse("text"), None);
        assert_eq!(CoreColumn::parse("Email"), None);
    }

    #[test]
    fn read_only_keys_name_themselves() {
        let problem = check_writable("createdAt").unwrap_err();
        assert_eq!(problem.code, Code::CoreFieldImmutable);
        assert_eq!(problem.param.as_deref(), Some("createdAt"));
        assert_eq!(check_writable("firstName"), Ok(()));
    }
}
