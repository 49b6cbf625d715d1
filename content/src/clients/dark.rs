//! What clients that are dark make of a mail's colours.

use postrider_domain::accounts::brand::Color;

use super::profiles::Scheme;
use crate::ink::Ink;

/// The page that dark clients show mails on, and the letters that have no colour of their own. White becomes this page.
pub(super) const BASE: &str = "html{background-color:#1f1f1f;color:#ffffff}a{color:#8ab4f8}";
/// How light white becomes, as the eye sees it: the lightness of the page.
const PAGE: f64 = 0.24;
/// Colours lighter than this are light.
const MIDDLE: f64 = 0.6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// What lies behind something.
    Ground,
    /// Letters and lines.
    Letters,
}

/// What becomes of a colour.
pub(super) fn turned(ink: Ink, role: Role, scheme: Scheme) -> Ink {
    match scheme {
        Scheme::Light | Scheme::Own => ink,
        Scheme::Wholly => ink.painted(inverted),
        Scheme::Partly => ink.painted(|color| {
            let is_light = color.lightness() > MIDDLE;
            if is_light == (role == Role::Ground) {
                inverted(color)
            } else {
                color
            }
        }),
    }
}

/// The same hue, dark where it was light.
fn inverted(color: Color) -> Color {
    color.at_lightness(1.0 - color.lightness() * (1.0 - PAGE))
}

/// What a property paints, if it does.
fn role_of(property: &str) -> Option<Role> {
    match property {
        "background" | "background-color" | "background-image" => Some(Role::Ground),
        "color" | "fill" | "stroke" | "-webkit-text-fill-color" => Some(Role::Letters),
        _ if ["border", "outline", "text-decoration", "column-rule"]
            .iter()
            .any(|start| property.starts_with(start)) =>
        {
            Some(Role::Letters)
        }
        _ => None,
    }
}

/// The value of a property with its colours turned; nothing if none is.
pub(super) fn value(property: &str, value: &str, scheme: Scheme) -> Option<String> {
    if matches!(scheme, Scheme::Light | Scheme::Own) {
        return None;
    }
    let role = role_of(property)?;
    let mut turned_value = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let length = word_length(rest, first);
        let (word, after) = rest.split_at(length);
        match Ink::parse(word).filter(|ink| ink.is_seen()) {
            Some(ink) => turned_value.push_str(&turned(ink, role, scheme).css()),
            None => turned_value.push_str(word),
        }
        rest = after;
    }
    (turned_value != value).then_some(turned_value)
}

/// How long a word, a colour, an address or a text in quotes is. What a gradient holds are words of their own.
fn word_length(text: &str, first: char) -> usize {
    if let quote @ ('"' | '\'') = first {
        return text[1..].find(quote).map_or(text.len(), |end| end + 2);
    }
    let is_part =
        |next: char| next.is_alphanumeric() || matches!(next, '#' | '-' | '_' | '.' | '%');
    if !is_part(first) {
        return first.len_utf8();
    }
    let end = text.find(|next| !is_part(next)).unwrap_or(text.len());
    let is_one = ["rgb", "rgba", "hsl", "hsla", "oklch", "url"]
        .iter()
        .any(|name| text[..end].eq_ignore_ascii_case(name));
    if !is_one || !text[end..].starts_with('(') {
        return end;
    }
    let inside = end + 1;
    let quoted = match text[inside..].chars().next() {
        Some(quote @ ('"' | '\'')) => text[inside + 1..].find(quote).map_or(0, |close| close + 2),
        _ => 0,
    };
    let inside = inside + quoted;
    text[inside..]
        .find(')')
        .map_or(text.len(), |close| inside + close + 1)
}

/// The colour of an attribute such as `bgcolor`.
pub(super) fn attribute(text: &str, role: Role, scheme: Scheme) -> Option<String> {
    let ink = Ink::parse_attribute(text)?;
    let turned = turned(ink, role, scheme);
    (turned != ink).then(|| turned.css())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_clients_turn_lightness_and_keep_the_hue() {
        for (property, before, wholly, partly) in [
            ("background-color", "#ffffff", "#1f1f1f", "#1f1f1f"),
            ("color", "#000", "#ffffff", "#ffffff"),
            ("color", "#ffffff", "#1f1f1f", "#ffffff"),
            ("background", "#000000", "#ffffff", "#000000"),
        ] {
            let turned = |scheme| value(property, before, scheme).unwrap_or(before.to_owned());
            assert_eq!(turned(Scheme::Wholly), wholly, "{property}: {before}");
            assert_eq!(turned(Scheme::Partly), partly, "{property}: {before}");
            assert_eq!(value(property, before, Scheme::Own), None);
        }
        let blue = Ink::parse("#0b57d0").unwrap();
        let lighter = turned(blue, Role::Letters, Scheme::Wholly).over(Color::LIGHT);
        let [red, green, of_blue] = lighter.parts();
        assert!(of_blue > green && green > red, "{}", lighter.css());
        assert!(lighter.lightness() > 0.6);
    }

    #[test]
    fn only_colours_are_touched() {
        let wholly = |property: &str, before: &str| value(property, before, Scheme::Wholly);
        for (property, before, after) in [
            (
                "background",
                "url(white.png) no-repeat #FFF",
                "url(white.png) no-repeat #1f1f1f",
            ),
            (
                "background",
                "linear-gradient(90deg, white 0%, rgba(0, 0, 0, .5))",
                "linear-gradient(90deg, #1f1f1f 0%, rgba(255,255,255,0.5))",
            ),
            ("border-top", "1px solid black", "1px solid #ffffff"),
            (
                "background",
                "url('a)white') white",
                "url('a)white') #1f1f1f",
            ),
        ] {
            assert_eq!(wholly(property, before).as_deref(), Some(after), "{before}");
        }
        assert_eq!(wholly("font-family", "Black, White"), None);
        assert_eq!(wholly("background", "url(#ffffff) transparent"), None);
        assert_eq!(wholly("color", "inherit"), None);
        assert_eq!(wholly("color", "é#('"), None);
    }

    #[test]
    fn attributes_are_turned_too() {
        assert_eq!(
            attribute("FFFFFF", Role::Ground, Scheme::Partly).as_deref(),
            Some("#1f1f1f")
        );
        assert_eq!(attribute("FFFFFF", Role::Letters, Scheme::Partly), None);
        assert_eq!(attribute("nothing", Role::Ground, Scheme::Wholly), None);
    }
}
