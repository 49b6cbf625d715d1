//! Reads a prompt: what is meant for the reader of the mail, what was said to its writer, and the facts in it.

mod actions;
mod address;
mod asked;
mod brackets;
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
mod heard;
mod kept;
mod labels;
mod lines;
mod links;
mod lists;
mod mentions;
mod names;
mod noun;
mod offers;
mod others;
mod parts;
mod pattern;
mod plans;
mod readers;
mod request;
mod rows;
mod salutation;
mod segments;
mod signature;
mod standing;
mod stops;
pub mod tidy;
mod titles;
pub mod tokens;
mod turned;
mod unsaid;

use self::facts::Facts;
use self::grammar::Grammar;
use self::heard::Place;
use self::kept::Clause;
use self::lines::Piece;
use self::names::{has_meta, is_heading, is_opening, unnamed};

pub use self::address::Address;
pub use self::content::{Content, text_of};
pub use self::endings::sentences;
pub use self::links::link_text;
pub use self::mentions::{mentions, own_words};
pub use self::pattern::is_one;
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
    /// In which form its author speaks to readers.
    pub address: Address,
    /// What the author wants in the inbox, below the mail, and behind that.
    pub subject: Option<String>,
    pub preview: Option<String>,
    pub sign_off: Option<String>,
    pub postscript: Option<String>,
    /// For whom something was asked for: `our gym` stands in the mail if nothing else does.
    asides: Vec<Content>,
    /// A line has said that the text follows.
    is_handed_over: bool,
    /// What sounds as if it was said to the writer: it stands in the mail if nothing else does.
    unsure: Vec<String>,
}

/// Words of a prompt from which on its sentences are no request: `they` are others, and no readers.
const LONG: usize = 150;

