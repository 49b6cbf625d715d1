//! A brand's fonts with others behind them: mail clients have few.

use crate::document::values::Font;

const SANS: &str = "Helvetica, Arial, sans-serif";
const SERIF: &str = "Georgia, 'Times New Roman', serif";
const MONO: &str = "'Courier New', Courier, monospace";

/// Parts of the names of fonts with serifs.
const SERIFS: [&str; 16] = [
    "antiqua",
    "baskerville",
    "bodoni",
    "caslon",
    "cormorant",
    "crimson",
    "didot",
    "garamond",
    "georgia",
    "lora",
    "merriweather",
    "newsreader",
    "palatino",
    "playfair",
    "serif",
    "times",
];
const MONOS: [&str; 4] = ["code", "consol", "courier", "mono"];

/// The wanted font, or the wanted ones, with what looks most like it where a device does not have it.
pub(crate) fn stack(wanted: Option<&str>) -> Font {
    let names: Vec<String> = wanted
        .unwrap_or_default()
        .split(',')
        .filter_map(name)
        .collect();
    let fallback = fallback(names.first().map(String::as_str).unwrap_or_default());
    let mut families = names;
    for family in fallback.split(", ") {
        if !families
            .iter()
            .any(|known| known.eq_ignore_ascii_case(family))
        {
            families.push(family.to_owned());
        }
    }
    Font::try_from(families.join(", ")).unwrap_or_else(|_| Font::of(SANS))
}

/// A family as CSS takes it: quoted where it is more than one plain word. Generic ones come from the fallback.
fn name(text: &str) -> Option<String> {
    let name: String = text
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_generic = matches!(
        name.to_ascii_lowercase().as_str(),
        "" | "serif" | "sans-serif" | "monospace" | "system-ui" | "cursive" | "fantasy"
    );
    if is_generic {
        return None;
    }
    let is_plain = name.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    Some(if is_plain { name } else { format!("'{name}'") })
}

fn fallback(name: &str) -> &'static str {
    let name = name.to_lowercase();
    let is_one_of = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    if is_one_of(&MONOS) {
        MONO
    } else if is_one_of(&SERIFS) && !name.contains("sans") {
        SERIF
    } else {
        SANS
    }
}
