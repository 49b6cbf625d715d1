//! Makes the author's MJML safe and simple for the compiler.
//!
//! The compiler calls itself for every level of nesting, reads texts as XML and refuses elements that it does not
//! know. So the source is read by our own scanner and written anew: no more levels than it can bear, texts in
//! slots, attributes in one form.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use postrider_domain::contract::problem::excerpt;

use crate::html::scan::{Tag, TextKind, Token, scan};
use crate::report::{ImportError, SourcePosition};

use super::compile::{is_slot_edge, push_attribute, push_attribute_source, slot};
use super::icons::Icons;
use super::limits;

/// Levels of MJML elements. A real mail has about eight.
const DEPTH_MAX: usize = 100;

/// Elements whose content is HTML, which the compiler takes as it is.
const HOLD_HTML: [&str; 8] = [
    "mj-text",
    "mj-button",
    "mj-raw",
    "mj-table",
    "mj-social-element",
    "mj-navbar-link",
    "mj-accordion-text",
    "mj-accordion-title",
];

/// Elements that hold others, or nothing.
const STRUCTURE: [&str; 21] = [
    "mj-accordion",
    "mj-accordion-element",
    "mj-all",
    "mj-attributes",
    "mj-body",
    "mj-breakpoint",
    "mj-carousel",
    "mj-carousel-image",
    "mj-class",
    "mj-column",
    "mj-divider",
    "mj-font",
    "mj-group",
    "mj-head",
    "mj-hero",
    "mj-image",
    "mj-navbar",
    "mj-section",
    "mj-social",
    "mj-spacer",
    "mj-wrapper",
];

fn is_known(name: &str) -> bool {
    is_text(name) || STRUCTURE.contains(&name)
}

fn is_text(name: &str) -> bool {
    HOLD_HTML.contains(&name) || matches!(name, "mj-style" | "mj-title" | "mj-preview")
}

/// MJML as the compiler likes it.
#[derive(Default)]
pub(super) struct Prepared {
    pub mjml: String,
    pub slots: Vec<String>,
    /// What the author wants on the elements themselves.
    pub inline_css: String,
    /// Bytes of `mjml`, and the bytes of the source that they come from.
    origins: Vec<(usize, usize)>,
}

impl Prepared {
    /// The byte of the source that a byte of the MJML comes from.
    pub fn origin(&self, at: usize) -> usize {
        let next = self.origins.partition_point(|(byte, _)| *byte <= at);
        next.checked_sub(1).map_or(0, |index| self.origins[index].1)
    }
}

pub(super) fn prepare(source: &str, icons: &str) -> Result<Prepared, ImportError> {
    let tokens = scan(source)?;
    limits::copies(source, &tokens)?;
    let mut writer = Writer {
        source,
        tokens: &tokens,
        ends: ends(&tokens),
        has_head: tokens
            .iter()
            .any(|token| matches!(token, Token::Start(tag) if tag.name == "mj-head")),
        icons: Icons { base: icons },
        levels: Vec::new(),
        done: Prepared::default(),
    };
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at = writer.token(at, token)?;
    }
    Ok(writer.done)
}

/// Where the end tags of each name are. Looking for each by itself takes hours in a source of nothing but
/// start tags.
fn ends(tokens: &[Token]) -> HashMap<&str, Vec<usize>> {
    let mut ends: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, token) in tokens.iter().enumerate() {
        if let Token::End { name, .. } = token {
            ends.entry(name).or_default().push(index);
        }
    }
    ends
}

struct Writer<'s> {
    source: &'s str,
    tokens: &'s [Token],
    ends: HashMap<&'s str, Vec<usize>>,
    has_head: bool,
    icons: Icons<'s>,
    /// The elements that are open.
    levels: Vec<&'s str>,
    done: Prepared,
}

impl<'s> Writer<'s> {
    /// Writes a token, or an element whole, and gives the token that comes next.
    fn token(&mut self, at: usize, token: &'s Token) -> Result<usize, ImportError> {
        self.done
            .origins
            .push((self.done.mjml.len(), token.range().start));
        match token {
            Token::Start(tag) => return self.start(at, tag),
            Token::End { name, .. } => self.end(name),
            Token::Text { range, kind } => {
                if *kind == TextKind::Data {
                    self.text(&self.source[range.clone()]);
                }
            }
            Token::Doctype(_) | Token::Comment { .. } => {}
        }
        Ok(at + 1)
    }

    fn start(&mut self, at: usize, tag: &'s Tag) -> Result<usize, ImportError> {
        match tag.name.as_str() {
            "mj-include" => Err(ImportError::at(
                "`mj-include` cannot be followed: put the MJML that it names in its place.",
                SourcePosition::of(self.source, tag.range.start),
            )),
            "mj-html-attributes" | "script" => Ok(self.behind(at, tag)),
            name if name.starts_with("mj-") && !is_known(name) => Err(ImportError::at(
                format!("There is no MJML element `{}`.", excerpt(name, 40)),
                SourcePosition::of(self.source, tag.range.start),
            )),
            name if is_text(name) && !self.is_empty(tag) && self.closing(at, tag).is_none() => {
                Err(ImportError::at(
                    format!("`{name}` is not closed."),
                    SourcePosition::of(self.source, tag.range.start),
                ))
            }
            "mj-style" => Ok(self.style(at, tag)),
            "mj-title" | "mj-preview" => Ok(self.line(at, tag)),
            name if HOLD_HTML.contains(&name) => Ok(self.html(at, tag)),
            _ => self.structure(at, tag),
        }
    }

