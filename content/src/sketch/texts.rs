//! The marks that texts of a sketch know: `**bold**`, `*italic*`, `[label](url)`. A mark that has no partner, stands
//! inside a word or leads nowhere is a character like any other.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::ops::Range;

use postrider_domain::designs::merge;

use crate::document::values::Link;
use crate::html::entities::{decode, decode_attribute, escape, escape_attribute};
use crate::html::scan::{Token, scan};

/// Marks within marks; nobody writes more.
const DEPTH_MAX: u8 = 4;

/// Bytes of an address; a link has fewer characters.
const URL_MAX: usize = 16 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    Words(&'t str),
    Bold(Vec<Piece<'t>>),
    Italic(Vec<Piece<'t>>),
    Link { label: Vec<Piece<'t>>, url: &'t str },
}

pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    Reader::of(text).pieces(0..text.len(), 0)
}

/// The text as HTML with simple marks.
pub fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 16);
    push_html(&pieces(text.trim()), &mut html);
    html
}

/// The words alone.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    push_plain(&pieces(text.trim()), &mut plain);
    plain
}

/// A stranger's words in one line, without the signs that mean something here: no mark, no link, no merge tag.
pub fn unmarked(text: &str) -> String {
    let words = text.replace(['*', '[', ']', '{', '}'], " ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where its links lead, in order.
pub fn links(text: &str) -> Vec<&str> {
    fn push<'t>(pieces: &[Piece<'t>], links: &mut Vec<&'t str>) {
        for piece in pieces {
            match piece {
                Piece::Words(_) => {}
                Piece::Bold(inner) | Piece::Italic(inner) => push(inner, links),
                Piece::Link { url, .. } => links.push(url),
            }
        }
    }
    let mut links = Vec::new();
    push(&pieces(text), &mut links);
    links
}

/// HTML with simple marks as a text of a sketch. Colours and sizes have no mark, and go.
pub fn from_html(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut links = Vec::new();
    for token in scan(html).unwrap_or_default() {
        match token {
            Token::Start(tag) => match tag.name.as_str() {
                "b" | "strong" => text.push_str("**"),
                "i" | "em" => text.push('*'),
                "br" => text.push('\n'),
                "a" => {
                    let href = tag.value(html, "href").map(decode_attribute);
                    if href.is_some() {
                        text.push('[');
                    }
                    links.push(href);
                }
                _ => {}
            },
            Token::End { name, .. } => match name.as_str() {
                "b" | "strong" => text.push_str("**"),
                "i" | "em" => text.push('*'),
                "a" => {
                    if let Some(Some(href)) = links.pop() {
                        _ = write!(text, "]({href})");
                    }
                }
                _ => {}
            },
            Token::Text { range, .. } => text.push_str(&decode(&html[range])),
            Token::Doctype(_) | Token::Comment { .. } => {}
        }
    }
    text
}

fn push_html(pieces: &[Piece<'_>], html: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Words(words) => html.push_str(&escape(words).replace('\n', "<br>")),
            Piece::Bold(inner) => marked("strong", inner, html),
            Piece::Italic(inner) => marked("em", inner, html),
            Piece::Link { label, url } => {
                _ = write!(html, "<a href=\"{}\">", escape_attribute(url));
                push_html(label, html);
                html.push_str("</a>");
            }
        }
    }
}

