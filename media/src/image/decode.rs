//! Decoding for the sake of knowing that it can be done.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::error::ImageError;
use super::jpeg;
use super::kind::Kind;

pub(super) const MAX_SIDE: u32 = 16_384;
/// Enough for 40 million pixels of four bytes, and some more.
const MAX_ALLOC: u64 = 192 << 20;
const MAX_FRAMES: u64 = 1_000;
/// Pixels of all frames together: seconds of CPU.
const MAX_FRAME_PIXELS: u64 = 250_000_000;

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_ALLOC);
    limits
}

impl From<image::ImageError> for ImageError {
    fn from(error: image::ImageError) -> Self {
        match error {
            image::ImageError::Limits(_) => Self::TooMuchMemory,
            _ => Self::Broken,
        }
    }
}

fn format(kind: Kind) -> ImageFormat {
    match kind {
        Kind::Png => ImageFormat::Png,
        Kind::Jpeg => ImageFormat::Jpeg,
        Kind::Gif => ImageFormat::Gif,
        Kind::WebP => ImageFormat::WebP,
    }
}

fn reader(kind: Kind, bytes: &[u8]) -> ImageReader<Cursor<&[u8]>> {
    ImageReader::with_format(Cursor::new(bytes), format(kind))
}

/// What its header says.
pub(super) fn dimensions(kind: Kind, bytes: &[u8]) -> Result<(u32, u32), ImageError> {
    let mut reader = reader(kind, bytes);
    reader.no_limits();
    Ok(reader.into_dimensions()?)
}

/// Decodes all of it, and tells whether it moves.
pub(super) fn all(kind: Kind, bytes: &[u8]) -> Result<bool, ImageError> {
    match kind {
        Kind::Png => {
            still(kind, bytes)?;
            let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits())?;
            Ok(decoder.is_apng()?)
        }
        // The decoder is content with half of one.
        Kind::Jpeg if !jpeg::is_complete(bytes) => Err(ImageError::Broken),
        Kind::Jpeg => still(kind, bytes).map(|()| false),
        Kind::Gif => {
            let decoder = GifDecoder::new(Cursor::new(bytes))?;
            frames(decoder)
        }
        Kind::WebP => {
            let decoder = WebPDecoder::new(Cursor::new(bytes))?;
            if decoder.has_animation() {
                frames(decoder).map(|_| true)
            } else {
                still(kind, bytes).map(|()| false)
            }
        }
    }
}

fn still(kind: Kind, bytes: &[u8]) -> Result<(), ImageError> {
    let mut reader = reader(kind, bytes);
    reader.limits(limits());
    reader.decode()?;
    Ok(())
}

/// Whether there is more than one.
fn frames<'a>(mut decoder: impl ImageDecoder + AnimationDecoder<'a>) -> Result<bool, ImageError> {
    let (width, height) = decoder.dimensions();
    let canvas = u64::from(width) * u64::from(height);
    decoder.set_limits(limits())?;
    let mut count = 0;
    for frame in decoder.into_frames() {
        frame?;
        count += 1;
        if is_too_long(count, canvas) {
            return Err(ImageError::TooManyFrames);
        }
    }
    if count == 0 {
        return Err(ImageError::Broken);
    }
    Ok(count > 1)
}

pub(super) fn is_too_long(frames: u64, canvas: u64) -> bool {
    frames > MAX_FRAMES || frames * canvas > MAX_FRAME_PIXELS
}
