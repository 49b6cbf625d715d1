//! What a client makes of what a mail says about the looks of an element.

use super::dark;
use super::notes::Notes;
use super::profiles::Client;
use super::support::Kind;
use super::word::{self, Verdict};
use crate::html::css::declarations;

/// A client that reads a mail, and what it does not know there.
#[derive(Debug)]
pub(super) struct Reading {
    pub client: &'static Client,
    pub notes: Notes,
}

impl Reading {
    /// Whether the client knows something; if not, that is noted.
    pub fn knows(&mut self, kind: Kind, name: &str) -> bool {
        let knows = self.client.program.knows(kind, name);
        if !knows {
            self.notes.ignored(kind, name);
        }
        knows
    }
}

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
    source: &'d str,
    /// Lower case.
    pub property: String,
    /// Lower case, without `!important`.
    pub value: String,
    pub is_important: bool,
    /// Whether a space stands before `!important`.
    pub has_space: bool,
}

impl<'d> Declaration<'d> {
    fn read(source: &'d str) -> Option<Self> {
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
    fn written_value(&self) -> &str {
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
    fn unknown(&self, client: &Client) -> Option<(Kind, String)> {
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

    fn write(&self, property: &str, value: &str) -> String {
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

/// Colours such as `rgb(0 128 0)`: Gmail throws all that stands around them away.
pub(super) fn is_unreadable_to_gmail(css: &str) -> bool {
    let lower = css.to_ascii_lowercase();
    lower.match_indices("rgb").any(|(at, _)| {
        let rest = lower[at + 3..].trim_start_matches('a');
        let Some(inside) = rest.strip_prefix('(') else {
            return false;
        };
        // A colour is short: to look for the end of each one in the whole text would take forever.
        let inside: String = inside
            .chars()
            .take(40)
            .take_while(|next| *next != ')')
            .collect();
        !inside.contains(',') && inside.split_ascii_whitespace().count() > 1
    })
}

/// One declaration as the client understands it; nothing if it does not.
pub(super) fn understood(source: &str, place: Place<'_>, reading: &mut Reading) -> Option<String> {
    let Some(declaration) = Declaration::read(source) else {
        return Some(source.to_owned());
    };
    if let Some((kind, name)) = declaration.unknown(reading.client) {
        reading.notes.ignored(kind, &name);
        return None;
    }
    let client = reading.client;
    let mut kept = source.trim().to_owned();
    if client.program.is_word() {
        match word::judge(&declaration, &place) {
            Verdict::Kept => {}
            Verdict::Dropped => {
                note_word(&declaration, &mut reading.notes);
                return None;
            }
            Verdict::Instead(instead) => kept = instead,
        }
    }
    if matches!(place, Place::DarkRule(_)) {
        return Some(kept);
    }
    let turned = Declaration::read(&kept).and_then(|own| {
        let value = dark::value(&own.property, own.written_value(), client.scheme)?;
        Some(own.write(&own.property, &value))
    });
    Some(turned.unwrap_or(kept))
}

fn note_word(declaration: &Declaration<'_>, notes: &mut Notes) {
    let Declaration {
        property, value, ..
    } = declaration;
    match property.as_str() {
        _ if declaration.is_important => {
            notes.add("Ignores what is `!important` in a `style` attribute".to_owned());
        }
        "display" => notes.ignored(Kind::Value, &format!("display:{value}")),
        _ if property.starts_with("padding") => {
            notes.add("Ignores `padding` outside of table cells".to_owned());
        }
        "width" | "height" | "max-width" => notes.add(format!(
            "Ignores `{property}` of elements that are no tables or cells"
        )),
        "background" => notes.add("Ignores background images".to_owned()),
        _ => notes.ignored(Kind::Value, &format!("{property}:{value}")),
    }
}

/// A `style` attribute as the client understands it; nothing if it is understood as it is.
pub(super) fn attribute(style: &str, element: &str, reading: &mut Reading) -> Option<String> {
    if reading.client.program.is_gmail() && is_unreadable_to_gmail(style) {
        reading
            .notes
            .add("Drops a `style` attribute with a color that it cannot read".to_owned());
        return Some(String::new());
    }
    let mut is_changed = false;
    let mut kept: Vec<String> = Vec::new();
    for source in declarations(style).filter(|source| !source.trim().is_empty()) {
        match understood(source, Place::Attribute(element), reading) {
            Some(understood) => {
                is_changed |= understood != source.trim();
                kept.push(understood);
            }
            None => is_changed = true,
        }
    }
    is_changed.then(|| kept.join(";"))
}

#[cfg(test)]
mod tests;
