//! One more item for a document that is there.

use super::names::Names;
use super::pieces::{Manner, Pieces};
use super::theme::Palette;
use crate::document::blocks::Block;
use crate::document::page::Page;
use crate::sketch::Item;

/// The blocks of an item in the colours of a page, set like the block beside which they will stand. `taken` are the ids
/// that are there.
pub(crate) fn insertion(
    item: &Item,
    page: &Page,
    beside: Option<&Block>,
    taken: Vec<String>,
) -> Vec<Block> {
    let align = match beside {
        Some(Block::Heading(block)) => block.align,
        Some(Block::Text(block)) => block.align,
        Some(Block::Button(block)) => block.align,
        _ => None,
    };
    let palette = Palette::of_page(page);
    let mut pieces = Pieces {
        palette: &palette,
        names: Names::beside(taken),
    };
    let manner = Manner {
        align,
        button_align: align,
        ..Manner::default()
    };
    pieces.item(item, manner)
}
