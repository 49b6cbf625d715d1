//! Reads an HTML from top to bottom, as somebody sees it.

use super::footers;
use super::runs::{Run, text};
use crate::html::entities::{decode, decode_attribute};
use crate::html::outline::{Outline, is_void};
use crate::html::scan::{Tag, TextKind, Token, scan};
use crate::sketch::texts::plain;

/// Pixels of letters that make a text a heading.
const LARGE: f64 = 22.0;
/// Pixels of an image that is an icon, a spacer or a counter, and of one that is a logo if nothing stands above it.
const TINY: f64 = 48.0;
const LOGO: f64 = 220.0;
/// Characters; more is a text, however it looks.
pub const HEADING_MAX: usize = 120;
/// How far back the start of an element is looked for.
const LOOK_BACK: usize = 256;

#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    Heading(String),
    Text(String),
    /// An item of a list; `list` tells lists apart.
    Line {
        list: usize,
        numbered: bool,
        text: String,
    },
    Button {
        label: String,
        url: String,
    },
    Image {
        image: String,
        alt: String,
        url: Option<String>,
    },
    Divider,
}

impl Piece {
    pub fn text(self) -> Option<String> {
        match self {
            Self::Heading(text) | Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

pub struct Reading {
    pub pieces: Vec<Piece>,
    /// The language that the HTML says it is in.
    pub lang: Option<String>,
    /// Whether something was passed over because our own footer has it.
    pub has_footer: bool,
}

/// `buttons` are links that look like one: their words and where they lead.
pub fn read(html: &str, buttons: &[(String, String)]) -> Reading {
    let tokens = scan(html).unwrap_or_default();
    let mut reader = Reader {
        html,
        buttons,
        outline: Outline::of(html, &tokens),
        open: Vec::new(),
        lists: 0,
        runs: Vec::new(),
        link: None,
        reading: Reading {
            pieces: Vec::new(),
            lang: None,
            has_footer: false,
        },
    };
    for token in &tokens {
        reader.token(token);
    }
    reader.end_paragraph();
    reader.reading
}

struct Reader<'h> {
    html: &'h str,
    buttons: &'h [(String, String)],
    outline: Outline,
    open: Vec<Open>,
    /// Lists so far.
    lists: usize,
    /// The paragraph so far.
    runs: Vec<Run>,
    /// Where the link that is open leads, and the run that it begins with.
    link: Option<(String, usize)>,
    reading: Reading,
}

#[derive(Clone, Default)]
struct Open {
    name: String,
    bold: bool,
    italic: bool,
    large: bool,
    list: Option<(usize, bool)>,
}

impl Reader<'_> {
    fn token(&mut self, token: &Token) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End { name, .. } => {
                if name == "a" {
                    self.end_link();
                }
                if is_block(name) {
                    self.end_paragraph();
                }
                self.outline.end(name);
                self.close(name);
            }
            Token::Text {
                range,
                kind: TextKind::Data,
            } if !self.outline.is_unreadable() => {
                let words = decode(&self.html[range.clone()]);
                self.words(&words.replace(['\r', '\n', '\t'], " "));
            }
            Token::Doctype(_) | Token::Text { .. } | Token::Comment { .. } => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        self.outline.start(self.html, tag);
        if is_block(&tag.name) {
            self.end_paragraph();
        }
        match tag.name.as_str() {
            "html" => self.reading.lang = self.value(tag, "lang").filter(|lang| !lang.is_empty()),
            "br" => self.line_break(),
            "hr" => self.reading.pieces.push(Piece::Divider),
            "img" => self.image(tag),
            "a" => {
                self.end_link();
                let href = self.value(tag, "href").filter(|href| leads(href));
                self.link = href.map(|href| (href, self.runs.len()));
            }
            _ => {}
        }
        if !is_void(&tag.name) {
            let open = self.opened(tag);
            self.open.push(open);
        }
    }

    fn opened(&mut self, tag: &Tag) -> Open {
        let style = self
            .value(tag, "style")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let around = self.open.last().cloned().unwrap_or_default();
        let list = match tag.name.as_str() {
            "ul" | "ol" => {
                self.lists += 1;
                Some((self.lists, tag.name == "ol"))
            }
            _ => around.list,
        };
        Open {
            bold: around.bold || matches!(tag.name.as_str(), "b" | "strong"),
            italic: around.italic || matches!(tag.name.as_str(), "i" | "em"),
            large: pixels(&style, "font-size").map_or(around.large, |size| size >= LARGE),
            list,
            name: tag.name.clone(),
        }
    }

    fn close(&mut self, name: &str) {
        let back = self
            .open
            .iter()
            .rev()
            .take(LOOK_BACK)
            .position(|open| open.name == name);
        if let Some(back) = back {
            self.open.truncate(self.open.len() - 1 - back);
        }
    }

