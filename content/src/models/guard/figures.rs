//! Figures in a text: what a reader would hold a sender to.

use std::borrow::Cow;

/// A number as it is meant, however it is written: `1,000` is `1000`, `30 %` is `30%`, `7:00` is `7`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Figure {
    pub number: String,
    pub kind: Kind,
    /// As it is written.
    pub written: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Plain,
    Percent,
    Money,
}

const CURRENCIES: [&str; 24] = [
    "€", "$", "£", "¥", "₹", "eur", "euro", "euros", "usd", "dollar", "dollars", "gbp", "pound",
    "pounds", "chf", "franken", "fr.", "cad", "aud", "jpy", "sek", "nok", "dkk", "kr",
];
const PERCENTS: [&str; 7] = [
    "%",
    "％",
    "percent",
    "prozent",
    "pour cent",
    "por ciento",
    "per cent",
];

/// All figures of a text. Those in a word that begins with a letter are a part of it: a code, a model's name.
pub(super) fn figures(text: &str) -> Vec<Figure> {
    let text = &*in_digits(text);
    let mut figures = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()) {
        let start = at + start;
        let end = start + length(&text[start..]);
        at = end;
        let before = &text[..start];
        // Scripts without capitals put no space before a number.
        if before.ends_with(|c: char| c.is_lowercase() || c.is_uppercase()) {
            continue;
        }
        figures.push(Figure {
            number: meant(&text[start..end]),
            kind: kind(before, &text[end..]),
            written: text[start..end].to_owned(),
        });
    }
    figures
}

/// The first digits of other scripts in which shops write prices: full-width, Arabic, Persian.
const DIGITS: [char; 3] = ['０', '٠', '۰'];

/// With the digits of other scripts as ours.
fn in_digits(text: &str) -> Cow<'_, str> {
    let digit = |c: char| {
        let after = |first: &char| u32::from(c).checked_sub(u32::from(*first));
        let value = DIGITS.iter().filter_map(after).find(|value| *value < 10)?;
        char::from_digit(value, 10)
    };
    if text.contains(|c| digit(c).is_some()) {
        Cow::Owned(text.chars().map(|c| digit(c).unwrap_or(c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Bytes of digits and of what stands between two of them.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    while is_digit(at)
        || (matches!(bytes.get(at), Some(b'.' | b',' | b':' | b'\'')) && is_digit(at + 1))
    {
        at += 1;
    }
    at
}

fn meant(written: &str) -> String {
    let mut parts: Vec<&str> = written.split(['.', ',', ':', '\'']).collect();
    if written.contains(':') {
        // A time: `07:00` is `7`.
        parts.retain(|part| *part != "00");
        return trimmed(&parts.join(":"));
    }
    let last = parts.last().copied().unwrap_or_default();
    // Three digits behind a mark are thousands, one or two are hundredths.
    if parts.len() > 1 && last.len() < 3 {
        parts.pop();
        let cents = last.trim_end_matches('0');
        let whole = trimmed(&parts.concat());
        return if cents.is_empty() {
            whole
        } else {
            format!("{whole}.{cents}")
        };
    }
    trimmed(&parts.concat())
}

fn trimmed(number: &str) -> String {
    let trimmed = number.trim_start_matches('0');
    if trimmed.is_empty() { "0" } else { trimmed }.to_owned()
}

/// Characters around a number that say what it counts.
const NEAR: usize = 12;

pub(super) fn kind(before: &str, behind: &str) -> Kind {
    let near: String = before.trim_end().chars().rev().take(NEAR).collect();
    let before = near.chars().rev().collect::<String>().to_lowercase();
    let near: String = behind.trim_start().chars().take(NEAR).collect();
    let behind = near.to_lowercase();
    let ends_word = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let follows = |word: &&str| {
        let rest = behind.strip_prefix(*word);
        rest.is_some_and(|rest| ends_word(rest) || !word.ends_with(char::is_alphabetic))
    };
    let precedes = |word: &&str| {
        let rest = before.strip_suffix(*word);
        rest.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    };
    if PERCENTS.iter().any(follows) {
        Kind::Percent
    } else if CURRENCIES
        .iter()
        .any(|word| follows(word) || precedes(word))
    {
        Kind::Money
    } else {
        Kind::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_what_it_means() {
        use Kind::{Money, Percent, Plain};
        for (text, number, kind) in [
            ("30% off", "30", Percent),
            ("30 % off", "30", Percent),
            ("30 percent", "30", Percent),
            ("only €30", "30", Money),
            ("30,00 €", "30", Money),
            ("USD 1,299.50", "1299.5", Money),
            ("1.299 EUR", "1299", Money),
            ("12'000 people", "12000", Plain),
            ("at 07:00", "7", Plain),
            ("at 7 pm", "7", Plain),
            ("7:30pm", "7:30", Plain),
            ("on the 1st.", "1", Plain),
            ("0 left", "0", Plain),
            ("30 krill", "30", Plain),
            ("今だけ９０％オフ", "90", Percent),
            ("٣٠ درهم", "30", Plain),
        ] {
            let found = figures(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(
                (found[0].number.as_str(), found[0].kind),
                (number, kind),
                "{text}"
            );
        }
        assert_eq!(figures("SPRING20, X-200 and a text").len(), 1);
    }
}
