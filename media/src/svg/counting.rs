//! How much there is in a drawing once everything that stands for something else is replaced by it.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Node, NodeId};

use super::linked::links_of;
use super::links::{How, Link};
use super::sheets::Sheets;
use crate::image::ImageError;

const MAX_ELEMENTS: u64 = 10_000;
const MAX_DEPTH: usize = 64;
/// Bytes of shapes and words, as often as they are read.
const MAX_WRITTEN: u64 = 2 << 20;
/// What a letter of a text becomes: a shape of so many bytes.
const LETTER: u64 = 64;
/// Elements whose words are drawn.
const WORDS: [&str; 4] = ["text", "tspan", "textPath", "a"];

/// It is drawn again at every point of a path: one that something leads to is refused.
const MARKER: &str = "marker";

/// How much there is of something, as often as it is drawn.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    elements: u64,
    written: u64,
    /// Elements within each other.
    depth: usize,
}

impl Amount {
    fn of_element(node: Node) -> Self {
        let attributes = node.attributes().map(|each| each.value().len() as u64);
        let mut written: u64 = attributes.sum();
        if WORDS.contains(&node.tag_name().name()) {
            let words = node.children().filter(Node::is_text);
            let letters = words.filter_map(|words| words.text()).map(str::len);
            written += letters.sum::<usize>() as u64 * LETTER;
        }
        Self {
            elements: 1,
            written,
            depth: 0,
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            elements: self.elements.saturating_add(other.elements),
            written: self.written.saturating_add(other.written),
            depth: self.depth.max(other.depth),
        }
    }

    /// Whatever is in it is filled with this, or stroked: each with one of its own.
    fn painted_with(self, paint: Self) -> Self {
        let each = self.elements.saturating_mul(paint.written);
        Self {
            elements: self.elements.saturating_mul(1 + paint.elements),
            written: self.written.saturating_add(each),
            depth: self.depth + paint.depth,
        }
    }

    fn within_bounds(self) -> Result<Self, ImageError> {
        let is_too_much = self.elements > MAX_ELEMENTS || self.written > MAX_WRITTEN;
        if is_too_much || self.depth > MAX_DEPTH {
            return Err(ImageError::TooComplex);
        }
        Ok(self)
    }
}

pub(super) struct Counter<'a, 'input> {
    /// Several may have the same id, of which different readers take different ones: all count.
    by_id: HashMap<&'a str, Vec<Node<'a, 'input>>>,
    sheets: &'a Sheets,
    known: HashMap<NodeId, Amount>,
}

impl<'a, 'input> Counter<'a, 'input> {
    pub fn new(elements: impl Iterator<Item = Node<'a, 'input>>, sheets: &'a Sheets) -> Self {
        let mut by_id: HashMap<&str, Vec<Node>> = HashMap::new();
        for node in elements {
            let ids = node.attributes().filter(|each| each.name() == "id");
            for id in ids {
                by_id.entry(id.value()).or_default().push(node);
            }
        }
        Self {
            by_id,
            sheets,
            known: HashMap::new(),
        }
    }

    /// The elements of a whole drawing, as often as they are drawn.
    pub fn all(mut self, root: Node<'a, 'input>) -> Result<u64, ImageError> {
        Ok(self.count(root, 1)?.elements)
    }

    /// One that leads back to itself is too deep.
    fn count(&mut self, node: Node<'a, 'input>, depth: usize) -> Result<Amount, ImageError> {
        if depth > MAX_DEPTH {
            return Err(ImageError::TooComplex);
        }
        if let Some(known) = self.known.get(&node.id()) {
            return Ok(*known);
        }
        let mut all = Amount::of_element(node);
        for child in node.children().filter(Node::is_element) {
            all = all.and(self.count(child, depth + 1)?);
        }
        let mut paint = Amount::default();
        for Link { id, how } in links_of(node, self.sheets)? {
            let meant = self.by_id.get(id).cloned().unwrap_or_default();
            for other in meant {
                if other.tag_name().name() == MARKER {
                    return Err(ImageError::TooComplex);
                }
                let other = self.count(other, depth + 1)?;
                match how {
                    How::Once => all = all.and(other).within_bounds()?,
                    How::WithEach => paint = paint.and(other).within_bounds()?,
                }
            }
        }
        let mut all = all.painted_with(paint);
        all.depth += 1;
        let all = all.within_bounds()?;
        self.known.insert(node.id(), all);
        Ok(all)
    }
}
