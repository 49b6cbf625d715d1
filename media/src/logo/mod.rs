//! A picture that somebody has for a logo: cut to what it shows, in a size for mails, and looked at.

mod look;
mod trim;

use std::io::Cursor;

use image::{ImageFormat, RgbaImage, imageops};
use postrider_domain::accounts::brand::Color;

use crate::image::{Header, ImageError};
use crate::svg;

/// Twice what a mail shows, for dense screens.
const WIDEST: u32 = 600;
const HIGHEST: u32 = 240;
/// The longer side of a drawing: more than is kept, for the margin around it.
const DRAWN: f32 = 800.0;
/// A layer of a drawing takes as much as the picture, and a drawing has few.
const DRAWING_MEMORY: u64 = 32 << 20;

#[derive(Clone, Debug, PartialEq)]
pub struct LogoPicture {
    pub png: Vec<u8>,
    pub width: u32,
    pub height: u32,
    /// From 0 (black) to 1 (white), of all that is not see-through.
    pub lightness: f64,
    /// Nothing behind it is seen.
    pub is_opaque: bool,
    /// The most frequent ones that are no greys, with their share.
    pub colors: Vec<(Color, f64)>,
}

/// Bytes of memory that `read` takes at most, as far as its first bytes tell.
pub fn memory(bytes: &[u8]) -> Result<u64, ImageError> {
    match Header::read(bytes) {
        Ok(header) => Ok(header.memory()),
        Err(ImageError::Svg) => Ok(DRAWING_MEMORY),
        Err(error) => Err(error),
    }
}

/// Milliseconds to a second of CPU.
pub fn read(bytes: &[u8]) -> Result<LogoPicture, ImageError> {
    let whole = match Header::read(bytes) {
        Ok(header) => header.pixels(bytes)?.image.into_rgba8(),
        Err(ImageError::Svg) => svg::draw_to(bytes, DRAWN)?,
        Err(error) => return Err(error),
    };
    let is_opaque = whole.pixels().all(|pixel| pixel.0[3] > 250);
    let ground = trim::ground(&whole).filter(|_| is_opaque);
    let shown = trim::trim(&whole, ground).ok_or(ImageError::Empty)?;
    let shown = fitted(shown);
    let (width, height) = shown.dimensions();
    let seen = look::look(&shown, ground);
    let mut png = Cursor::new(Vec::new());
    shown.write_to(&mut png, ImageFormat::Png)?;
    Ok(LogoPicture {
        png: png.into_inner(),
        width,
        height,
        lightness: seen.lightness,
        is_opaque,
        colors: seen.colors,
    })
}

/// No larger than mails show it. Where a pixel is see-through its colour does not count, or edges would get darker.
fn fitted(mut picture: RgbaImage) -> RgbaImage {
    let (width, height) = picture.dimensions();
    let share = (f64::from(WIDEST) / f64::from(width)).min(f64::from(HIGHEST) / f64::from(height));
    if share >= 1.0 {
        return picture;
    }
    let side = |pixels: u32| ((f64::from(pixels) * share).round() as u32).max(1);
    for pixel in picture.pixels_mut() {
        let alpha = u32::from(pixel.0[3]);
        for part in &mut pixel.0[..3] {
            *part = ((u32::from(*part) * alpha + 127) / 255) as u8;
        }
    }
    let mut small = imageops::thumbnail(&picture, side(width), side(height));
    for pixel in small.pixels_mut() {
        let alpha = u32::from(pixel.0[3]).max(1);
        for part in &mut pixel.0[..3] {
            *part = ((u32::from(*part) * 255 + alpha / 2) / alpha).min(255) as u8;
        }
    }
    small
}

#[cfg(test)]
mod tests;
