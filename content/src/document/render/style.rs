//! How blocks look where nobody said otherwise.

use std::fmt;

use super::super::blocks::Block;
use super::super::values::Padding;

/// Pixels above a block, after the one before it. The first in its place has none.
pub(super) fn space_between(before: Option<&Block>, block: &Block) -> u16 {
    match (before, block) {
        (None | Some(Block::Spacer(_)), _) | (_, Block::Spacer(_)) => 0,
        (Some(Block::Heading(_)), Block::Heading(_) | Block::Text(_) | Block::List(_)) => 8,
        (_, Block::Heading(_) | Block::Divider(_)) | (Some(Block::Divider(_)), _) => 24,
        (_, Block::Button(_) | Block::ProductCard(_) | Block::Coupon(_) | Block::Facts(_))
        | (Some(Block::Button(_) | Block::Image(_) | Block::Coupon(_) | Block::Facts(_)), _) => 20,
        _ => 16,
    }
}

/// Pixels of a heading's text and of its lines.
pub(super) fn heading(level: u16) -> (u16, u16) {
    match level {
        1 => (30, 38),
        2 => (22, 29),
        _ => (18, 25),
    }
}

/// Pixels of the lines of a text with letters of this size.
pub(super) fn line_height(font_size: u16) -> u16 {
    font_size * 3 / 2
}

/// Pixels around a block.
#[derive(Clone, Copy, Default)]
pub(super) struct Spacing {
    pub top: u16,
    pub right: u16,
    pub bottom: u16,
    pub left: u16,
}

impl From<Padding> for Spacing {
    fn from(padding: Padding) -> Self {
        Self {
            top: padding.top.get(),
            right: padding.right.get(),
            bottom: padding.bottom.get(),
            left: padding.left.get(),
        }
    }
}

impl fmt::Display for Spacing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}px {}px {}px {}px",
            self.top, self.right, self.bottom, self.left
        )
    }
}
