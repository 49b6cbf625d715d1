//! How a provider's values become those of a payload and of a contact.

use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use super::{InboundEvent, Provider, Whereabouts};
use crate::contacts::address::EmailAddress;
use crate::contacts::field::MAX_TEXT;
use crate::time::When;

/// Characters of a name.
const MAX_NAME: usize = 200;

/// One value, as the provider gave it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Said {
    /// Not a word about it.
    Nothing,
    Null,
    Plain(Value),
    Time(When),
}

impl Said {
    /// Of a key that is there or not.
    fn of(value: Option<&Value>, read: impl Fn(&Value) -> Option<Self>) -> Self {
        match value {
            None => Self::Nothing,
            Some(Value::Null) => Self::Null,
            Some(value) => read(value).unwrap_or(Self::Nothing),
        }
    }

    pub fn or(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Nothing | Self::Null => match other() {
                Self::Nothing => self,
                other => other,
            },
            said => said,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Plain(Value::String(text)) => Some(text),
            _ => None,
        }
    }
}

pub(super) fn word(text: &str) -> Said {
    Said::Plain(Value::String(cleaned(text)))
}

/// A text, or a number that is a name: ids of some are numbers.
pub(super) fn text(value: Option<&Value>) -> Said {
    Said::of(value, |value| match value {
        Value::String(text) => Some(word(text)),
        Value::Number(number) => Some(word(&number.to_string())),
        Value::Bool(flag) => Some(word(&flag.to_string())),
        _ => None,
    })
}

/// A number, also one that is written as a text: amounts of some are.
pub(super) fn number(value: Option<&Value>) -> Said {
    Said::of(value, |value| match value {
        Value::Number(_) => Some(Said::Plain(value.clone())),
        Value::String(text) => {
            let number: f64 = text.trim().parse().ok()?;
            let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
            let number = if is_whole {
                Value::from(number as i64)
            } else {
                serde_json::Number::from_f64(number).map(Value::Number)?
            };
            Some(Said::Plain(number))
        }
        _ => None,
    })
}

/// A whole number.
pub(super) fn integer(value: Option<&Value>) -> Said {
    Said::of(value, |value| {
        value.as_i64().map(Value::from).map(Said::Plain)
    })
}

pub(super) fn flag(value: Option<&Value>) -> Said {
    Said::of(value, |value| {
        value.as_bool().map(Value::from).map(Said::Plain)
    })
}

/// Unix milliseconds.
pub(super) fn at_ms(value: Option<&Value>) -> Said {
    Said::of(value, |value| {
        value.as_i64().map(When::Instant).map(Said::Time)
    })
}

/// Unix seconds.
pub(super) fn at_seconds(value: Option<&Value>) -> Said {
    Said::of(value, |value| {
        let ms = value.as_i64()?.checked_mul(1000);
        ms.map(When::Instant).map(Said::Time)
    })
}

/// An ISO time or date; without an offset it is meant where the brand is.
pub(super) fn at_iso(value: Option<&Value>) -> Said {
    Said::of(value, |value| value.as_str().and_then(iso).map(Said::Time))
}

pub(super) fn iso(text: &str) -> Option<When> {
    let text = text.trim();
    // As PostgreSQL writes an offset of whole hours.
    When::parse(text).or_else(|| When::parse(&format!("{text}:00")))
}

/// What a list holds, joined with commas.
pub(super) fn joined(value: Option<&Value>) -> Said {
    Said::of(value, |value| match value {
        Value::Array(list) => {
            let parts = list.iter().map(|part| text(Some(part)));
            let parts: Vec<String> = parts
                .filter_map(|part| part.as_str().map(str::to_owned))
                .collect();
            Some(word(&parts.join(",")))
        }
        other => Some(text(Some(other))),
    })
}

/// Text that both databases hold and that a field takes.
pub(super) fn cleaned(text: &str) -> String {
    let is_kept = |c: &char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    text.chars().filter(is_kept).take(MAX_TEXT).collect()
}

