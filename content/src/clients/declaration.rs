//! What a client makes of what a mail says about the looks of an element.

use super::dark;
use super::notes::Notes;
use super::profiles::Client;
use super::stated::{Declaration, Place};
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
