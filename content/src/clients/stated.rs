//! What a mail says about the looks of an element.

use super::profiles::Client;
use super::support::Kind;

/// Where a declaration stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'p> {
    /// The `style` attribute of an element.
    Attribute(&'p str),
    /// A rule for elements of a name, or for any.
    Rule(Option<&'p str>),
    /// The same, written for clients that are dark.
    DarkRule(Option<&'p str>),
}

impl Place<'_> {
    pub fn is_attribute(&self) -> bool {
        matches!(self, Self::Attribute(_))
    }

    /// Whether it may be about an element of which something holds.
    pub fn may_be(&self, holds: impl Fn(&str) -> bool) -> bool {
        match self {
            Self::Attribute(name) => holds(name),
            Self::Rule(name) | Self::DarkRule(name) => name.is_none_or(holds),
        }
    }
}

#[derive(Debug)]
pub(super) struct Declaration<'d> {
    pub source: &'d str,
    /// Lower case.
    pub property: String,
    /// Lower case, without `!important`.
    pub value: String,
    pub is_important: bool,
    /// Whether a space stands before `!important`.
    pub has_space: bool,
}

impl<'d> Declaration<'d> {
    pub fn read(source: &'d str) -> Option<Self> {
        let (property, value) = source.split_once(':')?;
        let (value, important) = match value.rsplit_once('!') {
            Some((value, word)) if word.trim().eq_ignore_ascii_case("important") => (
                value,
                Some(value.ends_with(|last: char| last.is_whitespace())),
            ),
            _ => (value, None),
        };
        Some(Self {
            source,
            property: property.trim().to_ascii_lowercase(),
            value: value.trim().to_ascii_lowercase(),
            is_important: important.is_some(),
            has_space: important.unwrap_or(true),
        })
    }

    /// As it is written, without `!important`.
    pub fn written_value(&self) -> &str {
        let value = self.source.split_once(':').map_or("", |(_, value)| value);
        let value = match value.rsplit_once('!') {
            Some((value, _)) if self.is_important => value,
            _ => value,
        };
        value.trim()
    }

    /// Without what makers of browsers put before names.
    fn plain_property(&self) -> &str {
        let prefixes = ["-webkit-", "-moz-", "-ms-", "-o-"];
        let plain = prefixes
            .iter()
            .find_map(|prefix| self.property.strip_prefix(prefix));
        plain.unwrap_or(&self.property)
    }

    /// What of it a client does not know.
    pub fn unknown(&self, client: &Client) -> Option<(Kind, String)> {
        let program = client.program;
        let asked =
            |kind: Kind, name: &str| (!program.knows(kind, name)).then(|| (kind, name.to_owned()));
        let property = self.plain_property();
        asked(Kind::Property, property)
            .or_else(|| asked(Kind::Value, &self.value))
            .or_else(|| asked(Kind::Value, &format!("{property}:{}", self.value)))
            .or_else(|| {
                let is_negative = property.starts_with("margin")
                    && self
                        .value
                        .split_ascii_whitespace()
                        .any(|part| part.starts_with('-'));
                is_negative
                    .then(|| asked(Kind::Value, "margin:negative"))
                    .flatten()
            })
            .or_else(|| functions(&self.value).find_map(|name| asked(Kind::Function, name)))
            .or_else(|| units(&self.value).find_map(|name| asked(Kind::Unit, name)))
    }

    pub fn write(&self, property: &str, value: &str) -> String {
        let important = if self.is_important { " !important" } else { "" };
        format!("{property}:{value}{important}")
    }
}

/// Names before parentheses, but for addresses.
fn functions(value: &str) -> impl Iterator<Item = &str> {
    let before = value.match_indices('(').map(|(at, _)| &value[..at]);
    let is_name = |last: char| last.is_ascii_alphanumeric() || last == '-';
    before.filter_map(move |before| {
        // A name is short: to look back for its beginning takes no longer than that.
        let start = before
            .bytes()
            .rev()
            .take(40)
            .take_while(|last| is_name(char::from(*last)))
            .count();
        before.get(before.len() - start..)
    })
}

/// What stands right behind numbers.
fn units(value: &str) -> impl Iterator<Item = &str> {
    let words = value.split(|next: char| {
        !next.is_ascii_alphanumeric() && !matches!(next, '.' | '-' | '+' | '%')
    });
    words.filter_map(|word| {
        let unit = word.trim_start_matches(|next: char| {
            next.is_ascii_digit() || matches!(next, '.' | '-' | '+')
        });
        (unit.len() < word.len()).then_some(unit)
    })
}
