//! Makes a document of a sketch: one of six layouts in the colours and letters of a brand.

mod choice;
mod fonts;
mod insertion;
mod layouts;
mod look;
pub(crate) mod make;
mod names;
mod opening;
mod pieces;
mod products;
mod theme;

use crate::document::BlockDocument;
use crate::sketch::Sketch;
pub(crate) use choice::hash;
pub use choice::layout_for;
pub(crate) use fonts::stack as font_stack;
pub(crate) use insertion::insertion;
use layouts::Composer;
pub use look::{Layout, Look};
use names::Names;
use pieces::Pieces;
use theme::Palette;
pub(crate) use theme::tint;

/// The document of a sketch. The same sketch, look and layout always give the same document; what cannot be shown falls
/// out, so a sketch is checked before.
pub fn compose(sketch: &Sketch, look: &Look, layout: Layout) -> BlockDocument {
    let palette = Palette::of(look);
    let pieces = Pieces {
        palette: &palette,
        names: Names::default(),
    };
    Composer::new(sketch, look, pieces).compose(layout)
}