    fn end(&mut self, name: &str) {
        self.levels.pop();
        self.done.mjml.push_str("</");
        self.done.mjml.push_str(name);
        self.done.mjml.push('>');
    }

    fn text(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '<' => self.done.mjml.push_str("&lt;"),
                edge if is_slot_edge(edge) => {}
                other => self.done.mjml.push(other),
            }
        }
    }

    /// An element that holds others.
    fn structure(&mut self, at: usize, tag: &'s Tag) -> Result<usize, ImportError> {
        self.open(tag);
        if self.is_empty(tag) {
            self.done.mjml.push_str("/>");
            return Ok(at + 1);
        }
        self.done.mjml.push('>');
        self.levels.push(&tag.name);
        if self.levels.len() > DEPTH_MAX {
            let message =
                format!("Elements stand in each other more than {DEPTH_MAX} levels deep.");
            return Err(ImportError::at(
                message,
                SourcePosition::of(self.source, tag.range.start),
            ));
        }
        // Defaults come first, so that those of the author count.
        match tag.name.as_str() {
            "mj-head" => self.done.mjml.push_str(&self.icons.defaults()),
            "mjml" if !self.has_head => {
                let defaults = self.icons.defaults();
                _ = write!(self.done.mjml, "<mj-head>{defaults}</mj-head>");
            }
            _ => {}
        }
        Ok(at + 1)
    }

    /// An element that holds HTML.
    fn html(&mut self, at: usize, tag: &'s Tag) -> usize {
        self.open(tag);
        let content = self.content(at, tag);
        if content.trim().is_empty() {
            self.done.mjml.push_str("/>");
        } else {
            let number = self.done.slots.len();
            self.done.slots.push(content.to_owned());
            _ = write!(self.done.mjml, ">{}</{}>", slot(number), tag.name);
        }
        self.behind(at, tag)
    }

    fn style(&mut self, at: usize, tag: &'s Tag) -> usize {
        let css = self.content(at, tag);
        if tag.value(self.source, "inline") == Some("inline") {
            self.done.inline_css.push_str(css);
            self.done.inline_css.push('\n');
        } else {
            let number = self.done.slots.len();
            self.done
                .slots
                .push(format!(r#"<style type="text/css">{css}</style>"#));
            _ = write!(self.done.mjml, "<mj-raw>{}</mj-raw>", slot(number));
        }
        self.behind(at, tag)
    }

    /// A line of text; it becomes the value of an attribute too.
    fn line(&mut self, at: usize, tag: &'s Tag) -> usize {
        self.open(tag);
        self.done.mjml.push('>');
        let content = self
            .content(at, tag)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        for character in content.chars() {
            push_attribute_source(character, &mut self.done.mjml);
        }
        _ = write!(self.done.mjml, "</{}>", tag.name);
        self.behind(at, tag)
    }

    /// The tag up to where it is closed.
    fn open(&mut self, tag: &'s Tag) {
        let mjml = &mut self.done.mjml;
        mjml.push('<');
        mjml.push_str(&tag.name);
        let mut names = HashSet::new();
        for attribute in &tag.attributes {
            let name = attribute.name.as_str();
            let is_good = name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_:".contains(&byte));
            if !is_good
                || name.starts_with(|c: char| !c.is_ascii_alphabetic())
                || !names.insert(name)
            {
                continue;
            }
            mjml.push(' ');
            mjml.push_str(name);
            if let Some(value) = &attribute.value {
                mjml.push_str("=\"");
                for character in self.source[value.clone()].chars() {
                    push_attribute_source(character, mjml);
                }
                mjml.push('"');
            }
        }
        if !self.levels.contains(&"mj-attributes") {
            for (name, value) in self.icons.missing(tag, self.source) {
                _ = write!(mjml, " {name}=\"");
                push_attribute(&value, mjml);
                mjml.push('"');
            }
        }
    }

    fn is_empty(&self, tag: &Tag) -> bool {
        self.source[tag.range.clone()].ends_with("/>")
    }

    /// The token of the end tag that closes an element which cannot hold itself.
    fn closing(&self, at: usize, tag: &Tag) -> Option<usize> {
        if self.is_empty(tag) {
            return None;
        }
        let ends = self.ends.get(tag.name.as_str())?;
        ends.get(ends.partition_point(|end| *end < at)).copied()
    }

    fn content(&self, at: usize, tag: &Tag) -> &'s str {
        let end = self
            .closing(at, tag)
            .map(|end| self.tokens[end].range().start);
        end.map_or("", |end| &self.source[tag.range.end..end])
    }

    /// The token behind an element.
    fn behind(&self, at: usize, tag: &Tag) -> usize {
        self.closing(at, tag).unwrap_or(at) + 1
    }
}
