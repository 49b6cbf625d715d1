//! Finds, takes out and puts in blocks by their ids.

use crate::document::blocks::{Block, Columns};
use crate::document::values::Whole;

pub(super) fn find<'d>(blocks: &'d [Block], id: &str) -> Option<&'d Block> {
    blocks.iter().find_map(|block| {
        if &**block.id() == id {
            return Some(block);
        }
        match block {
            Block::Section(section) => find(&section.blocks, id),
            Block::Columns(columns) => columns
                .columns
                .iter()
                .find_map(|column| find(&column.blocks, id)),
            _ => None,
        }
    })
}

pub(super) fn find_mut<'d>(blocks: &'d mut [Block], id: &str) -> Option<&'d mut Block> {
    for block in blocks {
        if &**block.id() == id {
            return Some(block);
        }
        let found = match block {
            Block::Section(section) => find_mut(&mut section.blocks, id),
            Block::Columns(columns) => columns
                .columns
                .iter_mut()
                .find_map(|column| find_mut(&mut column.blocks, id)),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Every id that is taken, those of columns too.
pub(super) fn ids(blocks: &[Block], ids: &mut Vec<String>) {
    for block in blocks {
        ids.push(block.id().to_string());
        match block {
            Block::Section(section) => self::ids(&section.blocks, ids),
            Block::Columns(columns) => {
                for column in &columns.columns {
                    ids.push(column.id.to_string());
                    self::ids(&column.blocks, ids);
                }
            }
            _ => {}
        }
    }
}

/// Takes a block out, and with it what held nothing else.
pub(super) fn remove(blocks: &mut Vec<Block>, id: &str) -> Option<Block> {
    if let Some(index) = blocks.iter().position(|block| &**block.id() == id) {
        return Some(blocks.remove(index));
    }
    for index in 0..blocks.len() {
        let (removed, left) = match &mut blocks[index] {
            Block::Section(section) => {
                let removed = remove(&mut section.blocks, id);
                let left = section.blocks.is_empty().then(Vec::new);
                (removed, left)
            }
            Block::Columns(columns) => {
                let mut inner = columns.columns.iter_mut();
                let removed = inner.find_map(|column| remove(&mut column.blocks, id));
                (removed, without_empty_columns(columns))
            }
            _ => (None, None),
        };
        if removed.is_some() {
            if let Some(left) = left {
                blocks.splice(index..=index, left);
            }
            return removed;
        }
    }
    None
}

/// Columns without those that hold nothing any more; the blocks of the last one if it is alone.
fn without_empty_columns(columns: &mut Columns) -> Option<Vec<Block>> {
    let before = columns.columns.len();
    columns.columns.retain(|column| !column.blocks.is_empty());
    let count = columns.columns.len();
    if count < 2 {
        let last = columns.columns.pop();
        return Some(last.map_or(Vec::new(), |column| column.blocks));
    }
    if count < before {
        let width = (100 / count) as u16;
        for column in &mut columns.columns {
            column.width = Whole::of(width);
        }
        let rest = 100 - width * count as u16;
        columns.columns[0].width = Whole::of(width + rest);
    }
    None
}

/// Where blocks are put, next to one that is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

/// Puts blocks beside another; `false` if that is not there. A section stands beside the section that holds it, since it
/// cannot stand in one.
pub(super) fn put(blocks: &mut Vec<Block>, side: Side, id: &str, new: &[Block]) -> bool {
    let holds_sections = new.iter().any(|block| matches!(block, Block::Section(_)));
    let holds_columns = new.iter().any(|block| matches!(block, Block::Columns(_)));
    for index in 0..blocks.len() {
        let is_it = &**blocks[index].id() == id;
        let is_in_it = !is_it && find(&blocks[index..=index], id).is_some();
        if !is_it && !is_in_it {
            continue;
        }
        let goes_beside = is_it
            || match &blocks[index] {
                Block::Section(_) => holds_sections,
                _ => holds_sections || holds_columns,
            };
        if goes_beside {
            let at = index + usize::from(side == Side::After);
            blocks.splice(at..at, new.iter().cloned());
            return true;
        }
        return match &mut blocks[index] {
            Block::Section(section) => put(&mut section.blocks, side, id, new),
            Block::Columns(columns) => columns
                .columns
                .iter_mut()
                .any(|column| put(&mut column.blocks, side, id, new)),
            _ => false,
        };
    }
    false
}
