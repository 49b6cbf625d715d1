//! Reads a prompt: what is meant for the reader of the mail, what was said to its writer, and the facts in it.

mod address;
mod asked;
mod clauses;
mod content;
mod cuts;
pub mod dates;
mod deeds;
mod endings;
pub mod facts;
mod framed;
mod german;
mod grammar;
mod kept;
mod labels;
mod lines;
mod links;
mod lists;
mod mentions;
mod names;
mod noun;
mod parts;
mod pattern;
mod readers;
mod request;
mod rows;
mod segments;
mod stops;
pub mod tidy;
mod titles;
pub mod tokens;
mod turned;
mod unsaid;

use self::facts::Facts;
use self::grammar::Grammar;
use self::kept::Clause;
use self::lines::Piece;
use self::names::{has_meta, is_opening, unnamed};

pub use self::address::Address;
pub use self::content::{Content, text_of};
pub use self::endings::sentences;
pub use self::links::link_text;
pub use self::mentions::{mentions, own_words};
pub use self::pattern::is_one;
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
    /// What can stand above the mail.
    pub title: Option<Title>,
    /// In which form its author speaks to readers.
    pub address: Address,
    /// What the author wants in the inbox, below the mail, and behind that.
    pub subject: Option<String>,
    pub preview: Option<String>,
    pub sign_off: Option<String>,
    pub postscript: Option<String>,
    /// For whom something was asked for: `our gym` stands in the mail if nothing else does.
    asides: Vec<Content>,
}

/// Words of a prompt from which on its sentences are no request: `they` are others, and no readers.
const LONG: usize = 150;

pub fn read(prompt: &str, language: &str) -> Reading {
    let address = Address::of(prompt, &Grammar::of(language).other_form);
    let is_long = prompt.split_whitespace().nth(LONG).is_some();
    let grammar = if is_long {
        Grammar::of_others(language, address)
    } else {
        Grammar::addressed(language, address)
    };
    let mut reading = Reading {
        address,
        ..Reading::default()
    };
    let mut about_others = false;
    for piece in lines::pieces(prompt, grammar) {
        match lines::labelled(piece, &grammar.labels_alone) {
            // `Here is the text:` is said to the writer.
            Piece::Sentence(text) if is_opening(&text) => {
                reading.directives.push(tidy::line(&text));
            }
            Piece::Sentence(text) => {
                let text = reading.greeted(&text, grammar);
                let said = unnamed(&text, grammar);
                let named = text.strip_suffix(said).filter(|named| !named.is_empty());
                if let Some(named) = named {
                    reading.called.get_or_insert(tidy::line(named));
                }
                // Who was called by name is meant by `their`, and not the reader.
                let others =
                    about_others && said.starts_with("The") || reading.salutation.is_some();
                let grammar = if others {
                    Grammar::of_others(language, address)
                } else {
                    grammar
                };
                if !said.is_empty() {
                    reading.sentence(said, grammar);
                }
                about_others = others || names_others(said, grammar);
            }
            Piece::Row { label, value } => reading.row(&label, &value, grammar),
            Piece::List { numbered, items } => {
                let items = listed(&items, grammar);
                if !items.is_empty() {
                    reading.content.push(Content::List { numbered, items });
                }
            }
            Piece::Break => reading.content.push(Content::Break),
        }
    }
    reading.complete(prompt, language, grammar);
    reading
}

/// The items of a list, as readers see them.
fn listed(items: &[String], grammar: &Grammar) -> Vec<String> {
    let items = items.iter().map(|item| {
        let said = turned::turned(&tidy::written_out(item, grammar), grammar);
        // `[Bees](https://…)` has its link already.
        let has_link = said.starts_with('[') && said.contains("](");
        let placed = if has_link { said } else { links::placed(&said) };
        tidy::capital(&tidy::line(&placed))
    });
    items.filter(|item| !item.is_empty()).collect()
}

