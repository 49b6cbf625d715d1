//! One look at an HTML.

use std::collections::HashMap;
use std::ops::Range;

use super::super::address::Rules;
use super::super::conditional;
use super::super::css;
use super::super::entities::{decode_attribute, escape_attribute};
use super::super::lines::Lines;
use super::super::scan::{Attribute, Quote, Tag, TextKind, Token, scan_within};
use super::super::token::SIZE_MAX;
use super::attributes::{self, Change};
use super::edit::Edit;
use super::elements::{self, Fate};
use super::notes::Notes;
use super::office;
use super::tally::Tally;

pub(super) struct Pass<'p> {
    html: &'p str,
    rules: &'p Rules,
    tally: &'p mut Tally,
    notes: &'p mut Notes,
    lines: Lines<'p>,
    edits: Vec<Edit>,
    /// Bytes of what `edits` put in.
    added: usize,
}

const UNFINISHED: &str = "The text ends inside it.";
const UNREADABLE: &str = "What Outlook would see of it cannot be read.";

impl<'p> Pass<'p> {
    pub fn new(
        html: &'p str,
        rules: &'p Rules,
        tally: &'p mut Tally,
        notes: &'p mut Notes,
    ) -> Self {
        Self {
            html,
            rules,
            tally,
            notes,
            lines: Lines::new(html),
            edits: Vec::new(),
            added: 0,
        }
    }

    /// The changes that are needed, in order.
    pub fn run(mut self, tokens: &[Token]) -> Vec<Edit> {
        self.tokens(tokens, 0..self.html.len());
        self.close(tokens);
        self.edits
    }

    fn strip(&mut self, what: &str, reason: &'static str, at: usize) {
        let line = self.lines.line(at);
        self.tally.add(what, reason, line);
    }

    fn tokens(&mut self, tokens: &[Token], part: Range<usize>) {
        let ends = ends_of_removed(self.html, tokens);
        let is_conditional = part.len() < self.html.len();
        let mut index = 0;
        while let Some(token) = tokens.get(index).filter(|_| self.added <= SIZE_MAX) {
            match token {
                Token::Start(_)
                    if is_conditional && office::begins_settings(self.html, &tokens[index..]) =>
                {
                    index += 2;
                }
                Token::Start(tag) => match Fate::of(self.html, tag) {
                    Fate::Keep => self.attributes(tag),
                    Fate::Unwrap(reason) => {
                        self.strip(&tag.name, reason, tag.range.start);
                        self.remove(tag.range.clone());
                    }
                    Fate::Remove(reason) => {
                        let last = ends.get(&index).copied().unwrap_or(index);
                        self.strip(&tag.name, reason, tag.range.start);
                        self.remove(tag.range.start..tokens[last].range().end);
                        index = last;
                    }
                },
                Token::End { name, range } if Fate::of_name(name) != Fate::Keep => {
                    self.remove(range.clone());
                }
                Token::Text {
                    range,
                    kind: TextKind::Style,
                } => self.style_sheet(range.clone()),
                Token::Comment { range, inner } => self.comment(range, inner.clone()),
                Token::Doctype(_) | Token::End { .. } | Token::Text { .. } => {}
            }
            index += 1;
        }
        let read = tokens.last().map_or(part.start, |last| last.range().end);
        if read < part.end {
            self.strip("<", UNFINISHED, read);
            self.remove(read..part.end);
        }
    }

    /// When the edits alone make the HTML too large, the rest of them does not matter.
    fn edit(&mut self, (range, new): Edit) {
        if self.added <= SIZE_MAX {
            self.added += new.len();
            self.edits.push((range, new));
        }
    }

    fn remove(&mut self, range: Range<usize>) {
        self.edit((range, String::new()));
    }

    fn attributes(&mut self, tag: &Tag) {
        for attribute in &tag.attributes {
            let value = attribute
                .value
                .clone()
                .map(|range| decode_attribute(&self.html[range]));
            match attributes::judge(&tag.name, &attribute.name, value.as_deref(), self.rules) {
                Change::Keep => {}
                Change::Dangling(address) => self.notes.dangling.push(address),
                Change::Remove { what, reason } => {
                    self.strip(&what, reason, attribute.range.start);
                    self.edit(without(self.html, &attribute.range));
                }
                Change::Value { new, stripped } => {
                    for (what, reason) in stripped {
                        self.strip(&what, reason, attribute.range.start);
                    }
                    self.set_value(attribute, &new);
                }
            }
        }
    }

