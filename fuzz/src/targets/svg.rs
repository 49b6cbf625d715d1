//! Whatever is brought as a drawing: no crash, and no drawing that takes long or much memory.

use postrider_media::svg;

/// Of the longer side, in pixels: large ones find no more than small ones.
const SIDE: f32 = 200.0;

pub(super) fn run(input: &[u8]) {
    if let Ok(drawn) = svg::draw_to(input, SIDE) {
        assert!(drawn.width() > 0 && drawn.height() > 0);
    }
}
