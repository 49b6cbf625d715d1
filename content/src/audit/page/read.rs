//! Reads a mail into a page.

use std::collections::HashMap;

use css_inline::CSSInliner;
use postrider_domain::designs::merge;

use super::{Element, Page, Style, Text};
use crate::html::css::without_at_rules;
use crate::html::depth;
use crate::html::entities::{decode, decode_attribute};
use crate::html::outline::is_void;
use crate::html::scan::{Tag, TextKind, Token, scan};
use crate::html::visible::is_unseen;

/// Elements times bytes of style sheet: more is not put on the elements. A newsletter of a thousand elements and 20 KB
/// of styles has 20 million; what it grows to at worst is this many bytes.
const INLINING_MOST: usize = 32_000_000;

/// Elements of a mail. A long newsletter has five thousand; each takes half a kilobyte here.
const ELEMENTS_MOST: usize = 50_000;

impl Page {
    /// Nothing if no parser may see it, or has too much to see.
    pub fn read(html: &str, text: Option<&str>) -> Option<Self> {
        let html = without_merge_tags(html);
        depth::check(&html).ok()?;
        let tokens = scan(&html).ok()?;
        let sheets = style_sheets(&html, &tokens);
        let elements = tokens
            .iter()
            .filter(|token| matches!(token, Token::Start(_)))
            .count();
        if elements > ELEMENTS_MOST {
            return None;
        }
        let rules = without_at_rules(&sheets.for_all);
        let is_styled = elements.saturating_mul(rules.len()) <= INLINING_MOST;
        let rules = if is_styled { rules } else { String::new() };
        // A parser makes of it what browsers do, with every end tag in its place.
        let inliner = CSSInliner::options()
            .inline_style_tags(false)
            .load_remote_stylesheets(false)
            .keep_style_tags(true)
            .extra_css(Some(rules.into()))
            .build();
        let html = inliner.inline(&html).ok()?;
        let mut reader = Reader {
            html: &html,
            page: Self {
                css: sheets.all,
                is_styled,
                text_part: text.map(str::to_owned),
                ..Self::default()
            },
            open: Vec::new(),
            line_has_text: false,
        };
        for token in scan(&html).ok()? {
            reader.token(&token);
        }
        while !reader.open.is_empty() {
            reader.close();
        }
        Some(reader.page)
    }
}

/// Merge tags become words: a tag may hold quotes that mean something to a parser.
fn without_merge_tags(html: &str) -> String {
    let mut plain = String::with_capacity(html.len());
    let mut at = 0;
    for tag in merge::tags(html) {
        plain.push_str(&html[at..tag.range.start]);
        plain.extend(
            tag.name
                .chars()
                .filter(|character| character.is_alphanumeric()),
        );
        at = tag.range.end;
    }
    plain.push_str(&html[at..]);
    plain
}

struct StyleSheets {
    all: String,
    /// Without those that say for which screens they are.
    for_all: String,
}

fn style_sheets(html: &str, tokens: &[Token]) -> StyleSheets {
    let mut sheets = StyleSheets {
        all: String::new(),
        for_all: String::new(),
    };
    for pair in tokens.windows(2) {
        let [
            Token::Start(tag),
            Token::Text {
                range,
                kind: TextKind::Style,
            },
        ] = pair
        else {
            continue;
        };
        let css = &html[range.clone()];
        sheets.all.extend([css, "\n"]);
        let media = tag.value(html, "media").unwrap_or("all").trim();
        if matches!(media, "" | "all" | "screen") {
            sheets.for_all.extend([css, "\n"]);
        }
    }
    sheets
}

struct Reader<'h> {
    html: &'h str,
    page: Page,
    open: Vec<Open>,
    line_has_text: bool,
}

struct Open {
    element: usize,
    /// The names of what stands in it, and how often.
    counts: HashMap<String, usize>,
}

