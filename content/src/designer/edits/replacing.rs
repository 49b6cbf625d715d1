//! Puts other words in the place of some that stand in the mail.

use super::super::reading::tokens::tokens;
use super::super::reading::{dates, facts};
use super::command::Command;
use super::outcome::{Done, Missed, because, missing};
use super::scene::{Kind, Scene};
use super::words::Target;
use crate::edit::Operation;

/// `Replace "Thursday" with "Friday"`.
pub fn replace(command: &Command, scene: &Scene) -> Done {
    let (old, new) = command.exchange().ok_or(Missed::NotUnderstood)?;
    exchange(scene, old, new)
}

/// The words wherever they stand, but not inside longer words.
fn exchange(scene: &Scene, old: &str, new: &str) -> Done {
    let mut operations = Vec::new();
    for part in &scene.parts {
        if let Some(text) = exchanged(&part.text, old, new)
            && !matches!(part.kind, Kind::Footer | Kind::Divider)
        {
            operations.push(Operation::SetText {
                block: part.id.clone(),
                part: None,
                text,
            });
        }
    }
    if let Some(text) = exchanged(&scene.subject, old, new) {
        operations.push(Operation::SetSubject { text });
    }
    if let Some(text) = exchanged(&scene.preview_text, old, new) {
        operations.push(Operation::SetPreviewText { text });
    }
    if operations.is_empty() {
        return Err(because(format!("“{old}” stands nowhere in this mail.")));
    }
    Ok((operations, format!("“{new}” stands where “{old}” was.")))
}

fn exchanged(text: &str, old: &str, new: &str) -> Option<String> {
    let (small, sought) = (text.to_lowercase(), old.to_lowercase());
    // Letters whose small form is longer would shift the places.
    if sought.is_empty() || small.len() != text.len() {
        return None;
    }
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(found) = small[at..].find(&sought).map(|found| at + found) {
        let end = found + sought.len();
        let before = text[..found].chars().next_back();
        let after = text[end..].chars().next();
        let inside = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
        written.push_str(&text[at..found]);
        if inside(before) || inside(after) {
            written.push_str(&text[found..end]);
        } else if before.is_none() && text[found..].starts_with(char::is_uppercase) {
            written.push_str(&super::super::reading::tidy::capital(new));
        } else {
            written.push_str(new);
        }
        at = end;
    }
    written.push_str(&text[at..]);
    (written != text).then_some(written)
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