pub fn read(prompt: &str, language: &str) -> Reading {
    let address = Address::of(prompt, &Grammar::of(language).other_form);
    let of_others = Grammar::of_others(language, address);
    let is_long = prompt.split_whitespace().nth(LONG).is_some();
    let grammar = if is_long {
        of_others
    } else {
        Grammar::addressed(language, address)
    };
    let (prompt, asides) = brackets::unbracketed(prompt, grammar);
    let prompt = links::spelled_out(&prompt);
    let (prompt, signature) = signature::signed(&prompt, grammar);
    let mut reading = Reading {
        address,
        signature,
        unsigned: prompt.to_owned(),
        directives: asides,
        ..Reading::default()
    };
    reading.pieces(prompt, grammar, of_others);
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

/// `something for our gym`: says for whom, and nothing of what.
fn is_aside(fragment: &str, asked: &str) -> bool {
    let said = fragment.trim_end_matches('.').to_lowercase();
    let plain = !said.contains(|c: char| c.is_ascii_digit() || c == ',');
    plain && asked.contains(&["for ", &said].concat()) && !asked.contains(" about ")
}

impl Reading {
    /// What can be told once all sentences are read: facts, the action and the title.
    fn complete(&mut self, prompt: &str, language: &str, grammar: &Grammar) {
        if self.is_silent() {
            self.content.append(&mut self.asides);
        }
        if self.is_silent() {
            let said = self.unsure.drain(..).map(Content::Sentence);
            self.content.extend(said);
        }
        self.directives.append(&mut self.unsure);
        // Its author is told what was left out, and nothing brings it back.
        let unsaid = unsaid::unmention(&mut self.content, &self.directives, grammar);
        self.directives.extend(unsaid);
        self.facts = facts::facts(&content::meant(&self.content));
        self.facts.links = facts::facts(prompt).links;
        if self.action.is_none() {
            self.action = actions::asked(&self.content, &self.facts.links, grammar);
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

    /// Reads piece by piece; who was spoken of before tells whom the next one means.
    fn pieces(&mut self, prompt: &str, grammar: &Grammar, of_others: &Grammar) {
        let (mut about_others, mut about_many) = (false, false);
        let pieces = lines::pieces(prompt, grammar).into_iter();
        let pieces = pieces.map(|piece| lines::labelled(piece, &grammar.labels_alone));
        let pieces: Vec<Piece> = pieces.collect();
        for (place, piece) in pieces.iter().enumerate() {
            match piece {
                // `Here is the text:` is said to the writer.
                Piece::Sentence(text)
                    if is_opening(text) && !is_heading(text, pieces.get(place + 1)) =>
                {
                    self.is_handed_over = true;
                    self.directives.push(tidy::line(text));
                }
                Piece::Sentence(text) if self.is_silent() && salutation::greets(text, grammar) => {
                    let rest = &pieces[place + 1..];
                    match salutation::of_readers(text, rest, grammar) {
                        Some(greeting) => self.greet(greeting),
                        None => self.directives.push(tidy::line(text)),
                    }
                }
                Piece::Sentence(text) => {
                    let text = self.ungreeted(text);
                    let text = self.greeted(text, grammar);
                    let said = self.uncalled(&text, grammar);
                    let tokens = tokens::tokens(said);
                    // Who was called by name is meant by `their`, and not the reader; `tell them` means the readers.
                    let others = about_others && said.starts_with("The")
                        || about_many && grammar.frame(&tokens).is_none_or(|(taken, _)| taken < 2)
                        || self.salutation.is_some();
                    about_many = others::named(&tokens, grammar).is_some();
                    if !said.is_empty() {
                        let stands = if place + 1 == pieces.len() && place > 0 {
                            Place::Last
                        } else {
                            Place::Inner
                        };
                        self.sentence(said, stands, if others { of_others } else { grammar });
                    }
                    about_others = others || others::names(said, grammar);
                }
                Piece::Row { label, value } => self.row(label, value, grammar),
                Piece::List { numbered, items } => {
                    let items = self.without_orders(items, grammar);
                    let items = listed(&items, grammar);
                    if !items.is_empty() {
                        let numbered = *numbered;
                        self.content.push(Content::List { numbered, items });
                    }
                }
                Piece::Break => self.content.push(Content::Break),
            }
        }
    }

    /// The sentence without a greeting to nobody or to the writer, which is told: `Good afternoon.`, `Liebe KI, …`
    fn ungreeted<'t>(&mut self, text: &'t str) -> &'t str {
        if !self.is_silent() || self.salutation.is_some() {
            return text;
        }
        let said = salutation::ungreeted(text);
        let greeting = text
            .strip_suffix(said)
            .filter(|greeting| !greeting.is_empty());
        self.directives.extend(greeting.map(tidy::line));
        said
    }

    /// The sentence without the salutation that it begins with, which is kept.
    fn greeted(&mut self, text: &str, grammar: &Grammar) -> String {
        let parted = salutation::parted(text, grammar).filter(|_| self.is_silent());
        let Some((greeting, rest)) = parted else {
            return text.to_owned();
        };
        self.greet(greeting);
        rest
    }

    /// Of two salutations the last stands, and the author is told of the first.
    fn greet(&mut self, greeting: String) {
        let before = self.salutation.replace(greeting);
        self.directives.extend(before);
    }

    /// The sentence without the name of the mail that it begins with, which is kept.
    fn uncalled<'t>(&mut self, text: &'t str, grammar: &Grammar) -> &'t str {
        let said = unnamed(text, grammar);
        let named = text.strip_suffix(said).filter(|named| !named.is_empty());
        if let Some(named) = named {
            self.name(tidy::line(named));
        }
        said
    }

    /// Keeps what the author calls the mail first; of what they call it besides they are told.
    fn name(&mut self, called: String) {
        if self.called.is_none() {
            self.called = Some(called);
        } else if self.called.as_ref() != Some(&called) {
            self.directives.push(called);
        }
    }

    /// Behind a salutation, and behind `Here is the text:`, all is meant for readers.
    fn speaks_to_readers(&self) -> bool {
        self.salutation.is_some() || self.is_handed_over
    }

    /// The items of a list without those that sound as if they were said to the writer, which are kept apart.
    fn without_orders(&mut self, items: &[String], grammar: &Grammar) -> Vec<String> {
        if self.speaks_to_readers() {
            return items.to_vec();
        }
        let (orders, items) = heard::without_orders(items, grammar);
        self.unsure.extend(orders);
        items
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

    fn sentence(&mut self, text: &str, place: Place, grammar: &Grammar) {
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
        let is_first = self.is_silent() && !self.speaks_to_readers();
        let asked = || heard::asked_first(text, grammar);
        let parted = is_first.then(asked).flatten();
        let (asked, text) = parted.map_or((None, text), |(asked, rest)| (Some(asked), rest));
        self.directives.extend(asked.map(tidy::line));
        let clauses = clauses::clauses(text, grammar);
        let place = match place {
            Place::Inner if is_first => Place::First,
            place => place,
        };
        let clauses = heard::heard_at(place, text, clauses, grammar);
        for clause in clauses {
            match clause {
                Clause::Sentence(text) => self.said(Content::Sentence(text), grammar),
                Clause::Fragment(text) if asks && is_aside(&text, &small) => {
                    self.asides.push(Content::Fragment(text));
                }
                Clause::Fragment(text) => self.said(Content::Fragment(text), grammar),
                Clause::Directive(text) => self.directives.push(text),
                Clause::Unsure(text) if self.speaks_to_readers() => {
                    self.said(Content::Sentence(text), grammar);
                }
                Clause::Unsure(text) => self.unsure.push(text),
                Clause::Named(text) => self.name(text),
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
