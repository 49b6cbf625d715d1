//! Walks over the blocks of a document and what stands in them.

use super::blocks::Block;
use super::{Body, Document};
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
    /// Whether a block, a column or a field of it has this id.
    pub fn has_element(&self, id: &str) -> bool {
        let document = match &self.body {
            Body::Html(html) => return html.fields.iter().any(|field| field.id().0 == id),
            Body::Blocks(document) => document,
        };
        let mut found = false;
        blocks(&document.blocks, "blocks", &mut |_, block| {
            found |= **block.id() == *id;
            if let Block::Columns(columns) = block {
                found |= columns.columns.iter().any(|column| *column.id == *id);
            }
        });
        found
    }

    /// What its author should know about it.
    pub fn warnings(&self) -> Vec<Warning> {
        if let Body::Html(html) = &self.body {
            return html.warnings();
        }
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
        Block::Image(image) => usize::from(image.alt.is_none()),
        Block::ProductCard(card) => {
            usize::from(card.image.as_ref().is_some_and(|image| image.alt.is_none()))
        }
        Block::RawHtml(raw) => {
            let images = tags(&raw.html).into_iter().filter(|tag| tag.name == "img");
            images
                .filter(|image| image.attribute("alt").is_none())
                .count()
        }
        _ => 0,
    }
}
