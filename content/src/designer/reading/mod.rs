//! Reads a prompt: what is meant for the reader of the mail, what was said to its writer, and the facts in it.

mod actions;
mod clauses;
mod content;
pub mod dates;
mod deeds;
pub mod facts;
mod german;
mod grammar;
mod kept;
mod lines;
mod links;
mod lists;
mod mentions;
mod names;
mod offers;
mod others;
mod pattern;
mod plans;
mod request;
mod salutation;
mod segments;
mod signature;
mod standing;
pub mod tidy;
mod titles;
pub mod tokens;

use self::facts::Facts;
use self::grammar::Grammar;
use self::kept::Clause;
use self::lines::Piece;
use self::names::{has_meta, is_heading, is_opening, unnamed};

pub use self::content::{Content, text_of};
pub use self::lines::sentences;
pub use self::links::link_text;
pub use self::mentions::{mentions, own_words};
pub use self::plans::is_label;
pub use self::titles::Title;

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
    /// What the author calls the mail: `a short survey invitation`.
    pub called: Option<String>,
    /// `Dear neighbours,`
    pub salutation: Option<String>,
    /// `Thanks, Maya from the studio`
    pub signature: Option<String>,
    /// The prompt without it.
    pub unsigned: String,
    /// What can stand above the mail.
    pub title: Option<Title>,
    /// For whom something was asked for: `our gym` stands in the mail if nothing else does.
    asides: Vec<Content>,
}

/// Words of a prompt from which on its sentences are no request: `they` are others, and no readers.
const LONG: usize = 150;

pub fn read(prompt: &str, language: &str) -> Reading {
    let grammar = Grammar::of(language);
    let prompt = links::spelled_out(prompt);
    let (prompt, signature) = signature::signed(&prompt, grammar);
    let mut reading = Reading {
        signature,
        unsigned: prompt.to_owned(),
        ..Reading::default()
    };
    reading.pieces(prompt, language);
    if reading.content.is_empty() {
        let asides = std::mem::take(&mut reading.asides);
        reading.content.extend(asides);
    }
    unmention(&mut reading);
    reading.facts = facts::facts(&content::meant(&reading.content));
    reading.facts.links = facts::facts(prompt).links;
    if reading.action.is_none() {
        reading.action = actions::asked(&reading.content, &reading.facts.links, grammar);
    }
    reading.title = reading.titled(prompt, language);
    reading
}

/// The items of a list, as readers see them.
fn listed(items: &[String], grammar: &Grammar) -> Vec<String> {
    let items = items.iter().map(|item| {
        let said = tidy::turned(&tidy::written_out(item, grammar), grammar);
        // `[Bees](https://…)` has its link already.
        let has_link = said.starts_with('[') && said.contains("](");
        let placed = if has_link { said } else { links::placed(&said) };
        tidy::capital(&tidy::line(&placed))
    });
    items.filter(|item| !item.is_empty()).collect()
}

/// Characters of a button.
const LABEL_MAX: usize = 40;

