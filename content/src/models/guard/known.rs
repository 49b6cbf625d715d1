//! What a brief knows, and so a mail may say.

use std::collections::HashSet;

use postrider_domain::contacts::field::CoreColumn;
use postrider_domain::designs::merge;

use super::addresses::key;
use super::codes::{Code, Stands, codes, has_digit, tokens, words};
use super::dates;
use super::figures::{Figure, Kind, figures};
use super::places::{Said, places};
use super::spoken::spoken;
use crate::addresses::addresses;
use crate::brief::Brief;
use crate::document::blocks::Block;
use crate::document::{Body, Document};
use crate::edit::{Head, outline};
use crate::html::Value;
use crate::sketch::{Sketch, texts};

/// The author's own words license everything in them. Those of strangers (a page, what a website said of its brand)
/// license words, dates and plain numbers: never a link, a code, a price or a percentage.
#[derive(Default)]
pub struct Known {
    /// The author's words as they are written, one space between two.
    own: String,
    /// Each of them, as it is written and in lower case.
    own_words: HashSet<String>,
    /// The author's and the strangers' in lower case.
    all: String,
    /// Words of what pages are called, as they are written and in lower case: a product's name may look like a code.
    names: HashSet<String>,
    figures: HashSet<(String, Kind)>,
    links: HashSet<String>,
    images: HashSet<String>,
    tags: HashSet<String>,
    /// Those that may stand without a fallback.
    bare_tags: HashSet<String>,
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
        // Every contact has an address; which keys of a payload its trigger requires is not said here, and a fallback for
        // the number of an order is none.
        let filled = merge::RESERVED
            .into_iter()
            .chain([CoreColumn::Email.as_str()]);
        known.bare_tags.extend(filled.map(str::to_owned));
        known.bare_tags.extend(brief.payload_keys.iter().cloned());
        known.learn_bare_tags(&brief.prompt);
        let brand = &brief.brand;
        known.learn(Whose::Own, &brand.name);
        // Some brands are called by their address.
        known.links.extend(addresses(&brand.name).map(key));
        known.links.extend(brand.site.as_deref().map(key));
        for words in [&brand.description, &brand.tagline].into_iter().flatten() {
            known.learn(Whose::Stranger, words);
        }
        // As with a design that is changed: what stands in the mail may be said beside it. Where it leads may not.
        if let Some(mail) = &brief.mail {
            known.learn(Whose::Own, mail);
        }
        for image in &brief.images {
            known.learn(Whose::Stranger, &image.description);
        }
        for page in &brief.pages {
            let title = page.title.as_deref().unwrap_or_default();
            known.learn(Whose::Stranger, title);
            for word in tokens(title) {
                known.names.insert(word.to_lowercase());
                known.names.insert(word.to_owned());
            }
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
        let plain = texts::plain(text);
        self.learn(Whose::Own, &plain);
        let links = texts::links(text).into_iter().chain(addresses(&plain));
        self.links.extend(links.map(key));
        self.learn_bare_tags(text);
        for tag in merge::tags(text) {
            self.tags.insert(tag.name.into_owned());
        }
    }

    fn learn_bare_tags(&mut self, text: &str) {
        let bare = merge::tags(text).filter(|tag| tag.fallback.is_none());
        self.bare_tags.extend(bare.map(|tag| tag.name.into_owned()));
    }

    fn learn(&mut self, whose: Whose, text: &str) {
        self.all.push_str(&folded(text));
        self.all.push('\n');
        if whose == Whose::Own {
            self.own.push_str(&spaced(text));
            self.own.push('\n');
            for word in tokens(text) {
                self.own_words.insert(word.to_lowercase());
                self.own_words.insert(word.to_owned());
            }
        }
        let found = claimed(text).into_iter();
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

    /// Whether a recipient who has no value for it would read a gap.
    pub fn leaves_gap(&self, tag: &merge::Tag<'_>) -> bool {
        tag.fallback.is_none() && !self.bare_tags.contains(&*tag.name)
    }

    /// Whether the author has, letter by letter: a till takes nothing else, and a part of a word is no code.
    pub fn has_code(&self, code: &str) -> bool {
        self.own.contains(&spaced(code)) && words(code).all(|word| self.own_words.contains(word))
    }

    /// A word with digits may be written otherwise (`b2b`, `B2B`), and so may one among others in capitals. One that
    /// stands out is a code, or a name that is written so.
    fn has_word(&self, code: &Code<'_>) -> bool {
        match code.stands {
            Stands::Out => self.is_called(code.word),
            Stands::In => {
                self.is_called(&code.word.to_lowercase()) || self.has_code_within(code.word)
            }
        }
    }

    fn is_called(&self, word: &str) -> bool {
        self.own_words.contains(word) || self.names.contains(word)
    }

    /// `BLOOM30-Code` where somebody said `BLOOM30`. No part of `spring-20` is a code: as a whole it is one, and new.
    fn has_code_within(&self, word: &str) -> bool {
        let mut codes = tokens(word)
            .skip(1)
            .filter(|part| has_digit(part))
            .peekable();
        let is_known = |part: &str| {
            let is_code = part.starts_with(char::is_alphabetic);
            is_code && self.is_called(&part.to_lowercase())
        };
        codes.peek().is_some() && codes.all(is_known)
    }

    /// A plain number may be anything in the brief; a price must be one, and a percentage too.
    fn has_figure(&self, figure: &Figure) -> bool {
        let has = |kind: Kind| self.figures.contains(&(figure.number.clone(), kind));
        has(figure.kind) || (figure.kind == Kind::Plain && (has(Kind::Percent) || has(Kind::Money)))
    }

    /// The first that a text claims and nobody has said.
    pub fn unknown_in(&self, text: &str) -> Option<String> {
        let figure = claimed(text)
            .into_iter()
            .find(|figure| !self.has_figure(figure));
        let figure = figure.map(|figure| figure.written);
        let code = || {
            let unknown = codes(text).into_iter().find(|code| !self.has_word(code));
            unknown.map(|code| code.word)
        };
        let quoted = || quoted(text).find(|words| !self.has_letters(words));
        let mut before = "";
        let mut words = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        figure
            .or_else(|| code().map(str::to_owned))
            .or_else(|| quoted().map(str::to_owned))
            .or_else(|| {
                let date = words.find(|word| {
                    dates::is_unknown(std::mem::replace(&mut before, word), word, &self.all)
                });
                date.map(str::to_owned)
            })
    }
}

/// In digits and in words.
fn claimed(text: &str) -> Vec<Figure> {
    let mut claimed = figures(text);
    claimed.extend(spoken(text));
    claimed
}

/// With straight quotes and one space between words.
fn spaced(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(['’', '‘'], "'")
}

fn folded(text: &str) -> String {
    spaced(text).to_lowercase()
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
