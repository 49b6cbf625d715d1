//! Draws.

use std::sync::{Arc, LazyLock};

use image::RgbaImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree, fontdb};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::bounds;
use super::work::{MAX_SIDE, check_work};
use crate::image::ImageError;

/// The longer side of what is small by itself.
const MIN_SIDE: f32 = 200.0;
/// Screens that show two pixels for one.
const DENSITY: f32 = 2.0;
/// Drawing goes into itself once for each level of the drawing.
const STACK: usize = 16 << 20;

/// The one typeface there is.
static TYPEFACE: &[u8] = include_bytes!("../../fonts/Inter-Bold.otf");

/// Letters of every drawing that has any: what is installed on a machine makes no difference.
static LETTERS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut letters = fontdb::Database::new();
    letters.load_font_data(TYPEFACE.to_vec());
    for set in [
        fontdb::Database::set_serif_family::<&str>,
        fontdb::Database::set_sans_serif_family::<&str>,
        fontdb::Database::set_monospace_family::<&str>,
        fontdb::Database::set_cursive_family::<&str>,
        fontdb::Database::set_fantasy_family::<&str>,
    ] {
        set(&mut letters, "Inter");
    }
    Arc::new(letters)
});

/// Those of a text that would be empty boxes.
pub fn unknown_letters(text: &str) -> String {
    let Ok(typeface) = FontRef::new(TYPEFACE) else {
        return String::new();
    };
    let letters = typeface.charmap();
    let unknown = |each: &char| !is_unseen(*each) && letters.map(*each).is_none();
    text.chars().filter(unknown).collect()
}

/// How wide each letter of a text is, as a part of the size it is written in. One that is drawn together with the one before it
/// takes nothing.
pub fn letter_widths(text: &str) -> Vec<f64> {
    let Ok(typeface) = FontRef::new(TYPEFACE) else {
        return text.chars().map(|_| 1.0).collect();
    };
    let letters = typeface.charmap();
    let widths = typeface.glyph_metrics(Size::new(1.0), LocationRef::default());
    let width = |each: char| match letters.map(each) {
        None if is_unseen(each) => Some(0.0),
        // The empty box.
        letter => widths.advance_width(letter.unwrap_or(GlyphId::NOTDEF)),
    };
    // One that the typeface does not measure is as wide as it is high.
    text.chars()
        .map(|each| f64::from(width(each).unwrap_or(1.0)))
        .collect()
}

/// What has no picture of its own: spaces, and what says how its neighbours are written.
fn is_unseen(each: char) -> bool {
    each.is_whitespace()
        || matches!(each, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE00}'..='\u{FE0F}')
}

/// A drawing in the size that it says, twice as dense.
pub fn draw(bytes: &[u8]) -> Result<RgbaImage, ImageError> {
    drawn(bytes, |width, height| {
        let longer = width.max(height);
        let wanted = (longer * DENSITY).clamp(MIN_SIDE, MAX_SIDE);
        wanted / longer
    })
}

/// A drawing as large as it says.
pub fn draw_at(bytes: &[u8], scale: f32) -> Result<RgbaImage, ImageError> {
    drawn(bytes, |_, _| scale)
}

/// A drawing whose longer side has so many pixels.
pub fn draw_to(bytes: &[u8], longer: f32) -> Result<RgbaImage, ImageError> {
    drawn(bytes, |width, height| longer / width.max(height))
}

fn drawn(bytes: &[u8], scale: impl Fn(f32, f32) -> f32 + Send) -> Result<RgbaImage, ImageError> {
    let drawing = std::thread::Builder::new().stack_size(STACK);
    std::thread::scope(|scope| {
        let thread = drawing.spawn_scoped(scope, move || draw_here(bytes, scale));
        let thread = thread.map_err(|_| ImageError::TooMuchMemory)?;
        // One that panics has met a broken drawing.
        thread.join().unwrap_or(Err(ImageError::Broken))
    })
}

fn draw_here(bytes: &[u8], scale: impl Fn(f32, f32) -> f32) -> Result<RgbaImage, ImageError> {
    let document = bounds::read(bytes)?;
    let options = Options {
        fontdb: Arc::clone(&LETTERS),
        font_family: "Inter".to_owned(),
        // Pictures inside of it would be bytes of yet another kind: they are left out, wherever they are.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_xmltree(&document, &options).map_err(|_| ImageError::Broken)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = scale(width, height);
    let side = |length: f32| (length * scale).round().clamp(1.0, MAX_SIDE) as u32;
    let (pixels_wide, pixels_high) = (side(width), side(height));
    let canvas = f64::from(pixels_wide) * f64::from(pixels_high);
    check_work(&tree, scale, canvas)?;
    let mut pixels = Pixmap::new(pixels_wide, pixels_high).ok_or(ImageError::TooMuchMemory)?;
    let place = Transform::from_scale(pixels_wide as f32 / width, pixels_high as f32 / height);
    resvg::render(&tree, place, &mut pixels.as_mut());
    if pixels.pixels().iter().all(|pixel| pixel.alpha() == 0) {
        return Err(ImageError::Empty);
    }
    RgbaImage::from_raw(pixels_wide, pixels_high, pixels.take_demultiplied())
        .ok_or(ImageError::Broken)
}
