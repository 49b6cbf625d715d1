//! What a client makes of the attributes of an element.

use std::fmt::Write;

use super::dark::{self, Role};
use super::declaration::{self, Reading};
use super::profiles::Scheme;
use super::sheet::understood_query;
use super::support::{Kind, Program};
use crate::html::entities::{decode_attribute, escape_attribute};
use crate::html::scan::{Attribute, Tag};

/// All attributes of a tag.
pub(super) enum Attributes {
    AsTheyAre,
    /// As they are written instead, each with a space before it.
    Changed(String),
    /// The client makes nothing of the whole element.
    Refused,
}

/// What becomes of one of them.
enum Fate {
    Kept,
    Dropped,
    Value(String),
    Refused,
}

pub(super) fn understood(html: &str, tag: &Tag, reading: &mut Reading) -> Attributes {
    // What is Word's own is read elsewhere.
    if tag.name.contains(':') {
        return Attributes::AsTheyAre;
    }
    let mut written = String::new();
    let mut is_changed = false;
    for attribute in &tag.attributes {
        let value = attribute.value.clone().map_or("", |range| &html[range]);
        let fate = fate(tag, attribute, &decode_attribute(value), reading);
        is_changed |= !matches!(fate, Fate::Kept);
        match fate {
            Fate::Kept => {
                written.push(' ');
                written.push_str(&html[attribute.range.clone()]);
            }
            Fate::Dropped => {}
            Fate::Value(value) => {
                let value = escape_attribute(&value);
                let _ = write!(written, " {}=\"{value}\"", attribute.name);
            }
            Fate::Refused => return Attributes::Refused,
        }
    }
    let client = reading.client;
    if tag.name == "body"
        && client.program == Program::OutlookWeb
        && client.scheme == Scheme::Partly
    {
        // How mails tell that it has turned their colours.
        written.push_str(" data-ogsc data-ogsb");
        is_changed = true;
    }
    if is_changed {
        Attributes::Changed(written)
    } else {
        Attributes::AsTheyAre
    }
}

fn fate(tag: &Tag, attribute: &Attribute, value: &str, reading: &mut Reading) -> Fate {
    let scheme = reading.client.scheme;
    let turned = |role| dark::attribute(value, role, scheme).map_or(Fate::Kept, Fate::Value);
    match (tag.name.as_str(), attribute.name.as_str()) {
        ("meta", "http-equiv") if value.trim().eq_ignore_ascii_case("refresh") => Fate::Refused,
        (_, name) if name.starts_with("on") || name == "srcdoc" => Fate::Dropped,
        (_, "href" | "src" | "action" | "formaction" | "xlink:href" | "background")
            if is_code(value) =>
        {
            Fate::Dropped
        }
        (name, "style") => match declaration::attribute(value, name, reading) {
            None => Fate::Kept,
            Some(style) if style.is_empty() => Fate::Dropped,
            Some(style) => Fate::Value(style),
        },
        ("style" | "source", "media") => match understood_query(value, reading) {
            None => Fate::Refused,
            Some(query) if query == value => Fate::Kept,
            Some(query) => Fate::Value(query),
        },
        (_, name @ ("hidden" | "srcset")) if !reading.knows(Kind::Attribute, name) => Fate::Dropped,
        (name, "background") if reading.client.program.is_word() && name != "body" => {
            reading.notes.add("Ignores background images".to_owned());
            Fate::Dropped
        }
        ("img", "src") => picture(value, reading),
        (_, "bgcolor") => turned(Role::Ground),
        ("font", "color") | ("body", "text" | "link" | "vlink" | "alink") => turned(Role::Letters),
        _ => Fate::Kept,
    }
}

/// Some formats are shown by some clients alone; others show the text instead.
fn picture(source: &str, reading: &mut Reading) -> Fate {
    let source = source.trim().to_ascii_lowercase();
    let path = source.split(['?', '#']).next().unwrap_or_default();
    let data = source.starts_with("data:").then_some("data");
    let formats = ["svg", "webp", "avif"]
        .into_iter()
        .filter(|format| match data {
            Some(_) => source.starts_with(&format!("data:image/{format}")),
            None => path
                .strip_suffix(format)
                .is_some_and(|name| name.ends_with('.')),
        });
    let mut asked = data.into_iter().chain(formats);
    if asked.all(|format| reading.knows(Kind::Image, format)) {
        Fate::Kept
    } else {
        Fate::Dropped
    }
}

/// Addresses that run something.
fn is_code(address: &str) -> bool {
    let plain: String = address
        .chars()
        .filter(|next| !next.is_whitespace() && !next.is_control())
        .take(20)
        .collect::<String>()
        .to_ascii_lowercase();
    ["javascript:", "vbscript:", "data:text"]
        .iter()
        .any(|scheme| plain.starts_with(scheme))
}