fn marked(name: &str, inner: &[Piece<'_>], html: &mut String) {
    _ = write!(html, "<{name}>");
    push_html(inner, html);
    _ = write!(html, "</{name}>");
}

fn push_plain(pieces: &[Piece<'_>], plain: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Words(words) => plain.push_str(words),
            Piece::Bold(inner) | Piece::Italic(inner) | Piece::Link { label: inner, .. } => {
                push_plain(inner, plain);
            }
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    /// Merge tags hold whatever they hold: no mark begins or ends in one.
    tags: Vec<Range<usize>>,
    /// The runs of `*`.
    stars: Vec<Range<usize>>,
    /// Brackets that open, and those that close them in the same line after as many as were opened in between.
    partners: HashMap<usize, usize>,
    /// Marks that nothing ends from some place in a range up to its end: whoever begins one behind it need not look.
    unended: RefCell<HashSet<(&'static str, usize)>>,
}

impl<'t> Reader<'t> {
    fn of(text: &'t str) -> Self {
        let mut reader = Self {
            text,
            tags: merge::tags(text).map(|tag| tag.range).collect(),
            stars: Vec::new(),
            partners: HashMap::new(),
            unended: RefCell::default(),
        };
        let (mut square, mut round) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < text.len() {
            match text.as_bytes()[at] {
                b'*' => match reader.stars.last_mut() {
                    Some(run) if run.end == at => run.end += 1,
                    _ => reader.stars.push(at..at + 1),
                },
                b'[' => square.push(at),
                b'(' => round.push(at),
                b']' => reader.partners.extend(square.pop().map(|open| (open, at))),
                b')' => reader.partners.extend(round.pop().map(|open| (open, at))),
                b'\n' => {
                    square.clear();
                    round.clear();
                }
                _ => {}
            }
            at = reader.next(at);
        }
        reader
    }

    fn pieces(&self, range: Range<usize>, depth: u8) -> Vec<Piece<'t>> {
        let mut pieces = Vec::new();
        let (mut at, mut words) = (range.start, range.start);
        while at < range.end {
            match self.mark(at..range.end, depth) {
                Some((piece, end)) => {
                    self.push_words(words..at, &mut pieces);
                    pieces.push(piece);
                    (at, words) = (end, end);
                }
                None => at = self.next(at),
            }
        }
        self.push_words(words..range.end, &mut pieces);
        pieces
    }

    fn push_words(&self, range: Range<usize>, pieces: &mut Vec<Piece<'t>>) {
        if !range.is_empty() {
            pieces.push(Piece::Words(&self.text[range]));
        }
    }

    /// What comes behind the character, or the merge tag, that stands here.
    fn next(&self, at: usize) -> usize {
        let tag = self.tags.binary_search_by_key(&at, |tag| tag.start);
        match tag {
            Ok(index) => self.tags[index].end,
            Err(_) => at + self.text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }

    /// The mark that begins here, and where it ends.
    fn mark(&self, range: Range<usize>, depth: u8) -> Option<(Piece<'t>, usize)> {
        if depth >= DEPTH_MAX {
            return None;
        }
        let rest = &self.text[range.clone()];
        if rest.starts_with("**") {
            let inner = self.between(range, "**")?;
            let end = inner.end + 2;
            Some((Piece::Bold(self.pieces(inner, depth + 1)), end))
        } else if rest.starts_with('*') {
            let inner = self.between(range, "*")?;
            let end = inner.end + 1;
            Some((Piece::Italic(self.pieces(inner, depth + 1)), end))
        } else if rest.starts_with('[') {
            self.link(range, depth)
        } else {
            None
        }
    }

    /// What stands between two marks that hug their words and cut through none.
    fn between(&self, range: Range<usize>, mark: &'static str) -> Option<Range<usize>> {
        let start = range.start + mark.len();
        let before = self.text[..range.start].chars().next_back();
        let hugs = |next: Option<char>| next.is_some_and(|next| !next.is_whitespace());
        let cuts = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
        if cuts(before) || !hugs(self.text[start..range.end].chars().next()) {
            return None;
        }
        let from = self.next(start);
        let is_unended = self.unended.borrow().contains(&(mark, range.end));
        let first = self.stars.partition_point(|stars| stars.end <= from);
        for stars in &self.stars[first..] {
            let (at, end) = (stars.start.max(from), stars.end.min(range.end));
            // What is left of the own run is no run that was looked at.
            if at >= end || (is_unended && stars.start >= from) {
                break;
            }
            let run = end - at;
            let ends = (run == mark.len() || run == 3)
                && hugs(self.text[..at].chars().next_back())
                && !cuts(self.text[end..].chars().next());
            if ends {
                // Of three in a row the last ones end the outer mark.
                return Some(start..end - mark.len());
            }
        }
        self.unended.borrow_mut().insert((mark, range.end));
        None
    }

    fn link(&self, range: Range<usize>, depth: u8) -> Option<(Piece<'t>, usize)> {
        let label = range.start + 1..self.partner(range.start, range.end)?;
        let open = label.end + 1;
        if label.is_empty() || !self.text[open..range.end].starts_with('(') {
            return None;
        }
        let url = open + 1..self.partner(open, range.end)?;
        if url.len() > URL_MAX {
            return None;
        }
        let end = url.end + 1;
        let url = &self.text[url];
        Link::try_from(url.to_owned()).ok()?;
        let label = self.pieces(label, depth + 1);
        Some((Piece::Link { label, url }, end))
    }

    /// What closes the bracket, before the end.
    fn partner(&self, open: usize, end: usize) -> Option<usize> {
        let close = self.partners.get(&open).copied();
        close.filter(|close| *close < end)
    }
}
