//! The names of fonts, as a brand would give them.

/// Names that mean what a device has.
const NOBODYS: [&str; 16] = [
    "inherit",
    "initial",
    "unset",
    "revert",
    "serif",
    "sans-serif",
    "monospace",
    "cursive",
    "fantasy",
    "system-ui",
    "ui-sans-serif",
    "ui-serif",
    "ui-monospace",
    "-apple-system",
    "blinkmacsystemfont",
    "emoji",
];
/// Parts of names of fonts that hold signs instead of letters.
const SIGNS: [&str; 5] = ["icon", "awesome", "glyph", "symbol", "emoji"];
const LENGTH_MAX: usize = 60;

/// The first of `font-family`. Whoever asks first for what a device has, asks for no font.
pub(super) fn family(value: &str) -> Option<String> {
    let first = value.split(',').next()?.trim().trim_matches(['"', '\'']);
    let name = unhashed(first.trim());
    let lower = name.to_lowercase();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
    let is_font = !name.is_empty()
        && name.chars().all(is_name)
        && name.chars().count() <= LENGTH_MAX
        && !NOBODYS.contains(&lower.as_str())
        && !SIGNS.iter().any(|sign| lower.contains(sign));
    is_font.then_some(name)
}

/// The same of the property `font`, in which the names stand behind the size.
pub(super) fn family_of_font(value: &str) -> Option<String> {
    let head = value.split([',', '"', '\'']).next()?;
    let words = head.split_inclusive(' ');
    let mut size_ends = None;
    let mut at = 0;
    for word in words {
        at += word.len();
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            size_ends = Some(at);
        }
    }
    family(&value[size_ends?..])
}

/// Build tools write `__Open_Sans_d65c78` for Open Sans.
fn unhashed(name: &str) -> String {
    let Some(inner) = name.strip_prefix("__") else {
        return name.to_owned();
    };
    match inner.rsplit_once('_') {
        Some((name, hash)) if hash.chars().all(|c| c.is_ascii_hexdigit()) => name.replace('_', " "),
        _ => inner.replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_is_one_that_was_chosen() {
        for (value, expect) in [
            ("\"Open Sans\", Arial, sans-serif", Some("Open Sans")),
            ("Lora", Some("Lora")),
            (
                "'__Open_Sans_d65c78', '__Open_Sans_Fallback_d65c78'",
                Some("Open Sans"),
            ),
            ("system-ui, Roboto", None),
            ("-apple-system,BlinkMacSystemFont,'Segoe UI'", None),
            ("FontAwesome", None),
            ("inherit", None),
            ("x;}body{", None),
            ("", None),
        ] {
            assert_eq!(family(value).as_deref(), expect, "{value}");
        }
        for (value, expect) in [
            (
                "italic 700 1rem/1.5 \"Work Sans\", serif",
                Some("Work Sans"),
            ),
            ("16px Georgia, serif", Some("Georgia")),
            ("inherit", None),
        ] {
            assert_eq!(family_of_font(value).as_deref(), expect, "{value}");
        }
    }
}
