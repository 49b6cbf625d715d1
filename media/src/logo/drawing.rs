//! Drawings as pixels. A stranger's drawing runs nothing, shows nothing but itself, and is small or none.

use std::panic::{AssertUnwindSafe, catch_unwind};

use image::RgbaImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::image::ImageError;

/// The longer side, in pixels.
const SIDE: f32 = 800.0;
/// A layer takes as much as the picture, and a drawing has few.
pub(super) const MEMORY: u64 = 32 << 20;

const BYTES_MAX: usize = 256 << 10;
const NODES_MAX: u32 = 20_000;
/// What is deeper would call itself too often.
const DEPTH_MAX: usize = 48;
/// Elements that are drawn more than once, each of which may hold others: more could draw without end.
const REPEATED_MAX: usize = 16;
/// What costs more than it shows, or draws again and again.
const COSTLY: [&str; 4] = ["filter", "pattern", "mask", "marker"];
const COSTLY_MAX: usize = 8;

pub(super) fn draw(bytes: &[u8]) -> Result<RgbaImage, ImageError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ImageError::Broken)?;
    // Texts that stand for others may stand for very long ones.
    if bytes.len() > BYTES_MAX || text.contains("<!ENTITY") {
        return Err(ImageError::TooMuchMemory);
    }
    catch_unwind(AssertUnwindSafe(|| drawn(text))).unwrap_or(Err(ImageError::Broken))
}

fn drawn(text: &str) -> Result<RgbaImage, ImageError> {
    let limits = ParsingOptions {
        allow_dtd: true,
        nodes_limit: NODES_MAX,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, limits).map_err(|_| ImageError::Broken)?;
    if !is_modest(&document) {
        return Err(ImageError::TooMuchMemory);
    }
    let options = Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_xmltree(&document, &options).map_err(|_| ImageError::Broken)?;
    let size = tree.size();
    let scale = SIDE / size.width().max(size.height());
    let pixels_of = |length: f32| (length * scale).round().clamp(1.0, SIDE) as u32;
    let (width, height) = (pixels_of(size.width()), pixels_of(size.height()));
    let mut pixels = Pixmap::new(width, height).ok_or(ImageError::TooMuchMemory)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    RgbaImage::from_raw(width, height, pixels.take_demultiplied()).ok_or(ImageError::Broken)
}

fn is_modest(document: &Document) -> bool {
    let named = |names: &[&str]| {
        let elements = document.descendants().filter(Node::is_element);
        let named = elements.filter(|node| names.contains(&node.tag_name().name()));
        named.count()
    };
    let mut depths: Vec<usize> = Vec::new();
    let mut is_flat = true;
    for node in document.descendants() {
        let at = node.id().get_usize();
        let parent = node
            .parent()
            .map_or(0, |parent| depths[parent.id().get_usize()] + 1);
        depths.resize(at.max(depths.len()), 0);
        depths.push(parent);
        is_flat &= parent <= DEPTH_MAX;
    }
    is_flat && named(&["use"]) <= REPEATED_MAX && named(&COSTLY) <= COSTLY_MAX
}
