//! What a prompt is made of before its sentences are read: pasted rows, lists, and running text.

use super::endings::sentences;
use super::grammar::Grammar;
use super::labels::{self, Known, bullet, known_row, row};
use super::parts::names_part;
use super::tokens::tokens;
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

/// Lines that make a plan of a day.
const PLAN_MIN: usize = 3;
/// Words of a value in a brief that stands on one line.
const VALUE_MAX: usize = 12;

pub fn pieces(prompt: &str, grammar: &Grammar) -> Vec<Piece> {
    let whole: Vec<&str> = prompt.lines().flat_map(rows_of).collect();
    let is_alone = prompt.trim().lines().count() == 1;
    let lines: Vec<&str> = whole
        .iter()
        .flat_map(|line| match labels::cut(line, grammar) {
            parts if is_alone && parts.len() == 1 => labels::ended(line, grammar),
            parts => parts,
        })
        .collect();
    let unknown = |line: &&str| unknown_row(line, &whole, grammar).is_some();
    let is_row = |line: &&&str| unknown(line) || known_row(line, grammar).is_some();
    let rows = lines.iter().filter(is_row).count();
    let times = lines.iter().filter(|line| plans::row(line).is_some());
    let planned = times.count() >= PLAN_MIN;
    // One date is a sentence, two rows are a brief.
    let pasted = |line: &str| {
        let known = known_row(line, grammar);
        let alone = known.filter(|(known, ..)| rows >= 2 || *known == Known::Brief);
        let alone = alone.map(|(_, label, value)| (label.to_owned(), value.to_owned()));
        let other = || unknown_row(line, &whole, grammar).filter(|_| rows >= 2);
        alone.or_else(|| other().map(|(label, value)| (label.to_owned(), value.to_owned())))
    };
    let mut found = Vec::new();
    let mut running = String::new();
    for line in &lines {
        let pasted = pasted(line).or_else(|| plans::row(line).filter(|_| planned));
        if pasted.is_none() && bullet(line).is_none() && !line.is_empty() {
            running.push_str(line);
            running.push('\n');
            continue;
        }
        sentences_into(&running, grammar, &mut found);
        running.clear();
        match (pasted, bullet(line)) {
            (Some((label, value)), _) => found.push(Piece::Row { label, value }),
            (None, Some(item)) => add_item(&mut found, item),
            (None, None) => found.push(Piece::Break),
        }
    }
    sentences_into(&running, grammar, &mut found);
    found
}

/// `Ton: locker` is a row of a brief wherever it stands, if its label is one of those.
pub fn labelled(piece: Piece, labels: &[String]) -> Piece {
    let Piece::Sentence(text) = &piece else {
        return piece;
    };
    match row(text.trim_end_matches('.')) {
        Some((label, value)) if labels.contains(&label.to_lowercase()) => Piece::Row {
            label: label.to_owned(),
            value: value.to_owned(),
        },
        _ => piece,
    }
}

/// A row whose label says nothing to us. `Reminder mail: …` before a label that does is a sentence behind a name.
fn unknown_row<'t>(line: &'t str, whole: &[&str], grammar: &Grammar) -> Option<(&'t str, &'t str)> {
    let is_whole = whole.contains(&line);
    let named = |label: &str| tokens(label).iter().any(|word| word.is_in(&grammar.mails));
    row(line).filter(|(label, _)| is_whole || sentences(line).len() == 1 && !named(label))
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

fn sentences_into(text: &str, grammar: &Grammar, found: &mut Vec<Piece>) {
    // What the writer is asked for one by one is no list of the reader's.
    let asks = |item: &String| {
        let tokens = tokens(item);
        let framed = grammar.frame(&tokens).is_some_and(|(taken, _)| taken > 1);
        framed || grammar.is_directive(&tokens) || names_part(&tokens, grammar)
    };
    for sentence in sentences(text) {
        if let Some(plan) = plans::plan(sentence) {
            sentences_into(plan.before, grammar, found);
            let rows = plan.rows.into_iter();
            found.extend(rows.map(|(label, value)| Piece::Row { label, value }));
            sentences_into(plan.after, grammar, found);
            continue;
        }
        let list = lists::list(sentence).filter(|list| !list.items.iter().any(asks));
        let Some(list) = list else {
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(pieces(text, Grammar::of("en")), expected, "{text}");
        }
    }
}
