//! A mail as commands see it: its parts from top to bottom, and what is called how.

use std::collections::{HashMap, HashSet};

use super::fields;
pub use super::part::{Kind, Part};
use super::words::{LAST, Target};
use crate::document::blocks::Block;
use crate::document::values::{FontSize, Whole};
use crate::document::{BlockDocument, Body, Document};
use crate::edit::{Head, Operation};
use crate::sketch::texts;

#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub parts: Vec<Part>,
    pub subject: String,
    pub preview_text: String,
    /// Pixels of letters where no block says otherwise.
    pub font_size: u16,
    pub takes: Takes,
}

/// Which changes a mail takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Takes {
    #[default]
    Any,
    /// Of an imported HTML: other words, links and images where there are some.
    OfFields,
}

/// Texts that are no paragraphs.
const NAMED: [&str; 3] = ["logo", "eyebrow", "sign-off"];

impl Scene {
    pub fn part(&self, id: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.id == id)
    }

    fn of_kind(&self, kind: Kind) -> Vec<&Part> {
        let is_it = |part: &&Part| part.kind == kind && part.stretch_of.is_none();
        self.parts.iter().filter(is_it).collect()
    }

    /// The parts that go on with the words of another.
    pub fn rest_of(&self, id: &str) -> impl Iterator<Item = &Part> {
        let goes_on = move |part: &&Part| part.stretch_of.as_deref() == Some(id);
        self.parts.iter().filter(goes_on)
    }

    /// The parts with all of their words, also those that stand in parts which go on with them.
    pub fn in_full(&self) -> Vec<(&Part, String)> {
        let mut full: Vec<(&Part, String)> = Vec::with_capacity(self.parts.len());
        let mut places: HashMap<&str, usize> = HashMap::new();
        for part in &self.parts {
            let begun = part.stretch_of.as_deref();
            if let Some(place) = begun.and_then(|id| places.get(id).copied()) {
                let words = &mut full[place].1;
                words.push(' ');
                words.push_str(&part.text);
            } else {
                places.insert(&part.id, full.len());
                full.push((part, part.text.clone()));
            }
        }
        full
    }

    pub fn paragraphs(&self) -> Vec<&Part> {
        let mut texts = self.of_kind(Kind::Text);
        texts.retain(|part| !NAMED.contains(&part.id.as_str()));
        texts
    }

    /// The parts that a target may mean, from top to bottom.
    pub fn of(&self, target: Target) -> Vec<&Part> {
        let named = |id: &str| self.part(id).into_iter().collect::<Vec<_>>();
        let logo = |part: &&Part| part.id == "logo";
        match target {
            Target::Headline => match self.part("headline") {
                Some(part) => vec![part],
                None => self.of_kind(Kind::Heading).into_iter().take(1).collect(),
            },
            Target::Heading => {
                let mut headings = self.of_kind(Kind::Heading);
                headings.retain(|part| part.id != "headline");
                headings
            }
            Target::Eyebrow => named("eyebrow"),
            Target::SignOff => named("sign-off"),
            Target::Logo => named("logo"),
            Target::Lead => match self.part("lead") {
                Some(part) => vec![part],
                None => self.paragraphs().into_iter().take(1).collect(),
            },
            Target::Paragraph | Target::Text => self.paragraphs(),
            Target::Button | Target::Link => self.of_kind(Kind::Button),
            Target::Coupon => self.of_kind(Kind::Coupon),
            Target::Image => {
                let images = self.of_kind(Kind::Image);
                images.into_iter().filter(|part| !logo(part)).collect()
            }
            Target::List | Target::Item => self.of_kind(Kind::List),
            Target::Facts => self.of_kind(Kind::Facts),
            Target::Divider => self.of_kind(Kind::Divider),
            Target::Footer => self.of_kind(Kind::Footer),
            Target::Whole => self
                .parts
                .iter()
                .filter(|part| part.kind != Kind::Footer)
                .collect(),
            Target::Sentence
            | Target::Subject
            | Target::Preview
            | Target::Time
            | Target::Date
            | Target::Price
            | Target::Background
            | Target::Font => Vec::new(),
        }
    }

    /// The one that is counted, or all that a target may mean.
    pub fn meant(&self, target: Target, nth: Option<usize>) -> Vec<&Part> {
        let all = self.of(target);
        match nth {
            Some(LAST) => all.last().copied().into_iter().collect(),
            Some(nth) => all.get(nth).copied().into_iter().collect(),
            None => all,
        }
    }

    /// Before which part new words stand: what leads on or ends the mail.
    pub fn ending(&self) -> Option<&Part> {
        let last = self.parts.iter().rfind(|part| part.kind == Kind::Button);
        last.or_else(|| self.part("sign-off"))
    }
}

