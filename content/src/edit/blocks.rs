//! Edits of a document that is made of blocks.

use std::collections::HashSet;

use postrider_domain::contract::problem::Problem;

use super::missing::missing;
use super::tree::{self, Side};
use super::{Operation, Place, contrast, style, words};
use crate::compose::insertion;
use crate::document::blocks::Block;
use crate::document::{BlockDocument, Document, read};
use crate::html::{Private, Rules};
use crate::report::AssetReport;

pub(super) fn apply(document: &mut BlockDocument, operation: &Operation) -> Result<(), Problem> {
    Editor { document }.apply(operation)
}

/// The blocks that could not be read before, and whose colours no operation sets.
pub(super) fn unreadable(document: &BlockDocument, operations: &[Operation]) -> HashSet<String> {
    let mut known = contrast::unreadable(document);
    for operation in operations {
        if let Operation::SetStyle { block, .. } = operation {
            known.remove(block);
        }
    }
    known
}

/// The document is read as if somebody had sent it. Addresses were let in before, or are judged by whoever stores it.
pub(super) fn check(document: &BlockDocument) -> Result<(), Problem> {
    if document.blocks.is_empty() {
        return Err(Problem::invalid(
            "document.blocks",
            "Nothing is left of the mail.",
        ));
    }
    let value = serde_json::to_value(Document::from(document.clone())).unwrap_or_default();
    let rules = Rules {
        private: Private::Keep,
        ..Rules::default()
    };
    read(&value, "document", &rules, &mut AssetReport::default()).map(|_| ())
}

/// A document on its way.
struct Editor<'d> {
    document: &'d mut BlockDocument,
}

impl Editor<'_> {
    fn apply(&mut self, operation: &Operation) -> Result<(), Problem> {
        match operation {
            Operation::SetText { block, part, text } => {
                let found = self.block(block)?;
                words::set_text(found, *part, text).map_err(|why| Problem::invalid("text", why))
            }
            Operation::SetLink { block, url } => {
                let found = self.block(block)?;
                words::set_link(found, url).map_err(|why| Problem::invalid("url", why))
            }
            Operation::SetImage { block, image, alt } => {
                let found = self.block(block)?;
                words::set_image(found, image, alt.as_deref())
                    .map_err(|why| Problem::invalid("image", why))
            }
            Operation::SetStyle { block, style } => {
                let found = self.block(block)?;
                style::set(found, style).map_err(|why| Problem::invalid("style", why))
            }
            Operation::SetPage { style } => {
                let before = self.document.page.clone();
                style::set_page(&mut self.document.page, style)
                    .map_err(|why| Problem::invalid("style", why))?;
                if style.has_color() {
                    contrast::mend_page(self.document, &before, style);
                }
                Ok(())
            }
            Operation::Insert { place, item } => {
                let (side, beside) = self.place(place)?;
                let anchor = tree::find(&self.document.blocks, &beside);
                let mut taken = Vec::new();
                tree::ids(&self.document.blocks, &mut taken);
                let new = insertion(item, &self.document.page, anchor, taken);
                if new.is_empty() {
                    return Err(Problem::invalid(
                        "item",
                        "It holds nothing that can be shown.",
                    ));
                }
                tree::put(&mut self.document.blocks, side, &beside, &new);
                Ok(())
            }
            Operation::Remove { block } => {
                self.block(block)?;
                tree::remove(&mut self.document.blocks, block);
                Ok(())
            }
            Operation::Move { block, place } => self.move_block(block, place),
            // They stand beside the document.
            Operation::SetSubject { .. } | Operation::SetPreviewText { .. } => Ok(()),
        }
    }

    fn block(&mut self, id: &str) -> Result<&mut Block, Problem> {
        tree::find_mut(&mut self.document.blocks, id).ok_or_else(|| missing("block", id))
    }

    fn move_block(&mut self, id: &str, place: &Place) -> Result<(), Problem> {
        let (side, beside) = self.place(place)?;
        let block = self.block(id)?.clone();
        if tree::find(std::slice::from_ref(&block), &beside).is_some() {
            return Err(Problem::invalid(
                "place",
                "A block cannot stand beside itself.",
            ));
        }
        let mut blocks = self.document.blocks.clone();
        tree::remove(&mut blocks, id);
        // A section goes when its last block does; what was to stand beside it stays where it is.
        if !tree::put(&mut blocks, side, &beside, &[block]) {
            return Err(missing("place", &beside));
        }
        self.document.blocks = blocks;
        Ok(())
    }

    /// Beside which block a place is.
    fn place(&self, place: &Place) -> Result<(Side, String), Problem> {
        let blocks = &self.document.blocks;
        let known = |id: &str| match tree::find(blocks, id) {
            Some(_) => Ok(id.to_owned()),
            None => Err(missing("place", id)),
        };
        let empty = || Problem::invalid("place", "The document has no blocks.");
        match place {
            Place::Before(id) => Ok((Side::Before, known(id)?)),
            Place::After(id) => Ok((Side::After, known(id)?)),
            Place::Start => {
                let opening = ["eyebrow", "headline"];
                let named = opening
                    .into_iter()
                    .find(|id| tree::find(blocks, id).is_some());
                if let Some(id) = named {
                    return Ok((Side::Before, id.to_owned()));
                }
                if tree::find(blocks, "logo").is_some() {
                    return Ok((Side::After, "logo".to_owned()));
                }
                let first = leaf(blocks.first()).ok_or_else(empty)?;
                Ok((Side::Before, first))
            }
            Place::End => {
                let is_footer = |block: &Block| match block {
                    Block::Footer(_) => true,
                    Block::Section(section) => section
                        .blocks
                        .iter()
                        .any(|block| matches!(block, Block::Footer(_))),
                    _ => false,
                };
                let last = blocks.iter().rev().find(|block| !is_footer(block));
                let last = match last {
                    Some(Block::Section(section)) => section.blocks.last().or(last),
                    other => other,
                };
                let last = last.or(blocks.last()).ok_or_else(empty)?;
                Ok((Side::After, last.id().to_string()))
            }
        }
    }
}

/// The first block in a block that is no section.
fn leaf(block: Option<&Block>) -> Option<String> {
    match block? {
        Block::Section(section) if !section.blocks.is_empty() => leaf(section.blocks.first()),
        other => Some(other.id().to_string()),
    }
}
