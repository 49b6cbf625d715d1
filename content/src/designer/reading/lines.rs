//! What a prompt is made of before its sentences are read: pasted rows, lists, and running text.

use super::{lists, plans};

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
/// Lines that make a plan of a day.
const PLAN_MIN: usize = 3;
/// Words of a value in a brief that stands on one line.
const VALUE_MAX: usize = 12;

pub fn pieces(prompt: &str) -> Vec<Piece> {
    let lines: Vec<&str> = prompt.lines().flat_map(rows_of).collect();
    let rows = lines.iter().filter(|line| row(line).is_some()).count();
    let times = lines.iter().filter(|line| plans::row(line).is_some());
    let planned = times.count() >= PLAN_MIN;
    let mut found = Vec::new();
    let mut running = String::new();
    for line in &lines {
        let pasted = row(line).filter(|_| rows >= 2);
        let pasted = pasted.or_else(|| plans::row(line).filter(|_| planned));
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
    (1..=2).contains(&digits).then_some((true, item.trim()))
}

fn sentences_into(text: &str, found: &mut Vec<Piece>) {
    for sentence in sentences(text) {
        if let Some(plan) = plans::plan(sentence) {
            sentences_into(plan.before, found);
            let rows = plan.rows.into_iter();
            found.extend(rows.map(|(label, value)| Piece::Row { label, value }));
            sentences_into(plan.after, found);
            continue;
        }
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

/// Words before a full stop that ends no sentence.
const SHORT_FORMS: [&str; 15] = [
    "nr", "no", "st", "dr", "e.g", "i.e", "vs", "approx", "bzw", "ca", "z.b", "mr", "mrs", "etc",
    "incl",
];

/// Words before a day of a month, in German.
const DATED: [&str; 12] = [
    "am", "vom", "bis", "zum", "der", "den", "dem", "ab", "seit", "und", "montag,", "sonntag,",
];

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
                    && !is_short(&text[start..at], &text[at + 1..])
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

fn is_short(before: &str, after: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let small = last.to_lowercase();
    // `vom 1. bis 15. August`, and a list `1. one 2. two`.
    let number = small.chars().all(|c| c.is_ascii_digit()) && (1..=2).contains(&small.len());
    let mut words = before.split_whitespace().rev();
    let dated = words
        .nth(1)
        .is_some_and(|word| DATED.contains(&word.to_lowercase().as_str()));
    let listed = small.parse::<usize>().is_ok_and(|number| {
        let next = format!("{}. ", number.saturating_add(1));
        let last = format!("{}. ", number.saturating_sub(1));
        after.contains(&next) || before.contains(&last)
    });
    (number && !after.trim().is_empty() && (dated || listed))
        || SHORT_FORMS.contains(&small.as_str())
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
