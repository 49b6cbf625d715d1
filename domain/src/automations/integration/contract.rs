//! What automations may expect of an event's payload.

use crate::automations::trigger::{Contract, Enforcement, PayloadField, PayloadType};

/// One event of a provider, and the keys that its payload may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventContract {
    pub event_type: String,
    pub title: String,
    pub keys: &'static [Key],
}

impl EventContract {
    pub(super) fn of(event_type: &str, title: &str, keys: &'static [Key]) -> Self {
        Self {
            event_type: event_type.to_owned(),
            title: title.to_owned(),
            keys,
        }
    }

    /// The contract of the trigger that stands for it.
    pub fn contract(&self) -> Contract {
        let field = |key: &Key| PayloadField {
            key: key.name.to_owned(),
            kind: key.kind,
            required: key.name == EMAIL.name,
            fallback: None,
            pii: key.is_personal,
        };
        Contract {
            fields: self.keys.iter().map(field).collect(),
            enforcement: Enforcement::Warn,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub(super) name: &'static str,
    kind: PayloadType,
    /// It names a person.
    is_personal: bool,
}

/// Every payload has it by the time it fires.
pub(super) const EMAIL: Key = personal("email");
pub(super) const FIRST_NAME: Key = personal("firstName");
pub(super) const LAST_NAME: Key = personal("lastName");

const fn of(name: &'static str, kind: PayloadType) -> Key {
    Key {
        name,
        kind,
        is_personal: false,
    }
}

pub(super) const fn personal(name: &'static str) -> Key {
    Key {
        name,
        kind: PayloadType::String,
        is_personal: true,
    }
}

pub(super) const fn text(name: &'static str) -> Key {
    of(name, PayloadType::String)
}

pub(super) const fn number(name: &'static str) -> Key {
    of(name, PayloadType::Number)
}

pub(super) const fn integer(name: &'static str) -> Key {
    of(name, PayloadType::Integer)
}

pub(super) const fn boolean(name: &'static str) -> Key {
    of(name, PayloadType::Boolean)
}

pub(super) const fn date(name: &'static str) -> Key {
    of(name, PayloadType::Date)
}