    fn words(&mut self, words: &str) {
        let around = self.open.last().cloned().unwrap_or_default();
        self.runs.push(Run {
            words: words.to_owned(),
            bold: around.bold,
            italic: around.italic,
            href: self.link.as_ref().map(|(href, _)| href.clone()),
        });
    }

    /// Two of them end a paragraph.
    fn line_break(&mut self) {
        let last = self
            .runs
            .iter()
            .rev()
            .find(|run| !run.words.trim_matches(' ').is_empty());
        if last.is_some_and(|run| run.words == "\n") {
            self.end_paragraph();
        } else {
            self.words("\n");
        }
    }

    /// A link that looks like a button is no part of the paragraph around it.
    fn end_link(&mut self) {
        let Some((url, start)) = self.link.take() else {
            return;
        };
        let start = start.min(self.runs.len());
        let said: String = self.runs[start..]
            .iter()
            .map(|run| run.words.as_str())
            .collect();
        let label = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_it = |(words, href): &(String, String)| words.trim() == said.trim() && *href == url;
        if !label.is_empty() && self.buttons.iter().any(is_it) {
            self.runs.truncate(start);
            self.end_paragraph();
            if footers::is_way_out(&label, &url) {
                self.reading.has_footer = true;
            } else {
                self.reading.pieces.push(Piece::Button { label, url });
            }
        }
    }

    fn end_paragraph(&mut self) {
        let runs = std::mem::take(&mut self.runs);
        let text = text(&runs);
        if let Some((_, start)) = &mut self.link {
            *start = 0;
        }
        let words = plain(&text);
        if words.trim().is_empty() {
            return;
        }
        if footers::is_footer(&words, &runs) {
            self.reading.has_footer = true;
            return;
        }
        let open = self.open.last().cloned().unwrap_or_default();
        let is_heading =
            |open: &Open| matches!(open.name.as_str(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        let is_short = words.chars().count() <= HEADING_MAX;
        let piece = match open.list {
            _ if is_short && self.open.iter().any(is_heading) => Piece::Heading(text),
            Some((list, numbered)) => Piece::Line {
                list,
                numbered,
                text,
            },
            None if is_short && open.large => Piece::Heading(text),
            None => Piece::Text(text),
        };
        self.reading.pieces.push(piece);
    }

    fn image(&mut self, tag: &Tag) {
        let style = self
            .value(tag, "style")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let size = |name: &str| {
            let attribute = self.value(tag, name).and_then(|value| number(&value));
            pixels(&style, name).or(attribute)
        };
        let (width, height) = (size("width"), size("height"));
        let is_tiny = [width, height]
            .into_iter()
            .flatten()
            .any(|size| size <= TINY);
        let Some(image) = self.value(tag, "src").filter(|src| leads(src)) else {
            return;
        };
        let alt = self.value(tag, "alt").unwrap_or_default().trim().to_owned();
        let is_logo =
            alt.to_lowercase().contains("logo") || width.is_some_and(|width| width <= LOGO);
        if is_tiny || self.outline.is_hidden() || (is_logo && self.reading.pieces.is_empty()) {
            return;
        }
        self.end_paragraph();
        let alt = if alt.is_empty() { name_of(&image) } else { alt };
        let url = self.link.as_ref().map(|(href, _)| href.clone());
        self.reading.pieces.push(Piece::Image { image, alt, url });
    }

    fn value(&self, tag: &Tag, name: &str) -> Option<String> {
        let value = decode_attribute(tag.value(self.html, name)?);
        Some(value.trim().to_owned())
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "blockquote"
            | "body"
            | "center"
            | "dd"
            | "div"
            | "dl"
            | "dt"
            | "footer"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "li"
            | "main"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}

/// Whether an address is one that a mail may have.
fn leads(address: &str) -> bool {
    let lower = address.to_ascii_lowercase();
    let is_known = ["https://", "http://", "mailto:", "tel:"]
        .iter()
        .any(|start| lower.starts_with(start));
    (is_known || lower.starts_with("{{")) && !lower.contains(' ')
}

/// `spring sale` of `…/spring-sale.jpg`.
fn name_of(image: &str) -> String {
    let path = image.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let words: Vec<&str> = stem
        .split(['-', '_', ' ', '+'])
        .filter(|word| !word.is_empty())
        .collect();
    let is_named = words
        .iter()
        .all(|word| word.chars().all(char::is_alphabetic));
    match words.as_slice() {
        [] => "Picture".to_owned(),
        _ if is_named => words.join(" "),
        _ => "Picture".to_owned(),
    }
}

/// Of a property of an inline style.
fn pixels(style: &str, property: &str) -> Option<f64> {
    let mut declarations = style
        .rsplit(';')
        .filter_map(|declaration| declaration.split_once(':'));
    let value = declarations.find(|(name, _)| name.trim() == property)?.1;
    let value = value.trim().trim_end_matches("!important").trim();
    number(value.strip_suffix("px")?)
}

fn number(text: &str) -> Option<f64> {
    text.trim().trim_end_matches("px").parse().ok()
}
