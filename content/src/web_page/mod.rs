//! A page of a stranger as a tree, read without building anything that calls itself.

mod charset;

use std::collections::HashSet;
use std::ops::Range;

use serde_json::Value;
use url::Url;

use crate::html::entities::{decode, decode_attribute};
use crate::html::outline::is_void;
use crate::html::scan::{Attribute, Tag, TextKind, Token, scan};

pub use charset::text;

/// Elements that are looked at.
const ELEMENTS_MAX: usize = 50_000;
/// Bytes of words that are looked at.
const WORDS_MAX: usize = 1 << 20;
/// What a page says for machines, at most.
const DATA_MAX: usize = 20;
/// Elements around one that are looked at, and texts in one: what stands in itself a thousand times costs no more.
const AROUND_MAX: usize = 64;
const TEXTS_MAX: usize = 200;
const TEXT_MAX: usize = 4 << 10;
const LINES_MAX: usize = 5_000;
/// How far back the start of an element is looked for: a text of nothing but end tags costs no more than any other.
const LOOK_BACK: usize = 128;

#[derive(Debug)]
pub struct WebPage {
    /// Where it was found in the end.
    pub url: Url,
    /// What its addresses are relative to.
    base: Url,
    html: String,
    pub(crate) elements: Vec<Element>,
    texts: Vec<Text>,
    pub(crate) title: String,
    /// The style sheets that stand in it.
    pub styles: Vec<String>,
    /// What it says for machines.
    pub(crate) data: Vec<Value>,
    /// Every class that an element has, in lower case.
    pub(crate) classes: HashSet<String>,
}

#[derive(Debug)]
pub(crate) struct Element {
    pub name: String,
    attributes: Vec<(String, String)>,
    pub parent: Option<usize>,
    /// The first element behind it and what stands in it.
    pub end: usize,
    texts: Range<usize>,
    source: Range<usize>,
}

#[derive(Debug)]
struct Text {
    words: String,
    parent: usize,
    /// Elements that began before it.
    at: usize,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.trim())
    }

    pub fn classes(&self) -> impl Iterator<Item = &str> {
        let classes = self.attribute("class").unwrap_or_default();
        classes.split_ascii_whitespace()
    }

    /// Whether one of the words of an attribute such as `rel` is this.
    pub fn has_word(&self, attribute: &str, word: &str) -> bool {
        let words = self.attribute(attribute).unwrap_or_default();
        words
            .split_ascii_whitespace()
            .any(|own| own.eq_ignore_ascii_case(word))
    }
}

impl WebPage {
    /// What cannot be read is a page without anything.
    pub fn read(html: String, url: Url) -> Self {
        let tokens = scan(&html).unwrap_or_default();
        let page = Self {
            base: url.clone(),
            url,
            html,
            elements: Vec::new(),
            texts: Vec::new(),
            title: String::new(),
            styles: Vec::new(),
            data: Vec::new(),
            classes: HashSet::new(),
        };
        let mut reader = Reader {
            page,
            open: Vec::new(),
            foreign: 0,
            words: 0,
        };
        for token in &tokens {
            reader.token(token);
        }
        reader.close_to(0, reader.page.html.len());
        let mut page = reader.page;
        let base = page.named("base").find_map(|base| base.attribute("href"));
        if let Some(base) = base.and_then(|base| page.url.join(base).ok()) {
            page.base = base;
        }
        page
    }

    pub(crate) fn html(&self) -> &str {
        &self.html
    }

    /// Where something in the page leads to.
    pub(crate) fn join(&self, address: &str) -> Option<Url> {
        let url = self.base.join(address.trim()).ok()?;
        matches!(url.scheme(), "http" | "https" | "data").then_some(url)
    }

    pub(crate) fn named<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p Element> {
        self.elements
            .iter()
            .filter(move |element| element.name == name)
    }

