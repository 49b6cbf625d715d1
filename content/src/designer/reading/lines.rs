//! What a prompt is made of before its sentences are read: pasted rows, lists, and running text.

use super::{dates, lists, stops};

/// A piece of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// `Code: LAYER30`
    Row {
        label: String,
        value: String,
    },
    List {
        numbered: bool,
        items: Vec<String>,
    },
    /// A sentence, or what stands for one.
    Sentence(String),
    /// A sentence behind which a line was left empty.
    Break,
}

/// Words of a label.
const LABEL_MAX: usize = 3;
/// Words of a value in a brief that stands on one line.
const VALUE_MAX: usize = 12;

pub fn pieces(prompt: &str) -> Vec<Piece> {
    let lines: Vec<&str> = prompt.lines().flat_map(rows_of).collect();
    let rows = lines.iter().filter(|line| row(line).is_some()).count();
    let mut found = Vec::new();
    let mut running = String::new();
    for line in &lines {
        let pasted = row(line).filter(|_| rows >= 2);
        if pasted.is_none() && bullet(line).is_none() && !line.is_empty() {
            running.push_str(line);
            running.push('\n');
            continue;
        }
        sentences_into(&running, &mut found);
        running.clear();
        match (pasted, bullet(line)) {
            (Some((label, value)), _) => found.push(Piece::Row { label, value }),
            (None, Some(item)) => add_item(&mut found, item),
            (None, None) => found.push(Piece::Break),
        }
    }
    sentences_into(&running, &mut found);
    found
}

/// `Ton: locker` is a row of a brief wherever it stands, if its label is one of those.
pub fn labelled(piece: Piece, labels: &[String]) -> Piece {
    let Piece::Sentence(text) = &piece else {
        return piece;
    };
    match row(text.trim_end_matches('.')) {
        Some((label, value)) if labels.contains(&label.to_lowercase()) => {
            Piece::Row { label, value }
        }
        _ => piece,
    }
}

/// A line as the rows that it is made of: `Event: … | Date: …`, `Event: …. Date: ….`
fn rows_of(line: &str) -> Vec<&str> {
    let told = |part: &&str| {
        let large = part.starts_with(char::is_uppercase);
        row(part).is_some_and(|(_, value)| large && value.split_whitespace().count() <= VALUE_MAX)
    };
    let barred: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let stopped = sentences(line);
    [barred, stopped]
        .into_iter()
        .find(|parts| {
            let rows = parts.iter().filter(|part| told(part)).count();
            rows >= 3 && rows * 3 >= parts.len() * 2
        })
        .map_or_else(
            || vec![line.trim()],
            |parts| {
                parts
                    .iter()
                    .map(|part| part.trim_end_matches('.'))
                    .collect()
            },
        )
}

fn add_item(found: &mut Vec<Piece>, (now, item): (bool, &str)) {
    if let Some(Piece::List { numbered, items }) = found.last_mut()
        && *numbered == now
    {
        items.push(item.to_owned());
        return;
    }
    found.push(Piece::List {
        numbered: now,
        items: vec![item.to_owned()],
    });
}

/// `- Offer: 30% off` is a row too.
fn row(line: &str) -> Option<(String, String)> {
    let line = bullet(line).map_or(line, |(_, item)| item);
    let (label, value) = line.split_once(':').or_else(|| line.split_once("->"))?;
    let (label, value) = (label.trim(), value.trim());
    // `Nombre de la campaña` has two words that matter.
    let small = ["de", "la", "du", "of", "the", "der", "des"];
    let words = label
        .split_whitespace()
        .filter(|word| !small.contains(word));
    let words = words.count();
    let is_link = label.ends_with("http") || label.ends_with("https");
    let fits = (1..=LABEL_MAX).contains(&words) && !value.is_empty() && !is_link;
    // `at 10:30` is no label.
    let starts = label.chars().next().is_some_and(char::is_alphabetic);
    let ends = !label.ends_with(|c: char| c.is_ascii_digit());
    let value = value.trim_start_matches("->").trim();
    (fits && starts && ends).then(|| {
        (
            label.trim_end_matches("->").trim().to_owned(),
            value.to_owned(),
        )
    })
}

