//! The fields of an imported HTML as readers meet them: in which order, in what, and beside what.

use std::collections::{HashMap, HashSet};

use super::imported::{Field, FieldId, ImportedHtml, Part, Reference, Value};
use super::outline::Outline;
use super::scan::{Tag, Token, scan};

/// A field where it stands first. A link is told of what stands in it, and is none of them by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'d> {
    pub field: &'d Field,
    pub stands: Stands,
    /// The link around it.
    pub link: Option<&'d Field>,
    /// Counts headings, paragraphs and what else begins anew. They come in order.
    pub line: usize,
    /// What stands in the same line and leads to the same place is of one piece: `Spring <b>sale</b>` has two fields.
    pub piece: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    InHeading,
    InText,
    /// The title of the page, and what is hidden in it.
    Unseen,
}

impl ImportedHtml {
    /// Without the line for the inbox, which is told beside the document.
    pub(crate) fn placed(&self) -> Vec<Placed<'_>> {
        let assembled = self.assemble();
        let html = &assembled.html;
        // What is stored was read before; if it ever cannot be, there is nothing to find in it.
        let tokens = scan(html).unwrap_or_default();
        let places = self.parts.iter().zip(&assembled.starts);
        let mut references = places
            .filter_map(|(part, start)| match part {
                Part::Field(reference) => Some((*start, reference)),
                Part::Literal(_) => None,
            })
            .peekable();
        let mut walk = Walk::of(self, Outline::of(html, &tokens));
        for token in &tokens {
            let end = token.range().end;
            let mut here = Vec::new();
            while let Some((_, reference)) = references.next_if(|(start, _)| *start < end) {
                here.push(reference);
            }
            walk.token(html, token, &here);
        }
        walk.placed
    }
}

impl<'d> Placed<'d> {
    pub fn id(&self) -> &'d FieldId {
        self.field.id()
    }

    /// Its words in one line, as mail clients show them.
    pub fn words(&self) -> String {
        let words = match self.field {
            Field::Title { value, .. } | Field::Text { value, .. } => value.as_str(),
            Field::Button { label, .. } => label.as_str(),
            Field::Image { alt, .. } => alt.as_deref().unwrap_or_default(),
            Field::Link { .. } => "",
        };
        one_line(words)
    }

    /// Where it leads: a button by itself, anything else by the link around it.
    pub fn href(&self) -> Option<&'d str> {
        let own = self.field.value(Value::Href);
        own.or_else(|| self.link?.value(Value::Href))
    }
}

/// White space as a browser shows it. Spaces that do not break are letters to it.
pub(crate) fn one_line(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

struct Walk<'d> {
    fields: HashMap<&'d FieldId, &'d Field>,
    /// Fields that are placed, and the one that is told elsewhere.
    met: HashSet<&'d FieldId>,
    outline: Outline,
    in_heading: bool,
    link: Option<&'d Field>,
    line: usize,
    pieces: HashMap<(usize, Option<&'d FieldId>), usize>,
    placed: Vec<Placed<'d>>,
}

impl<'d> Walk<'d> {
    fn of(document: &'d ImportedHtml, outline: Outline) -> Self {
        let fields = document.fields.iter();
        Self {
            fields: fields.map(|field| (field.id(), field)).collect(),
            met: document.preheader.iter().collect(),
            outline,
            in_heading: false,
            link: None,
            line: 0,
            pieces: HashMap::new(),
            placed: Vec::new(),
        }
    }

    /// `here` are the places of fields in the token.
    fn token(&mut self, html: &str, token: &Token, here: &[&'d Reference]) {
        // What Outlook alone sees repeats what stands beside it.
        if matches!(token, Token::Comment { .. }) {
            return;
        }
        for reference in here {
            self.place(reference);
        }
        match token {
            Token::Start(tag) => {
                self.outline.start(html, tag);
                self.start(tag, here);
            }
            Token::End { name, .. } => {
                self.outline.end(name);
                self.end(name);
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag, here: &[&'d Reference]) {
        let name = tag.name.as_str();
        if name == "a" {
            let href = here.iter().find(|reference| reference.value == Value::Href);
            let link = href.and_then(|reference| self.fields.get(&reference.field).copied());
            self.link = link.filter(|field| matches!(field, Field::Link { .. }));
        } else if !is_inline(name) {
            self.line += 1;
            self.in_heading = is_heading(name) || (self.in_heading && !is_of_table(name));
        }
    }

    fn end(&mut self, name: &str) {
        if name == "a" {
            self.link = None;
        } else if !is_inline(name) {
            self.line += 1;
            self.in_heading &= !is_heading(name) && !is_of_table(name);
        }
    }

    fn place(&mut self, reference: &'d Reference) {
        let Some(field) = self.fields.get(&reference.field).copied() else {
            return;
        };
        if matches!(field, Field::Link { .. }) || !self.met.insert(field.id()) {
            return;
        }
        let is_unseen = matches!(field, Field::Title { .. }) || self.outline.is_unreadable();
        let stands = if is_unseen {
            Stands::Unseen
        } else if self.in_heading {
            Stands::InHeading
        } else {
            Stands::InText
        };
        let next = self.pieces.len();
        let piece = (self.line, self.link.map(Field::id));
        self.placed.push(Placed {
            field,
            stands,
            link: self.link,
            line: self.line,
            piece: *self.pieces.entry(piece).or_insert(next),
        });
    }
}

/// What begins no new line. A line break does not either: what stands before it and behind it belongs together.
fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "b"
            | "i"
            | "u"
            | "s"
            | "em"
            | "strong"
            | "span"
            | "font"
            | "small"
            | "big"
            | "sub"
            | "sup"
            | "code"
            | "br"
            | "wbr"
            | "img"
    )
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// A heading that nobody closed ends with its cell.
fn is_of_table(name: &str) -> bool {
    matches!(name, "table" | "tr" | "td" | "th")
}
