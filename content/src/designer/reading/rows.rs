//! What becomes of the rows of a pasted brief: parts of the mail, facts, sentences, or what was said to the writer.

use super::Reading;
use super::content::Content;
use super::cuts::order_from;
use super::endings::sentences;
use super::facts;
use super::grammar::Grammar;
use super::heard::Place;
use super::labels::is_called;
use super::links;
use super::parts::{LABEL_MAX, Part, label_of, part_of};
use super::tidy;
use super::titles::Title;
use super::tokens::{self, Token, unquoted};
use super::turned::turned;

/// How long a mail may be, in a word.
const STEERING: &str = "short medium long brief";

/// Whether the value of a doubtful label is meant for the writer: `Length: short`, and not `Length: 5 km`.
fn steers(value: &str, grammar: &Grammar) -> bool {
    let tokens = tokens::tokens(value);
    let known = |token: &Token| {
        token.is_in(&grammar.mails) || token.is_in(&grammar.meta) || token.is_any(STEERING)
    };
    let people = tokens.last().is_some_and(|last| last.is_in(&grammar.who));
    tokens.iter().all(known) || people || grammar.is_directive(&tokens)
}

/// How an author says that there is none.
const NOTHING: [&str; 7] = ["none", "no", "n/a", "na", "tbd", "tbc", "-"];

/// Letters of a label that is a short form: `RSVP`.
const CODE_MAX: usize = 4;

impl Reading {
    pub(super) fn row(&mut self, label: &str, value: &str, grammar: &Grammar) {
        let tokens = tokens::tokens(value);
        let order = order_from(&tokens, grammar).and_then(|at| tokens.get(at));
        let Some(order) = order else {
            self.whole_row(label, value, grammar);
            return;
        };
        let (value, order) = value.split_at(order.start);
        self.whole_row(label, value.trim_end_matches([',', ';', ' ']), grammar);
        for order in sentences(order) {
            self.sentence(order, Place::Inner, grammar);
        }
    }

    fn whole_row(&mut self, label: &str, value: &str, grammar: &Grammar) {
        let small = label.to_lowercase();
        if let Some(part) = part_of(label, grammar) {
            self.row_of_part(part, value, grammar);
            return;
        }
        if grammar.keys_for_texts.contains(&small) {
            self.row_of_text(value, grammar);
            return;
        }
        if grammar.keys_for_kinds.contains(&small) {
            // What it says itself says more than the label above its name.
            let before = self.called.replace(value.to_owned());
            let before = before.filter(|said| !grammar.keys_for_titles.contains(said));
            self.directives.extend(before);
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
        let brand = grammar.keys_for_brands.contains(&small) && is_called(value);
        let doubt = grammar.keys_for_doubts.contains(&small) && steers(value, grammar);
        if (grammar.keys_for_writers.contains(&small) || head || brand || doubt) && !amount {
            self.directives.push(format!("{label}: {value}"));
            return;
        }
        let is_link = value.starts_with("http") || facts::is_address_tag(value);
        // What stands behind the link is no link: `Register: https://… by 12 May`.
        let value = if grammar.keys_for_links.contains(&small) && is_link {
            let link = tokens::tokens(value).first().map_or(0, Token::end);
            value[link..].trim()
        } else {
            value
        };
        let value = tidy::line(&links::placed(&turned(
            &tidy::written_out(value, grammar),
            grammar,
        )));
        if !value.is_empty() {
            let shouted = label.len() > CODE_MAX && !label.contains(char::is_lowercase);
            let label = if shouted { small.as_str() } else { label };
            let (label, value) = (tidy::capital(label), tidy::capital(&value));
            self.content.push(Content::Row { label, value });
        }
    }

    fn row_of_part(&mut self, part: Part, value: &str, grammar: &Grammar) {
        let written = tidy::written_out(value, grammar);
        if NOTHING.contains(&written.to_lowercase().as_str()) {
            return;
        }
        if part != Part::Button {
            let said = turned(&written, grammar);
            self.fill(part, &tidy::capital(unquoted(&said)));
            return;
        }
        match label_of(&tokens::tokens(&written), &written) {
            Some(label) if label.chars().count() <= LABEL_MAX => self.fill(part, &label),
            // What is too long for a button is still asked of the reader.
            Some(_) => self.sentence(&written, Place::Inner, grammar),
            None => {}
        }
    }

    fn row_of_text(&mut self, value: &str, grammar: &Grammar) {
        let items: Vec<&str> = value.split("; ").collect();
        if items.len() < 2 {
            for text in sentences(value) {
                self.sentence(text, Place::Inner, grammar);
            }
            return;
        }
        let items = items.into_iter().map(|item| {
            let said = turned(&tidy::written_out(item, grammar), grammar);
            tidy::capital(tidy::line(&said).trim_end_matches('.'))
        });
        self.content.push(Content::List {
            numbered: false,
            items: items.collect(),
        });
    }

    /// Fills a part of the mail that is none of its text. Of two values the last holds, and the author is told of the first.
    pub(super) fn fill(&mut self, part: Part, text: &str) {
        let text = text.trim_end_matches([' ', ',', ';']).to_owned();
        let bare = text.trim_end_matches('.').to_owned();
        let before = match part {
            Part::Subject => self.subject.replace(bare),
            Part::Headline => {
                let title = self.title.replace(Title::of_author(&text));
                title.map(|title| title.text)
            }
            Part::Preview => self.preview.replace(text),
            Part::Button => self.action.replace(text),
            Part::SignOff => self.sign_off.replace(bare),
            Part::Postscript => self.postscript.replace(tidy::sentence(&text)),
        };
        self.directives.extend(before);
    }
}
