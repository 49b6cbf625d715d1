//! Colours in the values of style sheets.

use postrider_domain::accounts::brand::Color;

use crate::ink::Ink;

/// All that do not let others through, in order.
pub(super) fn colors_in(value: &str) -> Vec<Color> {
    words(value)
        .into_iter()
        .filter_map(Ink::parse)
        .filter(|ink| ink.is_solid())
        .map(|ink| ink.over(Color::LIGHT))
        .collect()
}

/// The parts of a value that may be colours: words, and functions with what is in their parentheses.
fn words(value: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            b'(' if is_color(&value[start..at]) || depth > 0 => depth += 1,
            b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    words.push(&value[start..=at]);
                    start = at + 1;
                }
            }
            b' ' | b',' | b'(' | b')' | b'\n' | b'\t' if depth == 0 => {
                words.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if depth == 0 {
        words.push(&value[start..]);
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_color(function: &str) -> bool {
    matches!(
        function.to_ascii_lowercase().as_str(),
        "rgb" | "rgba" | "hsl" | "hsla" | "oklch"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_found_among_other_words() {
        for (value, expect) in [
            ("#0a7", "#00aa77"),
            ("#0A7 url(x.png) no-repeat", "#00aa77"),
            (
                "linear-gradient(90deg, #111 0%, rgb(255 0 0 / 100%) 50%)",
                "#111111 #ff0000",
            ),
            ("1px solid rgba(0,0,0,.2)", ""),
            ("hsl(222, 47%, 11%)", "#0f1729"),
            ("white", "#ffffff"),
            ("none", ""),
            ("rgb(1, 2", ""),
            ("", ""),
        ] {
            let found: Vec<String> = colors_in(value).into_iter().map(Color::css).collect();
            assert_eq!(found.join(" "), expect, "{value}");
        }
    }
}
