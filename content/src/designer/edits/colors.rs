//! Colours by their names.

use super::super::reading::tokens::Token;
use super::words::is_in;

const NAMES: [(&str, [u8; 3]); 24] = [
    ("black schwarz noir negro", [0x11, 0x11, 0x11]),
    ("white weiß blanc blanco", [0xff, 0xff, 0xff]),
    ("grey gray grau gris", [0x6b, 0x72, 0x80]),
    ("red rot rouge rojo", [0xd9, 0x2d, 0x20]),
    ("crimson", [0xb0, 0x12, 0x3b]),
    ("burgundy bordeaux wine weinrot", [0x7a, 0x1f, 0x3d]),
    ("orange naranja", [0xe8, 0x6a, 0x10]),
    ("amber", [0xd9, 0x8a, 0x00]),
    ("yellow gelb jaune amarillo", [0xf5, 0xc5, 0x18]),
    ("gold golden doré dorado", [0xc9, 0x9a, 0x2e]),
    ("green grün vert verde", [0x1f, 0x8a, 0x4c]),
    ("olive oliv", [0x6b, 0x7a, 0x2a]),
    ("mint minze menthe menta", [0x9f, 0xdf, 0xc4]),
    ("teal petrol türkis", [0x0f, 0x7b, 0x7b]),
    ("turquoise turquesa", [0x2b, 0xb8, 0xb0]),
    ("blue blau bleu azul", [0x1d, 0x5f, 0xd0]),
    ("navy marineblau", [0x14, 0x24, 0x4f]),
    ("indigo", [0x3f, 0x3d, 0xb3]),
    ("purple violet lila violett morado", [0x7c, 0x3a, 0xb8]),
    ("lavender lavendel lavande lavanda", [0xcf, 0xc3, 0xee]),
    ("pink rosa rose", [0xe0, 0x4c, 0x8d]),
    ("coral koralle corail", [0xf0, 0x70, 0x5a]),
    ("brown braun brun marron marrón", [0x7a, 0x4e, 0x2d]),
    ("beige cream creme crème crema sand", [0xf3, 0xea, 0xd9]),
];

const LIGHT: &str = "light pale soft hell helle hellen heller clair claire claro clara";
const DARK: &str = "dark deep dunkel dunkle dunklen dunkler foncé foncée oscuro oscura";

/// German writes `hellblau` in one word.
const JOINED: [(&str, f32); 2] = [("hell", 0.72), ("dunkel", -0.45)];

/// The colour that is named, as CSS has it.
pub fn color(tokens: &[Token]) -> Option<String> {
    let hex = tokens.iter().find_map(|token| hex(token.text));
    hex.or_else(|| tokens.iter().find_map(|token| named(token, tokens)))
}

fn hex(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#')?;
    let is_hex = digits.chars().all(|c| c.is_ascii_hexdigit());
    (is_hex && matches!(digits.len(), 3 | 6)).then(|| format!("#{}", digits.to_lowercase()))
}

fn named(token: &Token, all: &[Token]) -> Option<String> {
    let any = |words: &str| all.iter().any(|token| is_in(token, words));
    let whole = NAMES.iter().find(|(names, _)| is_in(token, names));
    if let Some((_, color)) = whole {
        let shift = match (any(LIGHT), any(DARK)) {
            (true, _) => 0.72,
            (_, true) => -0.45,
            _ => 0.0,
        };
        return Some(shifted(*color, shift));
    }
    let small = token.text.to_lowercase();
    JOINED.iter().find_map(|(prefix, shift)| {
        let rest = small.strip_prefix(prefix)?;
        let found = NAMES
            .iter()
            .find(|(names, _)| names.split(' ').any(|name| name == rest))?;
        Some(shifted(found.1, *shift))
    })
}

/// Towards white above zero, towards black below.
fn shifted(color: [u8; 3], shift: f32) -> String {
    let [red, green, blue] = color.map(|part| {
        let (part, end) = (f32::from(part), if shift > 0.0 { 255.0 } else { 0.0 });
        (part + (end - part) * shift.abs()).round() as u8
    });
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::super::super::reading::tokens::tokens;
    use super::*;

    #[test]
    fn colours_have_names_in_four_languages() {
        for (text, expected) in [
            ("make it red", Some("#d92d20")),
            ("hellblau", Some("#c0d2f2")),
            ("light blue", Some("#c0d2f2")),
            ("bleu foncé", Some("#103472")),
            ("#FF8800", Some("#ff8800")),
            ("azul", Some("#1d5fd0")),
            ("to Georgia", None),
            ("number #3", None),
        ] {
            assert_eq!(color(&tokens(text)).as_deref(), expected, "{text}");
        }
    }
}
