//! Puts other words in the place of some that stand in the mail.

use std::ops::Range;

use super::super::reading::tokens::tokens;
use super::super::reading::{dates, facts};
use super::command::Command;
use super::outcome::{Done, Missed, TOO_LONG, WORDS_MAX, because, missing};
use super::scene::{Kind, Scene};
use super::words::Target;
use crate::edit::Operation;

/// `Replace "Thursday" with "Friday"`.
pub fn replace(command: &Command, scene: &Scene) -> Done {
    let (old, new) = command.exchange().ok_or(Missed::NotUnderstood)?;
    exchange(scene, old, new)
}

/// Bytes by which words may grow where others take their place: as many as a text of a block may have.
const GROWTH_MAX: usize = 50_000;

/// The words wherever they stand, but not inside longer words.
fn exchange(scene: &Scene, old: &str, new: &str) -> Done {
    let mut operations = Vec::new();
    let mut written = 0;
    for part in &scene.parts {
        if matches!(part.kind, Kind::Footer | Kind::Divider) {
            continue;
        }
        if let Some(text) = exchanged(&part.text, old, new)? {
            written += text.len();
            if written > WORDS_MAX {
                return Err(because(TOO_LONG));
            }
            operations.push(Operation::SetText {
                block: part.id.clone(),
                part: None,
                text,
            });
        }
    }
    if let Some(text) = exchanged(&scene.subject, old, new)? {
        operations.push(Operation::SetSubject { text });
    }
    if let Some(text) = exchanged(&scene.preview_text, old, new)? {
        operations.push(Operation::SetPreviewText { text });
    }
    if operations.is_empty() {
        return Err(because(format!("“{old}” stands nowhere in this mail.")));
    }
    Ok((operations, format!("“{new}” stands where “{old}” was.")))
}

/// Nothing if the words do not stand there.
fn exchanged(text: &str, old: &str, new: &str) -> Result<Option<String>, Missed> {
    let most = text.len() + GROWTH_MAX;
    let inside = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    for Range { start, end } in found(text, old) {
        if inside(text[..start].chars().next_back()) || inside(text[end..].chars().next()) {
            continue;
        }
        written.push_str(&text[at..start]);
        if start == 0 && text.starts_with(char::is_uppercase) {
            written.push_str(&super::super::reading::tidy::capital(new));
        } else {
            written.push_str(new);
        }
        if written.len() > most {
            return Err(because(TOO_LONG));
        }
        at = end;
    }
    written.push_str(&text[at..]);
    Ok((written != text).then_some(written))
}

/// Where the words stand, whatever the case of their letters.
fn found(text: &str, words: &str) -> Vec<Range<usize>> {
    let sought: String = words.chars().flat_map(char::to_lowercase).collect();
    let small: String = text.chars().flat_map(char::to_lowercase).collect();
    if sought.is_empty() || !small.contains(&sought) {
        return Vec::new();
    }
    // The small form of a letter may be longer or shorter than the letter.
    let mut places = Vec::with_capacity(text.len() + 1);
    let mut length = 0;
    for (at, letter) in text.char_indices() {
        places.push((length, at));
        length += letter.to_lowercase().map(char::len_utf8).sum::<usize>();
    }
    places.push((length, text.len()));
    let place = |at: usize| {
        let index = places.binary_search_by_key(&at, |(small, _)| *small).ok()?;
        places.get(index).map(|(_, place)| *place)
    };
    // What begins or ends within the small form of one letter is none of the words.
    let range = |(start, found): (usize, &str)| {
        let end = place(start + found.len())?;
        Some(place(start)?..end)
    };
    small
        .match_indices(sought.as_str())
        .filter_map(range)
        .collect()
}

/// `Change the time to 7 pm`: of what the mail has one of.
pub fn renew(command: &Command, scene: &Scene, value: &str) -> Done {
    let target = command.target().ok_or(Missed::NotUnderstood)?;
    if target == Target::Coupon {
        let coupons = scene.of(Target::Coupon);
        let old = coupons.first().ok_or_else(|| missing(target))?;
        return exchange(scene, &old.text, value);
    }
    let mut found: Vec<String> = Vec::new();
    for part in &scene.parts {
        for known in named(&part.text, target) {
            if !found.contains(&known) {
                found.push(known);
            }
        }
    }
    match &found[..] {
        [old] => exchange(scene, old, value),
        [] => Err(missing(target)),
        several => Err(because(format!(
            "There are several: {}. Say which: “Replace \"{}\" with \"{value}\"”.",
            several.join(", "),
            several[0],
        ))),
    }
}

/// The times, dates or prices in a text.
fn named(text: &str, target: Target) -> Vec<String> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let next = tokens.get(place + 1);
        let half = |word: &str| next.is_some_and(|next| next.is(word));
        let is = match target {
            Target::Time => {
                dates::is_time(token)
                    || (token.has_digit() && (half("am") || half("pm") || half("uhr")))
            }
            Target::Price => token.has_digit() && token.text.contains(['$', '€', '£']),
            _ => false,
        };
        if is {
            let to = match next {
                Some(next) if next.is_any("am pm uhr") => next.end(),
                _ => token.end(),
            };
            found.push(text[token.start..to].to_owned());
        }
    }
    if target == Target::Date {
        found.extend(facts::facts(text).when);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whatever_their_case() {
        for (text, old, expected) in [
            ("Friday, or FRIDAY", "friday", Some("Sunday, or Sunday")),
            ("Fridays", "friday", None),
            ("İİ word K", "k", Some("İİ word Sunday")),
            ("İİ word \u{212A}", "word", Some("İİ Sunday \u{212A}")),
            (
                "\u{212A}\u{212A} é word",
                "é",
                Some("\u{212A}\u{212A} Sunday word"),
            ),
            ("ΟΔΟΣ 5", "οδοσ", Some("Sunday 5")),
            ("İ", "i", None),
            ("word", "", None),
        ] {
            let written = exchanged(text, old, "Sunday").unwrap();
            assert_eq!(written.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn what_grows_too_much_is_given_up() {
        let text = "x ".repeat(100_000);
        let missed = exchanged(&text, "x", &"y".repeat(7_900)).unwrap_err();
        assert_eq!(missed, because(TOO_LONG));
        assert!(exchanged(&text, "x", "y").unwrap().is_some());
    }
}
