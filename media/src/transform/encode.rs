//! Pixels into bytes, small ones.

use std::io::Cursor;
use std::time::Duration;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder};
use mozjpeg::{ColorSpace, Compress};
use oxipng::{Options, StripChunks};

use super::webp::with_profile;
use crate::gif;
use crate::image::{ImageError, Kind, MAX_MEMORY, Pixels, bytes_of_pixel, opaque};

/// Above so many pixels the last per cent of bytes takes too long.
const LARGE: u64 = 8_000_000;
/// How long better ways to pack a picture are looked for.
const PACKING: Duration = Duration::from_secs(3);

pub(super) fn encode(
    image: &DynamicImage,
    kind: Kind,
    from: &Pixels,
    quality: u8,
) -> Result<Vec<u8>, ImageError> {
    match kind {
        Kind::Png => png_in(image, from.profile.as_deref()),
        Kind::Jpeg => jpeg(image, from.profile.as_deref(), quality),
        Kind::WebP => Ok(webp(image, from.profile.as_deref(), quality)),
        Kind::Gif => gif::still(image),
    }
}

fn is_large((width, height): (u32, u32)) -> bool {
    u64::from(width) * u64::from(height) > LARGE
}

/// Every pixel as it is.
pub fn png(image: &DynamicImage) -> Result<Vec<u8>, ImageError> {
    png_in(image, None)
}

fn png_in(image: &DynamicImage, profile: Option<&[u8]>) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder =
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
    if let Some(profile) = profile {
        // Without it the colours are a little off, and the picture is there.
        let _ = encoder.set_icc_profile(profile.to_vec());
    }
    encoder.write_image(
        image.as_bytes(),
        image.width(),
        image.height(),
        image.color().into(),
    )?;
    let bytes = bytes.into_inner();
    let size = (image.width(), image.height());
    let packed = has_room(&bytes, size, MAX_MEMORY).then(|| packed(&bytes, size));
    Ok(packed.flatten().unwrap_or(bytes))
}

/// Bytes of memory for each pixel while a PNG is packed: the pixel as it is, and that of the file, as it comes, with fewer
/// colours, filtered and packed.
pub(super) const fn packing(bytes_of_pixel: u64) -> u64 {
    4 + 4 * bytes_of_pixel
}

/// Whether it can be packed with so many bytes of memory.
pub(super) fn has_room(png: &[u8], (width, height): (u32, u32), most: u64) -> bool {
    u64::from(width) * u64::from(height) * packing(bytes_of_pixel(png)) <= most
}

/// The same picture in fewer bytes, if there is a way.
pub(super) fn packed(png: &[u8], size: (u32, u32)) -> Option<Vec<u8>> {
    let mut options = Options::from_preset(if is_large(size) { 0 } else { 2 });
    options.strip = StripChunks::Safe;
    options.timeout = Some(PACKING);
    oxipng::optimize_from_memory(png, &options).ok()
}

fn jpeg(image: &DynamicImage, profile: Option<&[u8]>, quality: u8) -> Result<Vec<u8>, ImageError> {
    let pixels = opaque(image);
    let mut settings = Compress::new(ColorSpace::JCS_RGB);
    settings.set_size(pixels.width() as usize, pixels.height() as usize);
    if is_large(pixels.dimensions()) {
        settings.set_fastest_defaults();
    }
    settings.set_quality(f32::from(quality));
    let failed = |_| ImageError::Broken;
    let mut started = settings.start_compress(Vec::new()).map_err(failed)?;
    if let Some(profile) = profile {
        started.write_icc_profile(profile);
    }
    started.write_scanlines(&pixels).map_err(failed)?;
    started.finish().map_err(failed)
}

fn webp(image: &DynamicImage, profile: Option<&[u8]>, quality: u8) -> Vec<u8> {
    let (width, height) = (image.width(), image.height());
    let encoder = if image.color().has_alpha() {
        webp::Encoder::from_rgba(image.as_bytes(), width, height)
    } else {
        webp::Encoder::from_rgb(image.as_bytes(), width, height)
    };
    let bytes = encoder.encode(f32::from(quality)).to_vec();
    let profiled = profile.and_then(|profile| with_profile(&bytes, profile, (width, height)));
    profiled.unwrap_or(bytes)
}