impl Scene {
    pub fn of_document(document: &Document, head: &Head) -> Self {
        let scene = match &document.body {
            Body::Blocks(document) => Self::of_blocks(document),
            Body::Html(html) => Self {
                parts: fields::parts(html),
                takes: Takes::OfFields,
                ..Self::default()
            },
        };
        Self {
            subject: head.subject.clone().unwrap_or_default(),
            preview_text: head.preview_text.clone().unwrap_or_default(),
            ..scene
        }
    }

    fn of_blocks(document: &BlockDocument) -> Self {
        let mut parts = Vec::new();
        for block in &document.blocks {
            add(block, &mut parts);
        }
        Self {
            parts,
            font_size: document.page.font_size.get(),
            ..Self::default()
        }
    }

    /// Whether the mail takes such a change at all.
    pub fn can_take(&self, operation: &Operation) -> bool {
        self.takes == Takes::Any || operation.is_of_fields()
    }

    /// What the operations do to it, so that the next command sees it.
    pub fn follow(&mut self, operations: &[Operation]) {
        let mut texts: HashMap<&str, &str> = HashMap::new();
        let mut gone: HashSet<&str> = HashSet::new();
        for operation in operations {
            match operation {
                Operation::SetText { block, text, .. } => {
                    texts.insert(block, text);
                }
                Operation::Remove { block } => {
                    gone.insert(block);
                }
                Operation::SetSubject { text } => self.subject.clone_from(text),
                Operation::SetPreviewText { text } => self.preview_text.clone_from(text),
                _ => {}
            }
        }
        self.parts.retain(|part| !gone.contains(part.id.as_str()));
        for part in &mut self.parts {
            if let Some(text) = texts.get(part.id.as_str()).copied() {
                text.clone_into(&mut part.text);
            }
        }
    }
}

fn add(block: &Block, parts: &mut Vec<Part>) {
    let mut push = |kind: Kind, text: String, url: Option<String>, size: Option<u16>| {
        parts.push(Part {
            id: block.id().to_string(),
            kind,
            text,
            url,
            size,
            stretch_of: None,
            is_alone: true,
        });
    };
    match block {
        Block::Section(section) => section.blocks.iter().for_each(|block| add(block, parts)),
        Block::Columns(columns) => {
            let inner = columns.columns.iter().flat_map(|column| &column.blocks);
            inner.for_each(|block| add(block, parts));
        }
        Block::Heading(heading) => {
            let size = heading.font_size.map(FontSize::get);
            push(Kind::Heading, texts::from_html(&heading.html), None, size);
        }
        Block::Text(text) => {
            let size = text.font_size.map(FontSize::get);
            push(Kind::Text, texts::from_html(&text.html), None, size);
        }
        Block::Button(button) => {
            let url = Some(button.href.to_string());
            push(Kind::Button, button.label.to_string(), url, None);
        }
        Block::Image(image) => {
            let alt = image.alt.as_deref().unwrap_or_default().to_owned();
            push(Kind::Image, alt, None, image.width.map(Whole::get));
        }
        Block::List(list) => {
            let lines: Vec<String> = list
                .items
                .iter()
                .map(|item| texts::from_html(item))
                .collect();
            push(
                Kind::List,
                lines.join("\n"),
                None,
                list.font_size.map(FontSize::get),
            );
        }
        Block::Coupon(coupon) => push(Kind::Coupon, coupon.code.to_string(), None, None),
        Block::Facts(facts) => {
            let rows = facts.rows.iter();
            let rows: Vec<String> = rows
                .map(|row| format!("{}: {}", row.label, texts::from_html(&row.value)))
                .collect();
            push(Kind::Facts, rows.join("\n"), None, None);
        }
        Block::ProductCard(card) => push(Kind::Product, card.title.to_string(), None, None),
        Block::Divider(_) => push(Kind::Divider, String::new(), None, None),
        Block::Footer(_) => push(Kind::Footer, String::new(), None, None),
        Block::Spacer(_) | Block::Social(_) | Block::RawHtml(_) => {}
    }
}
