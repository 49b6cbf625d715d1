//! What a brief knows, and so a mail may say.

use std::collections::HashSet;

use postrider_domain::designs::merge;

use super::dates;
use super::figures::{Figure, Kind, codes, figures};
use super::places::{Said, places};
use crate::brief::Brief;
use crate::document::blocks::Block;
use crate::document::{Body, Document};
use crate::edit::{Head, outline};
use crate::html::Value;
use crate::html::address::replace_tags;
use crate::sketch::{Sketch, texts};

/// The author's own words license everything in them. Those of strangers (a page, what a website said of its brand)
/// license words, dates and plain numbers: never a link, a code, a price or a percentage.
#[derive(Default)]
pub struct Known {
    /// The author's words in lower case, one space between two.
    own: String,
    /// Those and the strangers'.
    all: String,
    /// What pages are called: a product's name may look like a code.
    names: String,
    figures: HashSet<(String, Kind)>,
    links: HashSet<String>,
    images: HashSet<String>,
    tags: HashSet<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Stranger,
}

impl Known {
    pub fn of(brief: &Brief) -> Self {
        let tags = brief.merge_tags.iter().chain(&brief.payload_keys).cloned();
        let mut known = Self {
            images: brief.images.iter().map(|image| image.url.clone()).collect(),
            tags: tags.chain(merge::RESERVED.map(str::to_owned)).collect(),
            ..Self::default()
        };
        known.learn(Whose::Own, &brief.prompt);
        known.links.extend(addresses(&brief.prompt).map(key));
        let brand = &brief.brand;
        known.learn(Whose::Own, &brand.name);
        known.links.extend(brand.site.as_deref().map(key));
        for words in [&brand.description, &brand.tagline].into_iter().flatten() {
            known.learn(Whose::Stranger, words);
        }
        for image in &brief.images {
            known.learn(Whose::Stranger, &image.description);
        }
        for page in &brief.pages {
            let title = page.title.as_deref().unwrap_or_default();
            known.learn(Whose::Stranger, title);
            known
                .names
                .push_str(&[folded(title).as_str(), "\n"].concat());
            known.learn(Whose::Stranger, &page.text);
            // What a page says for machines: its card shows it, too.
            let price = figures(page.price.as_deref().unwrap_or_default());
            let price = price.into_iter().map(|figure| (figure.number, Kind::Money));
            known.figures.extend(price);
            known.links.insert(key(&page.url));
            known.images.extend(page.image.clone());
        }
        // It shows manner and order; what it says was said of something else.
        for (_, said) in brief.reference.iter().flat_map(places) {
            if let Said::Image(image) = said {
                known.images.insert(image.to_owned());
            }
        }
        known
    }

    /// All that a mail says which is to be laid out anew.
    pub fn of_sketch(sketch: &Sketch) -> Self {
        let mut known = Self::default();
        for (_, said) in places(sketch) {
            match said {
                Said::Words(words) | Said::Letters(words) | Said::Code(words) => {
                    known.learn_text(words);
                }
                Said::Link(url) => {
                    known.links.insert(key(url));
                }
                Said::Image(image) => {
                    known.images.insert(image.to_owned());
                }
            }
        }
        known
    }

    /// And all that a design says already.
    #[must_use]
    pub fn and_document(mut self, document: &Document, head: &Head) -> Self {
        for text in [&head.subject, &head.preview_text].into_iter().flatten() {
            self.learn_text(text);
        }
        for named in outline(document) {
            self.learn_text(&named.text);
            self.links.extend(named.url.as_deref().map(key));
        }
        match &document.body {
            Body::Blocks(document) => self.learn_blocks(&document.blocks),
            Body::Html(html) => {
                let images = html
                    .fields
                    .iter()
                    .filter_map(|field| field.value(Value::Src));
                self.images.extend(images.map(str::to_owned));
            }
        }
        self
    }