/// Whether a sentence speaks of somebody by name, and of nobody who gets the mail.
fn names_others(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens::tokens(text);
    let to_readers = tokens.iter().any(|token| token.is_in(&grammar.who));
    let name = |token: &tokens::Token| {
        token.kind == tokens::Kind::Word
            && token.text.starts_with(char::is_uppercase)
            && !dates::is_date(token)
            && token.text.chars().any(char::is_lowercase)
    };
    !to_readers && tokens.iter().skip(1).any(name)
}

/// What a button says for the first thing that the reader is asked to do.
fn asked(content: &[Content], most: usize, grammar: &Grammar) -> Option<String> {
    let linked = |content: &&Content| matches!(content, Content::Sentence(text) | Content::Fragment(text) if text.contains("]("));
    // What is asked beside the link comes first.
    let beside = content.iter().filter(linked);
    beside.chain(content).find_map(|content| {
        let (Content::Sentence(text) | Content::Fragment(text)) = content else {
            return None;
        };
        let tokens = tokens::tokens(text);
        if tokens.len() > most {
            return None;
        }
        let polite = usize::from(tokens.first()?.is("please"));
        // `last chance to vote`
        let chance = tokens
            .windows(2)
            .position(|pair| pair[0].is_any("chance time") && pair[1].is("to"));
        let at = chance.map_or(polite, |at| at + 2);
        let verb = tokens.get(at)?;
        // `Order #48213` asks for nothing.
        let numbered = tokens
            .get(at + 1)
            .is_some_and(|next| next.text.starts_with('#') || next.has_digit());
        if numbered {
            return None;
        }
        grammar.verbs.get(&verb.text.to_lowercase()).cloned()
    })
}

/// Tokens of a request that is about the site itself: `Book a table.`
const SHORT: usize = 4;

/// `something for our gym`: says for whom, and nothing of what.
fn is_aside(fragment: &str, asked: &str) -> bool {
    let said = fragment.trim_end_matches('.').to_lowercase();
    let plain = !said.contains(|c: char| c.is_ascii_digit() || c == ',');
    plain && asked.contains(&["for ", &said].concat()) && !asked.contains(" about ")
}

impl Reading {
    /// What can be told once all sentences are read: facts, the action and the title.
    fn complete(&mut self, prompt: &str, language: &str, grammar: &Grammar) {
        if self.content.is_empty() {
            self.content.append(&mut self.asides);
        }
        // Its author is told what was left out, and nothing brings it back.
        let unsaid = unsaid::unmention(&mut self.content, &self.directives, grammar);
        self.directives.extend(unsaid);
        self.facts = facts::facts(&content::meant(&self.content));
        self.facts.links = facts::facts(prompt).links;
        if self.action.is_none() {
            let most = if self.facts.links.is_empty() {
                SHORT
            } else {
                usize::MAX
            };
            self.action = asked(&self.content, most, grammar);
        }
        self.title = self.titled(prompt, language);
    }

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
        // What stands in the inbox stands above the mail too, unless its author wants something else there.
        let subject = || self.subject.as_deref().map(Title::of_author);
        let given = self.title.take().or_else(subject).or_else(said);
        given.or_else(|| named().map(|name| Title::of_name(&name)))
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

    /// The sentence without the salutation that it begins with, which is kept.
    fn greeted(&mut self, text: &str, grammar: &Grammar) -> String {
        let found = text.split_once(", ").filter(|(greeting, rest)| {
            let tokens = tokens::tokens(greeting);
            let greets = tokens
                .first()
                .is_some_and(|first| first.is_in(&grammar.salutations))
                && tokens.last().is_some_and(|last| last.is_in(&grammar.who));
            let asked = request::request(rest, grammar).is_some()
                || grammar.frame(&tokens::tokens(rest)).is_some();
            greets && (2..=5).contains(&tokens.len()) && !asked
        });
        let Some((greeting, rest)) = found.filter(|_| self.content.is_empty()) else {
            return text.to_owned();
        };
        self.salutation = Some(format!("{},", tidy::capital(greeting)));
        tidy::capital(rest)
    }

    fn sentence(&mut self, text: &str, grammar: &Grammar) {
        // `Can you write that …?` asks the writer.
        let first = tokens::tokens(text);
        let asks = names::asks_writer(&first);
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
                Clause::Part(part, text) => self.fill(part, &text),
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
}