    /// Those that an element stands in, nearest first.
    pub(crate) fn around<'p>(&'p self, element: &Element) -> impl Iterator<Item = &'p Element> {
        let parent = |element: &&'p Element| element.parent.map(|at| &self.elements[at]);
        std::iter::successors(element.parent.map(|at| &self.elements[at]), parent).take(AROUND_MAX)
    }

    /// What the first `meta` of this name or property says.
    pub(crate) fn meta(&self, name: &str) -> Option<&str> {
        let is_it = |meta: &&Element| {
            ["name", "property", "itemprop"]
                .iter()
                .any(|attribute| meta.has_word(attribute, name))
        };
        let said = self.named("meta").filter(is_it);
        said.filter_map(|meta| meta.attribute("content"))
            .find(|content| !content.is_empty())
    }

    /// The source of an element with what stands in it.
    pub(crate) fn source(&self, element: &Element) -> &str {
        &self.html[element.source.clone()]
    }

    pub(crate) fn text_of(&self, element: &Element) -> String {
        let texts = self.texts[element.texts.clone()].iter().take(TEXTS_MAX);
        let mut line = String::new();
        for word in texts.flat_map(|text| text.words.split_whitespace()) {
            if line.len() + word.len() > TEXT_MAX {
                break;
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        line
    }

    /// The lines of an element, as they stand below each other.
    pub(crate) fn lines_of(&self, element: &Element) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut before: Option<&Text> = None;
        for text in self.texts[element.texts.clone()].iter().take(LINES_MAX) {
            let words = text.words.split_whitespace().collect::<Vec<_>>().join(" ");
            match (before, lines.last_mut()) {
                (Some(before), Some(line)) if self.is_same_line(before, text) => {
                    line.push(' ');
                    line.push_str(&words);
                }
                _ => lines.push(words),
            }
            before = Some(text);
        }
        lines
    }

    fn is_same_line(&self, one: &Text, other: &Text) -> bool {
        let block = |text: &Text| {
            let parent = |at: &usize| self.elements[*at].parent;
            let around = std::iter::successors(Some(text.parent), parent);
            let mut around = around.take(AROUND_MAX);
            around.find(|at| !is_inline(&self.elements[*at].name))
        };
        let between = &self.elements[one.at..other.at.max(one.at)];
        block(one) == block(other) && between.iter().all(|element| is_inline(&element.name))
    }
}

fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "bdi"
            | "em"
            | "font"
            | "i"
            | "img"
            | "small"
            | "span"
            | "strong"
            | "svg"
            | "time"
            | "u"
    )
}

struct Reader {
    page: WebPage,
    /// Numbers of the elements that are open.
    open: Vec<usize>,
    /// Drawings that are open: in them a slash ends an element.
    foreign: usize,
    words: usize,
}