/// A person's name as a contact takes it.
fn person(text: &str) -> Option<Value> {
    let name: String = text.chars().filter(|c| !c.is_control()).collect();
    let name: String = name.trim().chars().take(MAX_NAME).collect();
    (!name.is_empty()).then_some(Value::String(name))
}

/// An address in the form in which it is stored.
pub(super) fn address(value: Option<&Value>) -> Option<String> {
    let parsed = EmailAddress::parse(value?.as_str()?.trim()).ok()?;
    Some(parsed.as_str().to_owned())
}

/// An event that is being written.
pub(super) struct Draft(InboundEvent, Provider);

impl Draft {
    pub fn new(provider: Provider, event_type: &str, id: Option<&Value>) -> Self {
        let id = text(id);
        let ids = id.as_str().filter(|id| !id.is_empty()).map(str::to_owned);
        Self(
            InboundEvent {
                event_type: event_type.to_owned(),
                // Unless it says something earlier, it happened when it arrived.
                occurred_at: i64::MAX,
                ids: ids.into_iter().collect(),
                payload: Map::new(),
                fields: Map::new(),
                email: Whereabouts::default(),
                is_live: true,
                is_deletion: false,
                subscribes: true,
                invoice: None,
            },
            provider,
        )
    }

    /// When it happened. That orders events and is no date of anybody: without an offset it is UTC.
    pub fn at(&mut self, said: &Said) -> &mut Self {
        if let Said::Time(when) = said {
            self.0.occurred_at = when.start(&TimeZone::UTC);
        }
        self
    }

    /// The person is gone from the provider.
    pub fn deleted(&mut self, said: &Said) -> &mut Self {
        self.0.is_deletion = true;
        self.field("deleted_at", said)
    }

    /// A key of the payload.
    pub fn key(&mut self, key: &str, said: &Said) -> &mut Self {
        let value = match said {
            Said::Nothing | Said::Null => return self,
            Said::Plain(value) => value.clone(),
            Said::Time(when) => Value::String(when.to_iso()),
        };
        self.0.payload.insert(key.to_owned(), value);
        self
    }

    /// A field of the contact, named without the provider.
    pub fn field(&mut self, name: &str, said: &Said) -> &mut Self {
        let value = match said {
            Said::Nothing => return self,
            Said::Null => Value::Null,
            Said::Plain(value) => value.clone(),
            Said::Time(when) => when.to_json(),
        };
        let name = self.field_name(name);
        self.0.fields.insert(name, value);
        self
    }

    pub fn both(&mut self, key: &str, field: &str, said: &Said) -> &mut Self {
        self.key(key, said).field(field, said)
    }

    pub fn field_name(&self, name: &str) -> String {
        format!("{}_{name}", self.1.as_str())
    }

    pub fn names(&mut self, first: Option<&Value>, last: Option<&Value>) -> &mut Self {
        for (key, value) in [("firstName", first), ("lastName", last)] {
            if let Some(name) = value.and_then(Value::as_str).and_then(person) {
                self.0.payload.insert(key.to_owned(), name);
            }
        }
        self
    }

    /// A whole name, split at its first space.
    pub fn whole_name(&mut self, name: Option<&Value>) -> &mut Self {
        let Some(name) = name.and_then(Value::as_str) else {
            return self;
        };
        let (first, last) = name.trim().split_once(' ').unwrap_or((name, ""));
        self.names(Some(&Value::from(first)), Some(&Value::from(last)))
    }

    pub fn address(&mut self, address: Option<String>) -> &mut Self {
        self.0.email.address = address;
        self
    }

    /// The contact can be found by this field, named without the provider.
    pub fn known_as(&mut self, field: &str, said: &Said) -> &mut Self {
        if let Some(value) = said.as_str().filter(|value| !value.is_empty()) {
            self.0.email.known_as = Some((self.field_name(field), value.to_owned()));
        }
        self
    }

    pub fn event(&mut self) -> &mut InboundEvent {
        &mut self.0
    }

    pub fn done(self) -> InboundEvent {
        self.0
    }
}
