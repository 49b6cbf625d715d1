//! What may be asked of the feed of events: about whom, of which types, and from when to when.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de};

use crate::contacts::address::{EmailAddress, ascii_domain};
use crate::contacts::contact::fold;
use crate::contract::problem::Problem;
use crate::sending::send::EventType;

/// More would be a list to keep elsewhere.
const MOST_TERMS: usize = 20;
const LONGEST_TERM: usize = 320;
const PARAM: &str = "recipient";

/// Whom events are about: one of the first list if it holds any, and none of the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecipientFilter {
    pub include: Vec<RecipientTerm>,
    pub exclude: Vec<RecipientTerm>,
}

/// In the form in which addresses are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipientTerm {
    Address(String),
    /// All addresses of a mail domain.
    Domain(String),
    /// Any part of an address.
    Part(String),
}

impl RecipientFilter {
    /// A comma list of full addresses, `@domain` and parts of addresses, each with `!` in front to exclude.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if text.chars().any(char::is_control) {
            return Err(refused("holds a control character"));
        }
        let mut filter = Self::default();
        for (index, term) in text.split(',').enumerate() {
            if index == MOST_TERMS {
                return Err(refused(&format!("names more than {MOST_TERMS} recipients")));
            }
            let term = term.trim();
            let (list, term) = match term.strip_prefix('!') {
                Some(excluded) => (&mut filter.exclude, excluded.trim()),
                None => (&mut filter.include, term),
            };
            list.push(RecipientTerm::parse(term)?);
        }
        Ok(filter)
    }
}

impl RecipientTerm {
    fn parse(text: &str) -> Result<Self, Problem> {
        if text.is_empty() || text == "@" {
            return Err(refused("has an entry that names nobody"));
        }
        if text.chars().count() > LONGEST_TERM {
            let why = format!("has an entry of more than {LONGEST_TERM} characters");
            return Err(refused(&why));
        }
        if let Some(domain) = text.strip_prefix('@')
            && let Ok(domain) = ascii_domain(domain)
        {
            return Ok(Self::Domain(domain));
        }
        Ok(match EmailAddress::parse(text) {
            Ok(address) => Self::Address(address.into_string()),
            Err(_) => Self::Part(fold(text)),
        })
    }
}

fn refused(why: &str) -> Problem {
    Problem::invalid(PARAM, format!("`{PARAM}` {why}.")).suggest(
        "Send an address, `@domain` or a part of addresses, or a list of them with commas between; `!` in front excludes.",
    )
}

/// The word of one or two event types: triggers and receivers share `rejected`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventWord(&'static str);

impl EventWord {
    pub fn parse(word: &str) -> Option<Self> {
        words().find(|known| *known == word).map(Self)
    }

    pub fn types(self) -> impl Iterator<Item = EventType> {
        let all = EventType::ALL.iter().copied();
        all.filter(move |kind| kind.as_str() == self.0)
    }
}

fn words() -> impl Iterator<Item = &'static str> {
    let of_another = |kind: &EventType| *kind == EventType::InboundRejected;
    let all = EventType::ALL.iter().filter(move |kind| !of_another(kind));
    all.map(|kind| kind.as_str())
}

impl<'de> Deserialize<'de> for EventWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::parse(&word).ok_or_else(|| de::Error::custom(format!("`{word}` is no event type")))
    }
}

impl JsonSchema for EventWord {
    fn schema_name() -> Cow<'static, str> {
        "EventType".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": words().collect::<Vec<_>>() })
    }
}

/// From when, and up to but not at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub from: i64,
    pub to: i64,
}

impl Range {
    /// What was asked for; without bounds the `length` that ends now.
    pub fn of(from: Option<i64>, to: Option<i64>, length: i64, now: i64) -> Result<Self, Problem> {
        // What happened in this very millisecond is told too.
        let to = to.unwrap_or(now + 1);
        let from = from.unwrap_or_else(|| to.saturating_sub(length));
        if from >= to {
            return Err(
                Problem::invalid("to", "The range ends before it begins.").suggest(
                    "Send a `to` that is later than `from`; without one, the range ends now.",
                ),
            );
        }
        Ok(Self { from, to })
    }

    pub fn holds(self, time: i64) -> bool {
        (self.from..self.to).contains(&time)
    }
}

#[cfg(test)]
mod tests {
    use super::RecipientTerm::{Address, Domain, Part};
    use super::*;

    fn parsed(text: &str) -> RecipientFilter {
        RecipientFilter::parse(text).unwrap()
    }

    #[test]
    fn a_recipient_is_an_address_a_domain_or_a_part() {
        for (text, term) in [
            ("Ada@Example.com", Address("ada@example.com".into())),
            ("@Example.com", Domain("example.com".into())),
            ("@müller.de", Domain("xn--mller-kva.de".into())),
            ("ADA", Part("ada".into())),
            ("@exam", Part("@exam".into())),
            ("ada@", Part("ada@".into())),
            ("%_", Part("%_".into())),
            ("x", Part("x".into())),
        ] {
            assert_eq!(parsed(text).include, [term], "{text}");
        }
    }

    #[test]
    fn a_list_includes_and_excludes() {
        let filter = parsed(" @x.io , !ada@x.io,! test,bob");
        assert_eq!(filter.include, [Domain("x.io".into()), Part("bob".into())]);
        assert_eq!(
            filter.exclude,
            [Address("ada@x.io".into()), Part("test".into())]
        );
    }

    #[test]
    fn lists_that_name_nobody_or_too_many_are_refused() {
        let long = "a".repeat(LONGEST_TERM + 1);
        let many = vec!["a"; MOST_TERMS + 1].join(",");
        for text in [
            "", "a,", ",a", "a,,b", "!", "a,! ", "@", "a\0b", "a\n", &long, &many,
        ] {
            let refused = RecipientFilter::parse(text).unwrap_err();
            assert_eq!(refused.param.as_deref(), Some("recipient"), "{text:?}");
        }
        parsed(&"a".repeat(LONGEST_TERM));
        parsed(&vec!["a"; MOST_TERMS].join(","));
    }

    #[test]
    fn every_word_stands_once_and_means_its_types() {
        let mut known: Vec<_> = words().collect();
        assert_eq!(known.len(), EventType::ALL.len() - 1);
        known.sort_unstable();
        known.dedup();
        assert_eq!(known.len(), EventType::ALL.len() - 1);
        let rejected = EventWord::parse("rejected").unwrap();
        assert_eq!(
            rejected.types().collect::<Vec<_>>(),
            [EventType::TriggerRejected, EventType::InboundRejected]
        );
        assert_eq!(EventWord::parse("open"), None);
    }

    #[test]
    fn a_range_ends_now_and_is_never_empty() {
        let of = |from, to| Range::of(from, to, 100, 1000);
        assert_eq!(
            of(None, None).unwrap(),
            Range {
                from: 901,
                to: 1001
            }
        );
        assert_eq!(of(Some(5), None).unwrap(), Range { from: 5, to: 1001 });
        assert_eq!(of(None, Some(500)).unwrap(), Range { from: 400, to: 500 });
        for (from, to) in [(Some(5), Some(5)), (Some(6), Some(5)), (Some(2000), None)] {
            assert_eq!(of(from, to).unwrap_err().param.as_deref(), Some("to"));
        }
        assert_eq!(
            of(None, Some(i64::MIN)).unwrap_err().param.as_deref(),
            Some("to")
        );
    }
}