fn bullet(line: &str) -> Option<(bool, &str)> {
    for mark in ["- ", "* ", "• ", "– "] {
        if let Some(item) = line.strip_prefix(mark) {
            return Some((false, item.trim()));
        }
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - rest.len();
    let item = rest
        .strip_prefix(". ")
        .or_else(|| rest.strip_prefix(") "))
        .or_else(|| rest.strip_prefix(": "))?;
    // `3. Mai: Konzert` is a day.
    let word = item.split(|c: char| !c.is_alphabetic()).next();
    let is_day = word.is_some_and(dates::is_month);
    ((1..=2).contains(&digits) && !is_day).then_some((true, item.trim()))
}

fn sentences_into(text: &str, found: &mut Vec<Piece>) {
    for sentence in sentences(text) {
        let Some(list) = lists::list(sentence) else {
            found.push(Piece::Sentence(sentence.to_owned()));
            continue;
        };
        if !list.before.is_empty() {
            found.push(Piece::Sentence(list.before.to_owned()));
        }
        found.push(Piece::List {
            numbered: list.numbered,
            items: list.items,
        });
    }
}

/// Texts up to a full stop, a question or exclamation mark, or the end of a line.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut held = Held::default();
    for (at, c) in text.char_indices() {
        held.see(&text[at..], c);
        let after = text[at + c.len_utf8()..].chars().next();
        let ends = match c {
            '\n' => true,
            '!' | '?' => after.is_none_or(char::is_whitespace),
            '.' => {
                after.is_none_or(char::is_whitespace)
                    && !stops::is_inner(&text[start..at], &text[at + 1..])
            }
            _ => false,
        };
        if ends && held.is_free() {
            found.push(&text[start..at + c.len_utf8()]);
            start = at + c.len_utf8();
        }
    }
    found.push(&text[start..]);
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found.into_iter().map(str::trim).collect()
}

/// Whether a place is inside quotes or a merge tag.
#[derive(Default)]
struct Held {
    quoted: bool,
    tag: bool,
}

impl Held {
    fn see(&mut self, rest: &str, c: char) {
        match c {
            '"' => self.quoted = !self.quoted && rest[1..].contains('"'),
            '{' if rest.starts_with("{{") => self.tag = true,
            '}' => self.tag = false,
            _ => {}
        }
    }

    fn is_free(&self) -> bool {
        !self.quoted && !self.tag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_they_end() {
        for (text, expected) in [
            ("One. Two! Three?", vec!["One.", "Two!", "Three?"]),
            ("Hafer Nr. 1 is here.", vec!["Hafer Nr. 1 is here."]),
            ("Vom 1. bis 15. August.", vec!["Vom 1. bis 15. August."]),
            ("Say \"Hi. You.\" now.", vec!["Say \"Hi. You.\" now."]),
            ("4.2 is out", vec!["4.2 is out"]),
        ] {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn rows_and_lists_are_told_from_sentences() {
        let list = |items: &[&str]| Piece::List {
            numbered: true,
            items: items.iter().map(|item| (*item).to_owned()).collect(),
        };
        let row = |label: &str, value: &str| Piece::Row {
            label: label.to_owned(),
            value: value.to_owned(),
        };
        let sentence = |text: &str| Piece::Sentence(text.to_owned());
        for (text, expected) in [
            (
                "Do: 1. Walk 2. Run",
                vec![sentence("Do"), list(&["Walk", "Run"])],
            ),
            ("(1) one (2) two", vec![list(&["one", "two"])]),
            (
                "Code: A1\nEnds: now",
                vec![row("Code", "A1"), row("Ends", "now")],
            ),
            (
                "- Offer: 3\n- CTA -> x",
                vec![row("Offer", "3"), row("CTA", "x")],
            ),
            ("Note: only one", vec![sentence("Note: only one")]),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
    }
}