    /// What an outline does not show.
    fn learn_blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Section(section) => self.learn_blocks(&section.blocks),
                Block::Columns(columns) => {
                    for column in &columns.columns {
                        self.learn_blocks(&column.blocks);
                    }
                }
                Block::Image(image) => {
                    self.images.insert(image.src.to_string());
                }
                Block::ProductCard(card) => {
                    let prices = [&card.price, &card.original_price].into_iter().flatten();
                    for price in prices {
                        self.learn_text(price);
                    }
                    if let Some(text) = &card.description {
                        self.learn_text(&texts::from_html(text));
                    }
                    let image = card.image.as_ref().map(|image| image.src.to_string());
                    self.images.extend(image);
                }
                _ => {}
            }
        }
    }

    /// A text of the author's design, with links and tags of its own.
    fn learn_text(&mut self, text: &str) {
        self.learn(Whose::Own, &texts::plain(text));
        self.links.extend(texts::links(text).into_iter().map(key));
        for tag in merge::tags(text) {
            self.tags.insert(tag.name.into_owned());
        }
    }

    fn learn(&mut self, whose: Whose, text: &str) {
        let words = [folded(text).as_str(), "\n"].concat();
        self.all.push_str(&words);
        if whose == Whose::Own {
            self.own.push_str(&words);
        }
        let found = figures(text).into_iter();
        let licensed = found.filter(|figure| whose == Whose::Own || figure.kind == Kind::Plain);
        let licensed = licensed.map(|figure| (figure.number, figure.kind));
        self.figures.extend(licensed);
    }

    /// Whether there is any address that a button could lead to.
    pub fn has_link(&self) -> bool {
        !self.links.is_empty()
    }

    pub fn leads_to(&self, url: &str) -> bool {
        let url = url.trim();
        let mut tags = merge::tags(url);
        if let Some(tag) = tags.next() {
            // A tag that is the whole address: its value is the sender's own.
            return tag.range == (0..url.len()) && self.tags.contains(&*tag.name);
        }
        self.links.contains(&key(url))
    }

    pub fn shows(&self, image: &str) -> bool {
        self.images.contains(image)
    }

    pub fn has_tag(&self, name: &str) -> bool {
        self.tags.contains(name)
    }

    /// Whether somebody has said this to the letter.
    pub fn has_letters(&self, text: &str) -> bool {
        self.all.contains(&folded(text))
    }

    /// Whether the author has.
    pub fn has_code(&self, code: &str) -> bool {
        self.own.contains(&folded(code))
    }

    /// A plain number may be anything in the brief; a price must be one, and a percentage too.
    fn has_figure(&self, figure: &Figure) -> bool {
        let has = |kind: Kind| self.figures.contains(&(figure.number.clone(), kind));
        has(figure.kind) || (figure.kind == Kind::Plain && (has(Kind::Percent) || has(Kind::Money)))
    }

    /// The first that a text claims and nobody has said.
    pub fn unknown_in(&self, text: &str) -> Option<String> {
        let text = &replace_tags(text, |_| "");
        let figure = figures(text)
            .into_iter()
            .find(|figure| !self.has_figure(figure));
        let figure = figure.map(|figure| figure.written);
        let is_name = |code: &str| self.names.contains(&folded(code));
        let code = || codes(text).find(|code| !self.has_code(code) && !is_name(code));
        let quoted = || quoted(text).find(|words| !self.has_letters(words));
        let mut names = text.split(|c: char| !c.is_alphabetic());
        figure
            .or_else(|| code().map(str::to_owned))
            .or_else(|| quoted().map(str::to_owned))
            .or_else(|| {
                let date = names.find(|name| dates::is_unknown(name, &self.all));
                date.map(str::to_owned)
            })
    }
}

/// Words that are addresses, with a scheme or without.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let is_edge = |c: char| !c.is_alphanumeric() && !matches!(c, '/' | '=' | '#' | '-' | '_');
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '(' | ')'));
    words
        .map(move |word| word.trim_matches(is_edge))
        .filter(|word| {
            let bare = word.split_once("://").map_or(*word, |(_, rest)| rest);
            let host = bare.split(['/', '?', '#']).next().unwrap_or_default();
            let end = host.rsplit_once('.').map_or("", |(_, end)| end);
            word.contains("://") || (end.len() >= 2 && end.chars().all(char::is_alphabetic))
        })
}

/// An address without what makes no difference. The case of a host makes none, that of a path does.
fn key(url: &str) -> String {
    let url = url.trim();
    let has = |scheme: &str| {
        url.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let schemes = ["https://", "http://", "mailto:"];
    let scheme = schemes.into_iter().find(|scheme| has(scheme));
    let bare = scheme.map_or(url, |scheme| &url[scheme.len()..]);
    let end = bare.find(['/', '?', '#']).unwrap_or(bare.len());
    let host = bare[..end].to_lowercase();
    let whole = [host.trim_start_matches("www."), &bare[end..]].concat();
    whole.trim_end_matches('/').to_owned()
}

/// In lower case, with straight quotes and one space between words.
fn folded(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").replace(['’', '‘'], "'")
}

/// What stands between quotation marks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_open = |c: char| matches!(c, '"' | '“' | '„' | '«');
        let (start, open) = rest.char_indices().find(|(_, c)| is_open(*c))?;
        let inner = &rest[start + open.len_utf8()..];
        let close = |c: char| match open {
            '"' => c == '"',
            '«' => c == '»',
            _ => matches!(c, '”' | '“' | '"'),
        };
        let end = inner.find(close)?;
        let after = inner[end..].chars().next().map_or(0, char::len_utf8);
        rest = &inner[end + after..];
        Some(
            inner[..end]
                .trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | '!' | '?')),
        )
    })
    .filter(|words| !words.is_empty())
}
