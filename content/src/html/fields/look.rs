//! What makes a link look like a button.

use super::super::entities::decode_attribute;
use super::super::scan::Tag;

/// Whether a tag gives what it holds the look of a button.
pub(super) fn has_look(html: &str, tag: &Tag) -> bool {
    let value = |name| {
        tag.value(html, name)
            .map(|value| decode_attribute(value).to_ascii_lowercase())
    };
    let is_button = value("role").is_some_and(|role| role.trim() == "button");
    let has_class = value("class").is_some_and(|class| {
        class
            .split_ascii_whitespace()
            .any(|class| class.contains("btn") || class.contains("button"))
    });
    let style = value("style").unwrap_or_default();
    is_button || has_class || value("bgcolor").is_some() || is_filled(&style) || is_padded(&style)
}

/// Many buttons are a cell with a colour that holds nothing but the link.
pub(super) fn is_coloured_cell(html: &str, tag: &Tag) -> bool {
    let style = tag
        .value(html, "style")
        .map(|style| decode_attribute(style).to_ascii_lowercase());
    let style = style.unwrap_or_default();
    let is_filled = tag.attribute("bgcolor").is_some() || is_filled(&style);
    matches!(tag.name.as_str(), "td" | "th") && is_filled && style.contains("border-radius")
}

fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        Some((property.trim(), value.trim()))
    })
}

fn is_filled(style: &str) -> bool {
    declarations(style).any(|(property, value)| {
        matches!(
            property,
            "background" | "background-color" | "background-image"
        ) && !["none", "transparent", "inherit", "initial", ""].contains(&value)
    })
}

fn is_padded(style: &str) -> bool {
    declarations(style).any(|(property, value)| {
        property.starts_with("padding") && value.contains(|digit: char| matches!(digit, '1'..='9'))
    })
}
