//! What a drawing may be made of. A few bytes can ask for years of work: elements that stand for many others, effects that look
//! at every pixel many times.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Node, NodeId, ParsingOptions};
use resvg::usvg::{self, Group};

use crate::image::ImageError;

const MAX_BYTES: usize = 1 << 20;
const MAX_STYLES: usize = 32 << 10;
const MAX_ELEMENTS: u64 = 10_000;
const MAX_DEPTH: usize = 64;
/// Pixels that all strokes, layers and effects touch together: a second or two.
const MAX_TOUCHED: f64 = 400e6;
/// How often an effect touches a pixel, about.
const EFFECT: f64 = 40.0;

/// Effects whose cost nobody can tell from the size of what they are for.
const REFUSED: [&str; 3] = ["feTurbulence", "feConvolveMatrix", "feMorphology"];

/// Reads a drawing that can be drawn. Entities are resolved as far as they stand in it, and no further.
pub(super) fn read(bytes: &[u8]) -> Result<Document<'_>, ImageError> {
    if bytes.len() > MAX_BYTES {
        return Err(ImageError::TooComplex);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| ImageError::Broken)?;
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MAX_ELEMENTS as u32 * 4,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|_| ImageError::Broken)?;
    check(&document)?;
    Ok(document)
}

fn check(document: &Document) -> Result<(), ImageError> {
    let mut styles = 0;
    let mut by_id = HashMap::new();
    for node in document.descendants().filter(Node::is_element) {
        if let Some(id) = node.attribute("id") {
            by_id.entry(id).or_insert(node);
        }
        if REFUSED.contains(&node.tag_name().name()) {
            return Err(ImageError::TooComplex);
        }
        if node.tag_name().name() == "style" {
            styles += node.text().map_or(0, str::len);
        }
    }
    if styles > MAX_STYLES {
        return Err(ImageError::TooComplex);
    }
    let mut counter = Counter {
        by_id,
        known: HashMap::new(),
    };
    counter.count(document.root_element(), 0).map(drop)
}

/// Counts elements as often as they are drawn: `use` draws another once more.
struct Counter<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    known: HashMap<NodeId, u64>,
}

impl<'a, 'input> Counter<'a, 'input> {
    /// One that leads back to itself is too deep.
    fn count(&mut self, node: Node<'a, 'input>, depth: usize) -> Result<u64, ImageError> {
        if depth > MAX_DEPTH {
            return Err(ImageError::TooComplex);
        }
        if let Some(known) = self.known.get(&node.id()) {
            return Ok(*known);
        }
        let mut all = 1;
        for child in node.children().filter(Node::is_element) {
            all += self.count(child, depth + 1)?;
        }
        if let Some(shown) = self.shown_by(node) {
            all += self.count(shown, depth + 1)?;
        }
        if all > MAX_ELEMENTS {
            return Err(ImageError::TooComplex);
        }
        self.known.insert(node.id(), all);
        Ok(all)
    }

    fn shown_by(&self, node: Node<'a, 'input>) -> Option<Node<'a, 'input>> {
        if node.tag_name().name() != "use" {
            return None;
        }
        let mut links = node.attributes().filter(|each| each.name() == "href");
        let id = links.next()?.value().trim().strip_prefix('#')?;
        self.by_id.get(id).copied()
    }
}

/// Refuses what would touch too many pixels when it is drawn in this size.
pub(super) fn check_work(tree: &usvg::Tree, scale: f32, canvas: f64) -> Result<(), ImageError> {
    let per_unit = f64::from(scale) * f64::from(scale);
    let touched = touched(tree.root(), per_unit, canvas);
    if touched <= MAX_TOUCHED {
        Ok(())
    } else {
        Err(ImageError::TooComplex)
    }
}

fn touched(group: &Group, per_unit: f64, canvas: f64) -> f64 {
    let layer = group.abs_layer_bounding_box();
    let layer = (f64::from(layer.width()) * f64::from(layer.height()) * per_unit).min(canvas);
    let effects = group.filters().iter();
    let effects = effects
        .map(|filter| filter.primitives().len())
        .sum::<usize>() as f64;
    let mut all = layer * (1.0 + effects * EFFECT);
    for node in group.children() {
        all += match node {
            usvg::Node::Group(group) => touched(group, per_unit, canvas),
            other => {
                let size = other.abs_bounding_box();
                (f64::from(size.width()) * f64::from(size.height()) * per_unit).min(canvas)
            }
        };
        // Masks, patterns and the like are drawn on a canvas of their own.
        node.subroots(|other| all += canvas + touched(other, per_unit, canvas));
        if all > MAX_TOUCHED {
            break;
        }
    }
    all
}
