//! What Word, which shows mails in Outlook on Windows, makes of declarations.

use super::stated::{Declaration, Place};
use crate::ink::Ink;

/// What becomes of a declaration.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Kept,
    Dropped,
    Instead(String),
}

use Verdict::{Dropped, Instead, Kept};

pub(super) fn judge(declaration: &Declaration<'_>, place: &Place<'_>) -> Verdict {
    let Declaration {
        property, value, ..
    } = declaration;
    if declaration.is_important && (place.is_attribute() || !declaration.has_space) {
        return Dropped;
    }
    let is_kept = match property.as_str() {
        "mso-hide" if value == "all" => return Instead("display:none".to_owned()),
        "mso-padding-alt" if place.may_be(is_cell) => return Instead(format!("padding:{value}")),
        "background" => return ground(value),
        "font-weight" => return weight(value),
        "display" => value == "none" && place.may_be(|name| name != "img"),
        "margin" | "margin-left" | "margin-right" | "margin-top" | "margin-bottom" => {
            let has_auto = value.split_ascii_whitespace().any(|part| part == "auto");
            !has_auto && place.may_be(|name| !matches!(name, "span" | "body"))
        }
        "max-width" => place.may_be(|name| name == "table"),
        "width" => place.may_be(|name| !is_loose(name) && name != "img"),
        "height" => place.may_be(|name| !is_loose(name)),
        _ if property.starts_with("padding") => place.may_be(is_cell),
        _ => true,
    };
    if is_kept { Kept } else { Dropped }
}

fn is_cell(name: &str) -> bool {
    matches!(name, "td" | "th")
}

/// Elements that have no size of their own.
fn is_loose(name: &str) -> bool {
    matches!(name, "body" | "span" | "div" | "p" | "a")
}

/// Of a background only the colour counts.
fn ground(value: &str) -> Verdict {
    if Ink::parse(value).is_some() || matches!(value, "none" | "inherit") {
        return Kept;
    }
    let mut words = value.split_ascii_whitespace();
    match words.find(|word| Ink::parse(word).is_some()) {
        Some(color) => Instead(format!("background-color:{color}")),
        None => Dropped,
    }
}

/// There is bold and there is not.
fn weight(value: &str) -> Verdict {
    match value.parse::<u32>() {
        Ok(0..600) => Instead("font-weight:normal".to_owned()),
        Ok(_) => Instead("font-weight:bold".to_owned()),
        Err(_) => Kept,
    }
}
