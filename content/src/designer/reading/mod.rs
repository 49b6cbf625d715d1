//! Reads a prompt: what is meant for the reader of the mail, what was said to its writer, and the facts in it.

mod clauses;
pub mod dates;
pub mod facts;
mod grammar;
mod lines;
mod links;
mod lists;
mod pattern;
pub mod tidy;
pub mod tokens;

use self::clauses::Clause;
use self::facts::Facts;
use self::grammar::Grammar;
use self::lines::Piece;

pub use self::lines::sentences;
pub use self::links::link_text;

/// What a prompt says.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// What stands in the mail, in order.
    pub content: Vec<Content>,
    pub facts: Facts,
    /// What was said to the writer.
    pub directives: Vec<String>,
    /// What the reader is to do behind the link.
    pub action: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Sentence(String),
    /// A line that is no sentence.
    Fragment(String),
    List {
        numbered: bool,
        items: Vec<String>,
    },
    Row {
        label: String,
        value: String,
    },
    /// A new paragraph begins.
    Break,
}

pub fn read(prompt: &str, language: &str) -> Reading {
    let grammar = Grammar::of(language);
    let mut reading = Reading::default();
    let mut meant = String::new();
    for piece in lines::pieces(prompt) {
        match piece {
            // `Here is the text:` is said to the writer.
            Piece::Sentence(text) if is_opening(&text) => {
                reading.directives.push(tidy::line(&text));
            }
            Piece::Sentence(text) => reading.sentence(unnamed(&text, grammar), grammar),
            Piece::Row { label, value } => reading.row(&label, &value, grammar),
            Piece::List { numbered, items } => {
                let items = items.iter().map(|item| {
                    let said = tidy::turned(&tidy::written_out(item, grammar), grammar);
                    // `[Bees](https://…)` has its link already.
                    let has_link = said.starts_with('[') && said.contains("](");
                    let placed = if has_link { said } else { links::placed(&said) };
                    tidy::capital(&tidy::line(&placed))
                });
                let items: Vec<String> = items.filter(|item| !item.is_empty()).collect();
                if !items.is_empty() {
                    reading.content.push(Content::List { numbered, items });
                }
            }
            Piece::Break => reading.content.push(Content::Break),
        }
    }
    unmention(&mut reading);
    // Facts are looked for in what is meant for the reader alone; links wherever they stand.
    for content in &reading.content {
        match content {
            Content::Sentence(text) | Content::Fragment(text) => {
                meant.push_str(text);
                meant.push('\n');
            }
            Content::Row { label, value } => {
                meant.push_str(&[label, " ", value, "\n"].concat());
            }
            Content::List { items, .. } => meant.push_str(&items.join("\n")),
            Content::Break => {}
        }
    }
    reading.facts = facts::facts(&meant);
    reading.facts.links = facts::facts(prompt).links;
    reading
}

/// Words before a colon or dash that name the mail: `Cart reminder: …`.
const NAME_MAX: usize = 5;

/// The sentence without the name of the mail that it begins with, or is.
fn unnamed<'t>(text: &'t str, grammar: &Grammar) -> &'t str {
    // `Double opt in mail, …` names itself before a comma, and says nothing else there.
    if let Some((name, rest)) = text.split_once(',')
        && grammar.is_name(&tokens::tokens(name))
    {
        return rest.trim();
    }
    let ends = [":", " - ", " – ", "."]
        .iter()
        .filter_map(|end| Some((text.find(end)?, end.len())));
    let Some((at, length)) = ends.min() else {
        return text;
    };
    let name = &text[..at];
    let named = tokens::tokens(name)
        .iter()
        .any(|token| grammar.meta.iter().any(|word| token.is(word)));
    let short = name.split_whitespace().count() <= NAME_MAX;
    let capital = |word: &str| word.chars().any(char::is_uppercase);
    let told = name.split_whitespace().skip(1).any(capital)
        || name.contains(|c: char| c.is_ascii_digit() || "\"“„«{".contains(c));
    if named && short && !told {
        text[at + length..].trim()
    } else {
        text
    }
}

fn is_opening(text: &str) -> bool {
    text.ends_with(':') && !text.contains(|c: char| c.is_ascii_digit())
}

/// `don't mention the warehouse` takes it out of what was said before.
fn unmention(reading: &mut Reading) {
    let told = reading.directives.iter().filter_map(|directive| {
        let (verb, rest) = directive.split_once(" mention ")?;
        let word = rest.split_whitespace().next_back()?;
        (verb.to_lowercase().ends_with("n't") || verb.ends_with("not")).then(|| word.to_lowercase())
    });
    let words: Vec<String> = told.collect();
    for word in words {
        reading.content.retain_mut(|content| match content {
            Content::Sentence(text) | Content::Fragment(text)
                if text.to_lowercase().contains(&word) =>
            {
                let reason = text.find(" because ").map(|at| tidy::sentence(&text[..at]));
                let kept = reason.filter(|kept| !kept.to_lowercase().contains(&word));
                kept.is_some_and(|kept| {
                    *text = kept;
                    true
                })
            }
            _ => true,
        });
    }
}

impl Reading {
    fn sentence(&mut self, text: &str, grammar: &Grammar) {
        for clause in clauses::clauses(text, grammar) {
            match clause {
                Clause::Sentence(text) => self.content.push(Content::Sentence(text)),
                Clause::Fragment(text) => self.content.push(Content::Fragment(text)),
                Clause::Directive(text) => self.directives.push(text),
                Clause::Named(_) => {}
                Clause::Action(text) => self.action = Some(text),
            }
        }
    }

    fn row(&mut self, label: &str, value: &str, grammar: &Grammar) {
        let small = label.to_lowercase();
        if grammar.keys_for_writers.contains(&small) {
            self.directives.push(format!("{label}: {value}"));
            return;
        }
        let is_link = value.starts_with("http") || facts::is_address_tag(value);
        if grammar.keys_for_links.contains(&small) && is_link {
            return;
        }
        let value = tidy::line(&links::placed(&tidy::written_out(value, grammar)));
        if !value.is_empty() {
            let label = tidy::capital(label);
            self.content.push(Content::Row { label, value });
        }
    }
}
