//! What a drawing may be made of. A few bytes can ask for years of work: elements that stand for many others, effects that look
//! at every pixel many times.

use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};

use super::counting::Counter;
use super::numbers::{
    has_bounded_letters, has_bounded_room, has_endless_curves, is_round_by_letters,
    is_round_by_share, keeps_letters,
};
use super::sheets::Sheets;
use crate::image::ImageError;

const MAX_BYTES: usize = 1 << 20;
const MAX_STYLES: usize = 32 << 10;
const MAX_NODES: u32 = 40_000;
/// Bytes of style sheets times the elements that each of their rules is held against.
const MAX_STYLED: u64 = 64 << 20;

/// Effects whose cost nobody can tell from the size of what they are for, and words that are fetched from anywhere in the
/// drawing.
const REFUSED: [&str; 4] = ["feTurbulence", "feConvolveMatrix", "feMorphology", "tref"];

/// Reads a drawing that can be drawn. Entities are resolved as far as they stand in it, and no further.
pub(super) fn read(bytes: &[u8]) -> Result<Document<'_>, ImageError> {
    if bytes.len() > MAX_BYTES {
        return Err(ImageError::TooComplex);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| ImageError::Broken)?;
    if !entities_stay_short(text) {
        return Err(ImageError::TooComplex);
    }
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|_| ImageError::Broken)?;
    check(&document)?;
    Ok(document)
}

/// An entity is written out wherever it is named: none may hold another, and the longest times all that are named is no more
/// than a drawing may be long anyway.
fn entities_stay_short(text: &str) -> bool {
    let mut longest = 0;
    for declared in text.split("<!ENTITY").skip(1) {
        let Some(start) = declared.find(['"', '\'']) else {
            return false;
        };
        let (quote, behind) = declared[start..].split_at(1);
        match behind.split_once(quote) {
            Some((value, _)) if !value.contains('&') => longest = longest.max(value.len()),
            _ => return false,
        }
    }
    longest.saturating_mul(text.matches('&').count()) <= MAX_BYTES
}

fn check(document: &Document) -> Result<(), ImageError> {
    let elements = || document.descendants().filter(Node::is_element);
    let mut styles = Vec::new();
    for node in elements() {
        if REFUSED.contains(&node.tag_name().name()) || has_endless_curves(node) {
            return Err(ImageError::TooComplex);
        }
        if node.tag_name().name() == "style" {
            styles.extend(node.text());
        }
    }
    if elements().any(is_round_by_share) && !elements().all(has_bounded_room) {
        return Err(ImageError::TooComplex);
    }
    let are_bounded = || {
        let styles_keep = styles.iter().all(|style| keeps_letters(style));
        styles_keep && elements().all(has_bounded_letters)
    };
    if elements().any(is_round_by_letters) && !are_bounded() {
        return Err(ImageError::TooComplex);
    }
    let sheet_bytes = styles.iter().map(|text| text.len()).sum::<usize>();
    if sheet_bytes > MAX_STYLES {
        return Err(ImageError::TooComplex);
    }
    let sheets = Sheets::read(&styles)?;
    let drawn = Counter::new(elements(), &sheets).all(document.root_element())?;
    if drawn * sheet_bytes as u64 > MAX_STYLED {
        return Err(ImageError::TooComplex);
    }
    Ok(())
}