/// `something for our gym`: says for whom, and nothing of what.
fn is_aside(fragment: &str, asked: &str) -> bool {
    let said = fragment.trim_end_matches('.').to_lowercase();
    let plain = !said.contains(|c: char| c.is_ascii_digit() || c == ',');
    plain && asked.contains(&["for ", &said].concat()) && !asked.contains(" about ")
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
    /// What can stand above the mail: what its author says so, else what is said first, else the name in what it is called.
    fn titled(&mut self, prompt: &str, language: &str) -> Option<Title> {
        let (grammar, code) = (Grammar::of(language), self.facts.code.as_deref());
        let requests: &[String] = if self.content.is_empty() {
            &self.directives
        } else {
            &[]
        };
        let named = || {
            let names = mentions(prompt, language);
            mentions::named(self.called.as_deref(), requests, &names, grammar)
        };
        let said = || titles::title(&self.content, code, grammar);
        let given = self.title.take().or_else(said);
        given.or_else(|| named().map(|name| Title::of_name(&name)))
    }

    /// Reads piece by piece; who was spoken of before tells whom the next one means.
    fn pieces(&mut self, prompt: &str, language: &str) {
        let grammar = Grammar::of(language);
        let (mut about_others, mut about_many) = (false, false);
        let is_long = prompt.split_whitespace().nth(LONG).is_some();
        let pieces = lines::pieces(prompt);
        for (place, piece) in pieces.iter().enumerate() {
            match piece {
                // `Here is the text:` is said to the writer.
                Piece::Sentence(text)
                    if is_opening(text) && !is_heading(text, pieces.get(place + 1)) =>
                {
                    self.directives.push(tidy::line(text));
                }
                Piece::Sentence(text) if self.is_silent() && salutation::greets(text, grammar) => {
                    let rest = &pieces[place + 1..];
                    self.salutation = salutation::of_readers(text, rest, grammar);
                }
                Piece::Sentence(text) => {
                    let parted = salutation::parted(text, grammar).filter(|_| self.is_silent());
                    let text = match parted {
                        Some((greeting, rest)) => {
                            self.salutation = Some(greeting);
                            rest
                        }
                        None => text.clone(),
                    };
                    let said = unnamed(&text, grammar);
                    let named = text.strip_suffix(said).filter(|named| !named.is_empty());
                    if let Some(named) = named {
                        self.called.get_or_insert(tidy::line(named));
                    }
                    let tokens = tokens::tokens(said);
                    // Who was called by name is meant by `their`, and not the reader; `tell them` means the readers.
                    let others = is_long
                        || about_others && said.starts_with("The")
                        || about_many && grammar.frame(&tokens).is_none_or(|(taken, _)| taken < 2)
                        || self.salutation.is_some();
                    about_many = others::named(&tokens, grammar).is_some();
                    let grammar = if others {
                        Grammar::of_others(language)
                    } else {
                        grammar
                    };
                    if !said.is_empty() {
                        self.sentence(said, grammar);
                    }
                    about_others = others || others::names(said, grammar);
                }
                Piece::Row { label, value } => self.row(label, value, grammar),
                Piece::List { numbered, items } => {
                    let items = listed(items, grammar);
                    if !items.is_empty() {
                        let numbered = *numbered;
                        self.content.push(Content::List { numbered, items });
                    }
                }
                Piece::Break => self.content.push(Content::Break),
            }
        }
    }

    /// Nothing was said yet.
    fn is_silent(&self) -> bool {
        let is_break = |content: &Content| *content == Content::Break;
        self.content.iter().all(is_break)
    }

    /// How many words the author brought.
    pub fn words(&self) -> usize {
        let count = |text: &str| text.split_whitespace().count();
        let of = |content: &Content| match content {
            Content::Sentence(text) | Content::Fragment(text) => count(text),
            Content::List { items, .. } => items.iter().map(|item| count(item)).sum(),
            Content::Row { label, value } => count(label) + count(value),
            Content::Break => 0,
        };
        self.content.iter().map(of).sum()
    }

    fn sentence(&mut self, text: &str, grammar: &Grammar) {
        let first = tokens::tokens(text);
        let asks = salutation::asks(text);
        let text = if asks {
            text.trim_end_matches('?')
        } else {
            text
        };
        // `Welcome to the Pine Club!` is said to readers, and names what they joined.
        let small = text.to_lowercase();
        let welcomes = grammar
            .welcomes
            .iter()
            .any(|words| small.starts_with(words));
        if welcomes && !has_meta(&first, grammar) {
            let text = tidy::sentence(&tidy::written_out(text, grammar));
            self.said(Content::Sentence(text), grammar);
            return;
        }
        for clause in clauses::clauses(text, grammar) {
            match clause {
                Clause::Sentence(text) => self.said(Content::Sentence(text), grammar),
                Clause::Fragment(text) if asks && is_aside(&text, &small) => {
                    self.asides.push(Content::Fragment(text));
                }
                Clause::Fragment(text) => self.said(Content::Fragment(text), grammar),
                Clause::Directive(text) => self.directives.push(text),
                Clause::Named(text) => {
                    self.called.get_or_insert(text);
                }
                Clause::Action(text) => self.action = Some(text),
            }
        }
    }

    /// Keeps a line, as one or as what it is made of.
    fn said(&mut self, line: Content, grammar: &Grammar) {
        let (Content::Sentence(text) | Content::Fragment(text)) = &line else {
            return;
        };
        let Some(parts) = segments::split(text, &self.content, grammar) else {
            self.content.push(line);
            return;
        };
        for part in parts {
            match &part {
                Content::Sentence(text) if self.action.is_none() => {
                    match kept::button_of(text, grammar) {
                        Some(label) => self.action = Some(label),
                        None => self.content.push(part),
                    }
                }
                _ => self.content.push(part),
            }
        }
    }

    fn row(&mut self, label: &str, value: &str, grammar: &Grammar) {
        let small = label.to_lowercase();
        if grammar.keys_for_names.contains(&small) && self.title.is_none() {
            let text = tidy::capital(&tidy::written_out(value, grammar));
            self.title = Some(Title {
                text: text.trim_end_matches('.').to_owned(),
                named: true,
                ..Title::default()
            });
            return;
        }
        if grammar.keys_for_buttons.contains(&small) {
            // Its link is a fact already.
            let words = value
                .split_whitespace()
                .filter(|word| !word.contains("://"));
            let label = words.collect::<Vec<_>>().join(" ");
            let label = label.trim_end_matches(['.', ':', '-', '>', ' ']);
            if !label.is_empty() && label.chars().count() <= LABEL_MAX {
                self.action = Some(tidy::capital(label));
            }
            return;
        }
        if grammar.keys_for_texts.contains(&small) {
            for text in sentences(value) {
                self.sentence(text, grammar);
            }
            return;
        }
        if grammar.keys_for_kinds.contains(&small) {
            self.called = Some(value.to_owned());
            return;
        }
        // `Event: …` names its kind; `Order: #88213` does not.
        if self.content.is_empty() && grammar.keys_for_titles.contains(&small) {
            self.called.get_or_insert(small.clone());
        }
        // `Goal: £5,000` is one that readers may know.
        let amount = value.starts_with(['£', '$', '€']);
        // `From: Ines` is the head of a mail, `From: 9 am` is none.
        let head = small == "from" && !value.contains(|c: char| c.is_ascii_digit());
        if (grammar.keys_for_writers.contains(&small) || head) && !amount {
            self.directives.push(format!("{label}: {value}"));
            return;
        }
        let is_link = value.starts_with("http") || facts::is_address_tag(value);
        // What stands behind the link is no link: `Register: https://… by 12 May`.
        let value = if grammar.keys_for_links.contains(&small) && is_link {
            let link = tokens::tokens(value).first().map_or(0, tokens::Token::end);
            value[link..].trim()
        } else {
            value
        };
        let value = tidy::line(&links::placed(&tidy::written_out(value, grammar)));
        if !value.is_empty() {
            let (label, value) = (tidy::capital(label), tidy::capital(&value));
            self.content.push(Content::Row { label, value });
        }
    }
}
