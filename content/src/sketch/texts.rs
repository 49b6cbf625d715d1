//! The marks that texts of a sketch know: `**bold**`, `*italic*`, `[label](url)`. A mark that has no partner, stands
//! inside a word or leads nowhere is a character like any other.

use std::fmt::Write;
use std::ops::Range;

use postrider_domain::designs::merge;

use crate::document::values::Link;
use crate::html::entities::{decode, decode_attribute, escape, escape_attribute};
use crate::html::scan::{Token, scan};

/// Marks within marks; nobody writes more.
const DEPTH_MAX: u8 = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    Words(&'t str),
    Bold(Vec<Piece<'t>>),
    Italic(Vec<Piece<'t>>),
    Link { label: Vec<Piece<'t>>, url: &'t str },
}

pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let reader = Reader {
        text,
        tags: merge::tags(text).map(|tag| tag.range).collect(),
    };
    reader.pieces(0..text.len(), 0)
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
}

impl<'t> Reader<'t> {
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
    fn between(&self, range: Range<usize>, mark: &str) -> Option<Range<usize>> {
        let start = range.start + mark.len();
        let before = self.text[..range.start].chars().next_back();
        let hugs = |next: Option<char>| next.is_some_and(|next| !next.is_whitespace());
        let cuts = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
        if cuts(before) || !hugs(self.text[start..range.end].chars().next()) {
            return None;
        }
        let mut at = self.next(start);
        while at < range.end {
            let run = self.text[at..range.end]
                .bytes()
                .take_while(|byte| *byte == b'*')
                .count();
            if run == 0 {
                at = self.next(at);
                continue;
            }
            // Of three in a row the last ones end the outer mark.
            let close = at + run - mark.len().min(run);
            let ends = (run == mark.len() || run == 3)
                && hugs(self.text[..at].chars().next_back())
                && !cuts(self.text[at + run..].chars().next());
            if ends {
                return Some(start..close);
            }
            at += run;
        }
        None
    }

    fn link(&self, range: Range<usize>, depth: u8) -> Option<(Piece<'t>, usize)> {
        let label = range.start + 1..self.find(range.start + 1..range.end, b']', b'[')?;
        let open = label.end + 1;
        if label.is_empty() || !self.text[open..range.end].starts_with('(') {
            return None;
        }
        let url = open + 1..self.find(open + 1..range.end, b')', b'(')?;
        let end = url.end + 1;
        let url = &self.text[url];
        Link::try_from(url.to_owned()).ok()?;
        let label = self.pieces(label, depth + 1);
        Some((Piece::Link { label, url }, end))
    }

    /// The bracket that closes, after as many as were opened in between.
    fn find(&self, range: Range<usize>, close: u8, open: u8) -> Option<usize> {
        let mut opened = 0_u32;
        let mut at = range.start;
        while at < range.end {
            match self.text.as_bytes()[at] {
                byte if byte == close && opened == 0 => return Some(at),
                byte if byte == close => opened -= 1,
                byte if byte == open => opened += 1,
                b'\n' => return None,
                _ => {}
            }
            at = self.next(at);
        }
        None
    }
}
