//! Labels of briefs: `Brand: Fern & Co; Offer: 20% off; Button - Shop now`, on lines of their own or one behind the other.

use super::dates;
use super::endings::sentences;
use super::grammar::Grammar;
use super::parts::part_of;

/// Words of a label.
const LABEL_MAX: usize = 3;
/// What stands between a label and its value; a dash only behind a label that we know.
const SIGNS: [&str; 2] = [":", "->"];
const SIGNS_OF_KNOWN: [&str; 5] = [":", "->", "=", " - ", " – "];
/// What stands between two rows on one line.
const BETWEEN: [&str; 12] = [
    "; ", ", ", " | ", " / ", " · ", " • ", ". ", "! ", " - ", " – ", ": ", " // ",
];

/// What nobody writes between two pieces of a sentence: behind it any label begins a row.
const ROWS_END: [&str; 4] = ["; ", " | ", " / ", " // "];
const BARS: [&str; 1] = [" | "];

/// What a label that we know is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Fills a part of the mail, or steers its writer.
    Brief,
    /// Readers may see it: `Date`.
    Fact,
}

/// `- Offer: 30% off` is a row too.
pub fn row(line: &str) -> Option<(&str, &str)> {
    parted(line, &SIGNS)
}

/// A row whose label we know.
pub fn known_row<'t>(line: &'t str, grammar: &Grammar) -> Option<(Known, &'t str, &'t str)> {
    let (label, value) = parted(line, &SIGNS_OF_KNOWN)?;
    let small = label.to_lowercase();
    let is = |keys: &[String]| keys.contains(&small);
    let brand = is(&grammar.keys_for_brands) && is_called(value);
    let brief = [
        &grammar.keys_for_writers,
        &grammar.keys_for_doubts,
        &grammar.keys_for_texts,
        &grammar.keys_for_kinds,
    ];
    let facts = [
        &grammar.keys_for_titles,
        &grammar.keys_for_facts,
        &grammar.keys_for_links,
    ];
    // `Campaign brief – the spring sale` is a heading.
    let heading = small.contains("brief") && row(line).is_none();
    let known = if heading {
        None
    } else if brand || part_of(label, grammar).is_some() || brief.into_iter().any(|keys| is(keys)) {
        Some(Known::Brief)
    } else {
        facts
            .into_iter()
            .any(|keys| is(keys))
            .then_some(Known::Fact)
    };
    known.map(|known| (known, label, value))
}

/// `The Button Box`, and not `closed on Monday`.
pub fn is_called(value: &str) -> bool {
    value.starts_with(char::is_uppercase) && !value.contains(|c: char| c.is_ascii_digit())
}

fn parted<'t>(line: &'t str, signs: &[&str]) -> Option<(&'t str, &'t str)> {
    let line = bullet(line).map_or(line, |(_, item)| item);
    let places = signs
        .iter()
        .filter_map(|sign| Some((line.find(sign)?, sign.len())));
    let (at, length) = places.min()?;
    let (label, value) = (line[..at].trim(), line[at + length..].trim());
    // `Nombre de la campaña` has two words that matter.
    let small = ["de", "la", "du", "of", "the", "der", "des"];
    let words = label
        .split_whitespace()
        .filter(|word| !small.contains(word));
    let is_link = label.ends_with("http") || label.ends_with("https");
    let fits = (1..=LABEL_MAX).contains(&words.count()) && !value.is_empty() && !is_link;
    // `at 10:30` is no label.
    let starts = label.chars().next().is_some_and(char::is_alphabetic);
    let ends = !label.ends_with(|c: char| c.is_ascii_digit());
    let label = label.trim_end_matches("->").trim();
    (fits && starts && ends).then(|| (label, value.trim_start_matches("->").trim()))
}

/// A line, cut before each label that we know; what stands on a line of its own keeps all of it.
pub fn cut<'t>(line: &'t str, grammar: &Grammar) -> Vec<&'t str> {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(behind(line, &BETWEEN).filter(|at| known_row(&line[*at..], grammar).is_some()));
    starts.extend(behind(line, &ROWS_END).filter(|at| row(&line[*at..]).is_some()));
    // Where rows stand between bars, so does what has no label: `… | Place: Hall | Entry free`.
    if behind(line, &BARS).any(|at| starts.contains(&at)) {
        starts.extend(behind(line, &BARS));
    }
    starts.sort_unstable();
    starts.dedup();
    let known = starts
        .iter()
        .filter_map(|at| known_row(&line[*at..], grammar))
        .map(|(known, ..)| known);
    let known: Vec<Known> = known.collect();
    // A single date is one in a sentence.
    if starts.len() < 2 || known.is_empty() || known == [Known::Fact] {
        return vec![line];
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    let parts = starts.iter().zip(ends).map(|(from, to)| &line[*from..to]);
    let bare = parts.map(|part| {
        part.trim()
            .trim_end_matches([';', ',', '|', '/', '·', '•', ' '])
    });
    bare.flat_map(|part| ended(part, grammar)).collect()
}

/// The places behind any of some signs.
fn behind<'t>(line: &'t str, signs: &'static [&'static str]) -> impl Iterator<Item = usize> + 't {
    let places = signs.iter().flat_map(move |sign| line.match_indices(*sign));
    places.map(|(at, sign)| at + sign.len())
}

/// A row on a line with others ends with its first sentence.
pub fn ended<'t>(part: &'t str, grammar: &Grammar) -> Vec<&'t str> {
    if known_row(part, grammar).is_none() {
        return vec![part];
    }
    let mut found = sentences(part);
    if let Some(first) = found.first_mut() {
        *first = first.trim_end_matches('.');
    }
    found
}

/// What stands behind the mark of a list, and whether that is a number.
pub fn bullet(line: &str) -> Option<(bool, &str)> {
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