impl Reader {
    fn token(&mut self, token: &Token) {
        match token {
            Token::Start(tag) if self.page.elements.len() < ELEMENTS_MAX => self.start(tag),
            Token::End { name, range } => self.end(name, range.end),
            Token::Text { range, kind } => self.text(range.clone(), *kind),
            Token::Start(_) | Token::Doctype(_) | Token::Comment { .. } => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        if matches!(tag.name.as_str(), "li" | "p" | "td" | "tr" | "option") {
            self.end_alike(&tag.name, tag.range.start);
        }
        let html = &self.page.html;
        let attribute = |own: &Attribute| {
            let value = own
                .value
                .clone()
                .map(|range| decode_attribute(&html[range]));
            (own.name.clone(), value.unwrap_or_default().into_owned())
        };
        let is_closed = self.foreign > 0 && html[tag.range.clone()].ends_with("/>");
        let (number, texts) = (self.page.elements.len(), self.page.texts.len());
        let element = Element {
            name: tag.name.clone(),
            attributes: tag.attributes.iter().map(attribute).collect(),
            parent: self.open.last().copied(),
            end: number + 1,
            texts: texts..texts,
            source: tag.range.clone(),
        };
        for class in element.classes() {
            self.page.classes.insert(class.to_ascii_lowercase());
        }
        self.page.elements.push(element);
        if !is_closed && !is_void(&tag.name) {
            self.foreign += usize::from(tag.name == "svg");
            self.open.push(number);
        }
    }

    /// One of those that end where the next begins.
    fn end_alike(&mut self, name: &str, at: usize) {
        let last = self.open.last().map(|last| &self.page.elements[*last]);
        if last.is_some_and(|last| last.name == name) {
            self.close_to(self.open.len() - 1, at);
        }
    }

    fn end(&mut self, name: &str, at: usize) {
        let mut newest = self.open.iter().rev().take(LOOK_BACK);
        let back = newest.position(|open| self.page.elements[*open].name == name);
        if let Some(back) = back {
            self.close_to(self.open.len() - 1 - back, at);
        }
    }

    fn close_to(&mut self, left: usize, at: usize) {
        for number in self.open.drain(left..) {
            let (elements, texts) = (self.page.elements.len(), self.page.texts.len());
            let element = &mut self.page.elements[number];
            element.end = elements;
            element.texts.end = texts;
            element.source.end = at.max(element.source.end);
            self.foreign -= usize::from(element.name == "svg");
        }
    }

    fn text(&mut self, range: Range<usize>, kind: TextKind) {
        let source = &self.page.html[range];
        let Some(parent) = self.open.last().copied() else {
            return;
        };
        let element = &self.page.elements[parent];
        match kind {
            TextKind::Style => self.page.styles.push(source.to_owned()),
            TextKind::Title if element.name == "title" && self.page.title.is_empty() => {
                self.page.title = decode(source).trim().to_owned();
            }
            TextKind::Script if element.has_word("type", "application/ld+json") => {
                let told = serde_json::from_str(source).ok();
                let told = told.filter(|_| self.page.data.len() < DATA_MAX);
                self.page.data.extend::<Option<Value>>(told);
            }
            TextKind::Data if self.words < WORDS_MAX && self.foreign == 0 => {
                let words = decode(source);
                if words.trim().is_empty() {
                    return;
                }
                self.words += words.len();
                self.page.texts.push(Text {
                    words: words.into_owned(),
                    parent,
                    at: self.page.elements.len(),
                });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
pub(crate) fn page(html: &str) -> WebPage {
    let url = Url::parse("https://www.acme.test/start/").unwrap();
    WebPage::read(html.to_owned(), url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_a_tree_with_texts() {
        let page = page(
            "<title>A &amp; B</title><base href=/x/><body class='a b'><ul><li>One<li>T<b>w</b>o</ul>\
             <p>Road 1<br>Town</p><svg viewBox='0 0 1 1'><path d='M0 0'/><g><path d=''/></g></svg><i>end</i>",
        );
        assert_eq!(page.title, "A & B");
        let list = page.named("ul").next().unwrap();
        assert_eq!(page.lines_of(list), ["One", "T w o"]);
        let body = page.named("body").next().unwrap();
        assert_eq!(
            page.lines_of(body),
            ["One", "T w o", "Road 1", "Town", "end"]
        );
        assert_eq!(page.text_of(page.named("p").next().unwrap()), "Road 1 Town");
        let svg = page.named("svg").next().unwrap();
        assert!(page.source(svg).starts_with("<svg") && page.source(svg).ends_with("</svg>"));
        assert_eq!(page.named("i").next().unwrap().parent, svg.parent);
        assert_eq!(
            page.join("y").unwrap().as_str(),
            "https://www.acme.test/x/y"
        );
        assert_eq!(page.join("javascript:x"), None);
        assert!(page.classes.contains("a") && page.classes.contains("b"));
    }

    #[test]
    fn a_page_of_nothing_but_tags_is_read_so_far() {
        let deep = page(&"<div>".repeat(200_000));
        assert_eq!(deep.elements.len(), ELEMENTS_MAX);
        let ends = page(&format!(
            "{}{}",
            "<b>".repeat(1_000),
            "</x>".repeat(100_000)
        ));
        assert_eq!(ends.elements.len(), 1_000);
    }
}
