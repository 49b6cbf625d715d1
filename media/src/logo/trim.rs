//! What a picture shows, without the margin around it.

use image::{Rgba, RgbaImage, imageops};

/// Parts of a pixel that nobody tells apart.
const TOLERANCE: u8 = 24;
/// What stays around a picture that brings its ground along.
const MARGIN: u32 = 4;
/// What is less is seen through.
const SEEN: u8 = 8;

/// `ground` is what a picture brings along behind what it shows. `None`: it shows nothing.
pub(super) fn trim(picture: &RgbaImage, ground: Option<Rgba<u8>>) -> Option<RgbaImage> {
    let (width, height) = picture.dimensions();
    let is_shown = |pixel: &Rgba<u8>| match ground {
        Some(ground) => !is_same(*pixel, ground),
        None => pixel.0[3] > SEEN,
    };
    let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
    for (x, y, pixel) in picture.enumerate_pixels() {
        if is_shown(pixel) {
            left = left.min(x);
            right = right.max(x + 1);
            top = top.min(y);
            bottom = bottom.max(y + 1);
        }
    }
    if left >= right {
        return None;
    }
    let margin = if ground.is_some() { MARGIN } else { 0 };
    let (left, top) = (left.saturating_sub(margin), top.saturating_sub(margin));
    let (right, bottom) = ((right + margin).min(width), (bottom + margin).min(height));
    Some(imageops::crop_imm(picture, left, top, right - left, bottom - top).to_image())
}

/// The colour of all four corners.
pub(super) fn ground(picture: &RgbaImage) -> Option<Rgba<u8>> {
    let (right, bottom) = (picture.width() - 1, picture.height() - 1);
    let first = *picture.get_pixel(0, 0);
    let others = [(right, 0), (0, bottom), (right, bottom)];
    let is_one = others
        .iter()
        .all(|(x, y)| is_same(*picture.get_pixel(*x, *y), first));
    is_one.then_some(first)
}

pub(super) fn is_same(one: Rgba<u8>, other: Rgba<u8>) -> bool {
    one.0
        .iter()
        .zip(other.0)
        .all(|(one, other)| one.abs_diff(other) <= TOLERANCE)
}