    fn set_value(&mut self, attribute: &Attribute, new: &str) {
        let Some(range) = attribute.value.clone() else {
            return;
        };
        let escaped = escape_attribute(new);
        let value = match attribute.quote {
            Quote::None => format!("\"{escaped}\""),
            Quote::Double | Quote::Single => escaped,
        };
        self.edit((range, value));
    }

    fn style_sheet(&mut self, range: Range<usize>) {
        let cleaned = css::clean(&self.html[range.clone()], self.rules);
        for (what, reason, at) in cleaned.stripped {
            self.strip(&what, reason, range.start + at);
        }
        self.notes.dangling.extend(cleaned.dangling);
        if let Some(css) = cleaned.css {
            self.edit((range, css));
        }
    }

    /// A comment inside a conditional one reaches to the end of it, and what it hides there is nobody's.
    fn comment(&mut self, range: &Range<usize>, inner: Range<usize>) {
        let Some(content) = conditional::content(self.html, inner) else {
            return;
        };
        let Ok(tokens) = scan_within(self.html, content.clone()) else {
            self.strip("[if …]", UNREADABLE, range.start);
            self.remove(range.clone());
            return;
        };
        let nested = tokens.iter().find_map(|token| match token {
            Token::Comment { range, inner } => {
                conditional::content(self.html, inner.clone()).map(|_| range.clone())
            }
            _ => None,
        });
        match nested {
            Some(nested) => {
                self.strip("[if …]", UNREADABLE, nested.start);
                self.remove(nested);
            }
            None => self.tokens(&tokens, content),
        }
    }

    /// What is open at the end would swallow whatever is added behind it.
    fn close(&mut self, tokens: &[Token]) {
        let end = self.html.len();
        // What goes need not be closed.
        let Some(last) = tokens.last().filter(|last| {
            self.edits
                .last()
                .is_none_or(|(range, _)| range.end <= last.range().start)
        }) else {
            return;
        };
        self.escape_half_a_tag(last);
        if let Some((what, closing)) = closing(self.html, tokens, last) {
            self.notes.unclosed.push(what);
            self.edit((end..end, closing.to_owned()));
        }
    }

    /// `</` at the end is text, but not if something follows.
    fn escape_half_a_tag(&mut self, last: &Token) {
        let Token::Text {
            range,
            kind: TextKind::Data,
        } = last
        else {
            return;
        };
        let text = &self.html[range.clone()];
        let kept = text.strip_suffix("</").or_else(|| text.strip_suffix('<'));
        if let Some(kept) = kept {
            let at = range.start + kept.len();
            self.edit((at..at + 1, "&lt;".to_owned()));
        }
    }
}

/// What is open, and what closes it.
fn closing(html: &str, tokens: &[Token], last: &Token) -> Option<(&'static str, &'static str)> {
    let open = match last {
        Token::Comment { range, inner } if html[inner.end..range.end].ends_with('>') => {
            return None;
        }
        Token::Comment { range, .. } if html[range.clone()].starts_with("<!--") => {
            return Some(("A comment", "-->"));
        }
        Token::Comment { .. } => return Some(("A comment", ">")),
        Token::Text {
            kind: TextKind::Style | TextKind::Title,
            ..
        } => tokens.iter().nth_back(1)?,
        other => other,
    };
    match open {
        Token::Start(tag) if tag.name == "style" => Some(("`style`", "</style>")),
        Token::Start(tag) if tag.name == "title" => Some(("`title`", "</title>")),
        _ => None,
    }
}

/// For every start tag whose element goes, the token where the element ends.
fn ends_of_removed(html: &str, tokens: &[Token]) -> HashMap<usize, usize> {
    let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut ends = HashMap::new();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Start(tag) if matches!(Fate::of(html, tag), Fate::Remove(_)) => {
                open.entry(&tag.name).or_default().push(index);
            }
            Token::End { name, .. } => {
                if let Some(start) = open.get_mut(name.as_str()).and_then(Vec::pop) {
                    ends.insert(start, index);
                }
            }
            _ => {}
        }
    }
    for (_, starts) in open.into_iter().filter(|(name, _)| elements::is_raw(name)) {
        ends.extend(starts.into_iter().map(|start| (start, tokens.len() - 1)));
    }
    ends
}

/// Takes an attribute out with the white space before it, if others do not need that.
fn without(html: &str, range: &Range<usize>) -> Edit {
    let start = html[..range.start]
        .trim_end_matches(|last: char| last.is_ascii_whitespace())
        .len();
    let stands_alone = html[range.end..]
        .starts_with(|next: char| next.is_ascii_whitespace() || matches!(next, '/' | '>'));
    let replacement = if stands_alone { "" } else { " " };
    (start..range.end, replacement.to_owned())
}
