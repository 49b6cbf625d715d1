//! Walks over the blocks of a document and what stands in them.

use super::blocks::Block;
use super::{BlockDocument, Body, Document};
use crate::html::entities;
use crate::html::scan::{Tag, Token, scan};
use crate::report::{Warning, WarningCode};

/// Calls `each` with every block and where it stands.
pub(super) fn blocks<'d>(blocks: &'d [Block], path: &str, each: &mut impl FnMut(&str, &'d Block)) {
    for (index, block) in blocks.iter().enumerate() {
        let path = format!("{path}[{index}]");
        each(&path, block);
        match block {
            Block::Section(section) => {
                self::blocks(&section.blocks, &format!("{path}.blocks"), each);
            }
            Block::Columns(columns) => {
                for (index, column) in columns.columns.iter().enumerate() {
                    let path = format!("{path}.columns[{index}].blocks");
                    self::blocks(&column.blocks, &path, each);
                }
            }
            _ => {}
        }
    }
}

pub(super) fn tags(html: &str) -> Vec<Tag> {
    let tokens = scan(html).unwrap_or_default().into_iter();
    tokens
        .filter_map(|token| match token {
            Token::Start(tag) => Some(tag),
            _ => None,
        })
        .collect()
}

impl Document {
    /// What its author should know about it; of imported HTML the import has told already.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut without = 0;
        if let Body::Blocks(document) = &self.body {
            blocks(&document.blocks, "blocks", &mut |_, block| {
                without += images_without_text(block);
            });
        }
        match without {
            0 => Vec::new(),
            1 => vec![Warning::new(
                WarningCode::ImageWithoutText,
                "An image has no text for those who do not see it.",
            )],
            more => vec![Warning::new(
                WarningCode::ImageWithoutText,
                format!("{more} images have no text for those who do not see them."),
            )],
        }
    }
}

fn images_without_text(block: &Block) -> usize {
    match block {
        Block::Image(image) => usize::from(image.alt.trim().is_empty()),
        Block::ProductCard(card) => usize::from(
            card.image
                .as_ref()
                .is_some_and(|image| image.alt.trim().is_empty()),
        ),
        Block::RawHtml(raw) => {
            let images = tags(&raw.html).into_iter().filter(|tag| tag.name == "img");
            images
                .filter(|image| image.attribute("alt").is_none())
                .count()
        }
        _ => 0,
    }
}

impl BlockDocument {
    /// The addresses of the images that it shows, each once, in order.
    pub fn images(&self) -> Vec<String> {
        let mut images: Vec<String> = Vec::new();
        let mut add = |source: &str| {
            if !images.iter().any(|image| image == source) {
                images.push(source.to_owned());
            }
        };
        blocks(&self.blocks, "blocks", &mut |_, block| match block {
            Block::Section(section) => section
                .background_image
                .iter()
                .for_each(|source| add(source)),
            Block::Image(image) => add(&image.src),
            Block::ProductCard(card) => card.image.iter().for_each(|image| add(&image.src)),
            Block::RawHtml(raw) => {
                for tag in tags(&raw.html) {
                    let sources = [
                        tag.value(&raw.html, "src"),
                        tag.value(&raw.html, "background"),
                    ];
                    sources
                        .into_iter()
                        .flatten()
                        .for_each(|source| add(&entities::decode_attribute(source)));
                }
            }
            _ => {}
        });
        images
    }
}
