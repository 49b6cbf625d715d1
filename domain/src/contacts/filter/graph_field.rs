//! What conditions inside the graph of an automation can ask for.

use super::field_ref::FieldRef;
use super::fields::{Field, Fields};
use super::input::FilterCondition;
use super::payload::{Declared, PayloadPath, guess};
use crate::contacts::field::{CoreColumn, FieldType, KnownFields};
use crate::contract::problem::Problem;

pub(crate) const PAYLOAD: &str = "payload.";
pub(crate) const CONTACT: &str = "contact.";

/// `payload.<path>`, `contact.<column>`, `contact.customFields.<name>` or `engagement.<what>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphField {
    Contact(FieldRef),
    Payload(PayloadPath),
}

/// The fields of a brand's contacts beside those of a payload.
#[derive(Clone, Copy)]
pub struct GraphFields<'a> {
    pub known: &'a KnownFields,
    pub contract: Contract<'a>,
}

#[derive(Clone, Copy)]
pub enum Contract<'a> {
    /// A key that is not declared is refused: an author is told.
    Closed(&'a [Declared<'a>]),
    /// It may be there all the same: a run takes the payload as it is.
    Open(&'a [Declared<'a>]),
}

impl<'a> Contract<'a> {
    const fn declared(self) -> &'a [Declared<'a>] {
        match self {
            Self::Closed(declared) | Self::Open(declared) => declared,
        }
    }
}

impl Field for GraphField {
    fn field_type(&self) -> FieldType {
        match self {
            Self::Contact(field) => field.field_type(),
            Self::Payload(field) => field.field_type,
        }
    }

    fn ms_per_unit(&self) -> f64 {
        match self {
            Self::Contact(field) => field.ms_per_unit(),
            Self::Payload(_) => 1.0,
        }
    }

    fn column(&self) -> Option<CoreColumn> {
        match self {
            Self::Contact(field) => field.column(),
            Self::Payload(_) => None,
        }
    }
}

impl Fields for GraphFields<'_> {
    type Field = GraphField;

    fn read(&self, condition: &FilterCondition, at: &str) -> Result<GraphField, Problem> {
        let param = format!("{at}.field");
        match condition.field.strip_prefix(PAYLOAD) {
            Some(path) => {
                let declared = self.declared_type(path, &param)?;
                Ok(GraphField::Payload(PayloadPath {
                    path: path.to_owned(),
                    field_type: declared.unwrap_or_else(|| guess(condition)),
                }))
            }
            None => self.contact_field(&condition.field, &param),
        }
    }
}

impl GraphFields<'_> {
    /// The field that a wait looks for a date in.
    pub fn read_date(&self, name: &str, param: &str) -> Result<GraphField, Problem> {
        let field = match name.strip_prefix(PAYLOAD) {
            Some(path) => GraphField::Payload(PayloadPath {
                path: path.to_owned(),
                field_type: self.declared_type(path, param)?.unwrap_or(FieldType::Date),
            }),
            None => self.contact_field(name, param)?,
        };
        if field.field_type() == FieldType::Boolean {
            let message = format!("`{name}` is a boolean, not a date.");
            return Err(Problem::invalid(param, message));
        }
        Ok(field)
    }

    fn contact_field(&self, name: &str, param: &str) -> Result<GraphField, Problem> {
        let found = match name.strip_prefix(CONTACT) {
            Some(column) => FieldRef::find(column, self.known)
                .filter(|field| !matches!(field, FieldRef::Engagement(_))),
            None => FieldRef::find(name, self.known)
                .filter(|field| matches!(field, FieldRef::Engagement(_))),
        };
        found
            .map(GraphField::Contact)
            .ok_or_else(|| unknown(name, param))
    }

    /// Nothing where the contract leaves the type open.
    fn declared_type(&self, path: &str, param: &str) -> Result<Option<FieldType>, Problem> {
        let declared = self.contract.declared();
        let find = |key: &str| declared.iter().find(|declared| declared.key == key);
        if let Some(declared) = find(path) {
            return Ok(declared.field_type);
        }
        let key = path.split('.').next().unwrap_or(path);
        match (find(key), self.contract) {
            (
                Some(Declared {
                    field_type: Some(kind),
                    ..
                }),
                Contract::Closed(_),
            ) => {
                let message = format!("`{PAYLOAD}{key}` is a {}: it has no parts.", kind.as_str());
                Err(Problem::invalid(param, message))
            }
            (None, Contract::Closed(_)) => {
                let name = format!("{PAYLOAD}{path}");
                Err(unknown(&name, param))
            }
            _ => Ok(None),
        }
    }
}

/// What was probably meant is not looked for: a graph may name thousands of fields that nobody has.
fn unknown(name: &str, param: &str) -> Problem {
    let message = if name.starts_with(PAYLOAD) {
        format!("The trigger does not declare `{name}`.")
    } else {
        format!("There is no field `{name}`.")
    };
    Problem::invalid(param, message).suggest(
        "Use `payload.<key>` for what the trigger declares, `contact.<column>`, \
         `contact.customFields.<name>`, or an `engagement.` field.",
    )
}
