//! The fields of an imported HTML as readers meet them: in which order, in what, and beside what.

use std::collections::{HashMap, HashSet};

use super::entities::decode;
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
    /// What stands in the same line and leads to the same place is one stretch: `Spring <b>sale</b>` has two fields.
    pub stretch: usize,
    /// An image that has other addresses beside its own, of which mail clients choose.
    pub has_choices: bool,
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
        one_line(self.field.words())
    }

    /// Whether it is short enough to be told of, and changed.
    pub fn takes_prompts(&self) -> bool {
        self.field.words().len() <= WORDS_MAX
    }

    /// Where it leads: a button by itself, anything else by the link around it.
    pub fn href(&self) -> Option<&'d str> {
        let own = self.field.value(Value::Href);
        own.or_else(|| self.link?.value(Value::Href))
    }
}

/// Bytes of a field's words that a prompt may change: as many as a text of a block may have.
pub(crate) const WORDS_MAX: usize = 50_000;

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
    stretches: HashMap<(usize, Option<&'d FieldId>), usize>,
    /// Nothing but white space stands between here and a line break.
    is_after_break: bool,
    in_picture: bool,
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
            stretches: HashMap::new(),
            is_after_break: false,
            in_picture: false,
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
            self.place(token, reference);
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
            Token::Text { range, .. } => {
                let is_blank = decode(&html[range.clone()])
                    .chars()
                    .all(char::is_whitespace);
                self.is_after_break &= is_blank;
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag, here: &[&'d Reference]) {
        let name = tag.name.as_str();
        self.in_picture |= name == "picture";
        self.breaks(name);
        if name == "a" {
            let href = here.iter().find(|reference| reference.value == Value::Href);
            let link = href.and_then(|reference| self.fields.get(&reference.field).copied());
            self.link = link.filter(|field| matches!(field, Field::Link { .. }));
        } else if !is_inline(name) {
            self.line += 1;
            self.in_heading = is_heading(name) || (self.in_heading && !is_of_table(name));
        }
    }

    /// Two line breaks in a row are how many separate paragraphs. A heading is one all the same.
    fn breaks(&mut self, name: &str) {
        if name == "br" {
            if self.is_after_break && !self.in_heading {
                self.line += 1;
            }
            self.is_after_break = true;
        } else if name == "img" || !is_inline(name) {
            self.is_after_break = false;
        }
    }

    fn end(&mut self, name: &str) {
        self.in_picture &= name != "picture";
        if name == "a" {
            self.link = None;
        } else if !is_inline(name) {
            self.line += 1;
            self.in_heading &= !is_heading(name) && !is_of_table(name);
        }
    }

    fn place(&mut self, token: &Token, reference: &'d Reference) {
        let Some(field) = self.fields.get(&reference.field).copied() else {
            return;
        };
        if matches!(field, Field::Link { .. }) || !self.met.insert(field.id()) {
            return;
        }
        let has_srcset = matches!(token, Token::Start(tag) if tag.attribute("srcset").is_some());
        let has_choices = matches!(field, Field::Image { .. }) && (has_srcset || self.in_picture);
        let is_unseen = matches!(field, Field::Title { .. }) || self.outline.is_unreadable();
        let stands = if is_unseen {
            Stands::Unseen
        } else if self.in_heading {
            Stands::InHeading
        } else {
            Stands::InText
        };
        let next = self.stretches.len();
        let stretch = (self.line, self.link.map(Field::id));
        self.placed.push(Placed {
            field,
            stands,
            link: self.link,
            line: self.line,
            stretch: *self.stretches.entry(stretch).or_insert(next),
            has_choices,
        });
    }
}

/// What begins no new line. One line break does not either: what stands before it and behind it belongs together.
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
            | "mark"
            | "del"
            | "ins"
            | "strike"
            | "abbr"
            | "cite"
            | "q"
            | "time"
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