impl Reader<'_> {
    fn token(&mut self, token: &Token) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End { name, .. } => self.end(name),
            Token::Text { range, kind } => self.text(&self.html[range.clone()], *kind),
            Token::Doctype(_) | Token::Comment { .. } => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        let at = self.page.elements.len();
        let nth = self.open.last_mut().map_or(1, |open| open.count(&tag.name));
        let element = self.element(tag, nth);
        self.page.elements.push(element);
        if is_block(&tag.name) || tag.name == "br" {
            self.line_has_text = false;
        }
        self.open.push(Open {
            element: at,
            counts: HashMap::new(),
        });
        if is_void(&tag.name) {
            self.close();
        }
    }

    /// The element that a tag begins here.
    fn element(&self, tag: &Tag, nth: usize) -> Element {
        let (html, at, texts) = (self.html, self.page.elements.len(), self.page.texts.len());
        let attribute = |name: &str| {
            let value = tag.attribute(name)?.value.clone();
            let value = value.map_or("", |range| &html[range]);
            Some(decode_attribute(value).into_owned())
        };
        let parent = self.open.last().map(|open| open.element);
        let around = parent.map(|parent| self.page.element(parent));
        let outside = Style::of_page();
        let style = around.map_or(&outside, |around| &around.style);
        let is_link = tag.name == "a" && tag.attribute("href").is_some();
        let dir = attribute("dir").map(|dir| dir.to_ascii_lowercase());
        Element {
            parent,
            table: around.and_then(|around| match around.name.as_str() {
                "table" => parent,
                _ => around.table,
            }),
            link: if is_link {
                Some(at)
            } else {
                around.and_then(|around| around.link)
            },
            block: around
                .filter(|_| !is_block(&tag.name))
                .map_or(at, |around| around.block),
            is_right_to_left: match dir.as_deref() {
                Some("rtl" | "auto") => true,
                Some("ltr") => false,
                _ => around.is_some_and(|around| around.is_right_to_left),
            },
            style: style.of_child(&tag.name, attribute),
            subtree: at..at + 1,
            texts: texts..texts,
            nth,
            attributes: tag
                .attributes
                .iter()
                .map(|own| (own.name.clone(), attribute(&own.name).unwrap_or_default()))
                .collect(),
            name: tag.name.clone(),
        }
    }

    fn end(&mut self, name: &str) {
        let is_open = |open: &Open| self.page.element(open.element).name == name;
        let Some(at) = self.open.iter().rposition(is_open) else {
            return;
        };
        while self.open.len() > at {
            self.close();
        }
        if is_block(name) {
            self.line_has_text = false;
        }
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            let (elements, texts) = (self.page.elements.len(), self.page.texts.len());
            let element = &mut self.page.elements[open.element];
            element.subtree.end = elements;
            element.texts.end = texts;
        }
    }

    fn text(&mut self, html: &str, kind: TextKind) {
        let Some(parent) = self.open.last().map(|open| open.element) else {
            return;
        };
        match kind {
            TextKind::Data => {}
            TextKind::Title if self.page.element(parent).name == "title" => {
                self.page.title.push_str(&decode(html));
                return;
            }
            _ => return,
        }
        let words = decode(html).into_owned();
        if words.chars().all(is_unseen) {
            return;
        }
        let text = Text {
            words,
            parent,
            begins_line: !self.line_has_text,
        };
        self.line_has_text |= self.page.is_shown(&text);
        self.page.texts.push(text);
    }
}

impl Open {
    fn count(&mut self, name: &str) -> usize {
        let count = self.counts.entry(name.to_owned()).or_default();
        *count += 1;
        *count
    }
}

/// Elements that begin a line of their own.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "html"
            | "body"
            | "table"
            | "tbody"
            | "thead"
            | "tfoot"
            | "tr"
            | "td"
            | "th"
            | "caption"
            | "div"
            | "p"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "ul"
            | "ol"
            | "li"
            | "dl"
            | "dt"
            | "dd"
            | "blockquote"
            | "center"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "main"
            | "nav"
            | "aside"
            | "address"
            | "pre"
            | "figure"
            | "figcaption"
            | "hr"
            | "form"
            | "fieldset"
    )
}
