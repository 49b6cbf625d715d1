//! Decoding within bounds, and for the sake of knowing that it can be done.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, ImageDecoder, ImageFormat, Limits};

use super::error::ImageError;
use super::jpeg;
use super::kind::Kind;
use super::{png, webp};

pub(super) const MAX_SIDE: u32 = 16_384;
/// Enough for 40 million pixels of four bytes, and some more.
const MAX_PIXEL_MEMORY: u64 = 184 << 20;
/// For tables, colour profiles and the like, which a few bytes of a file may unpack to.
const MAX_OTHER_MEMORY: u64 = 8 << 20;
const MAX_FRAMES: u64 = 1_000;
/// Pixels of all frames together: seconds of CPU.
const MAX_FRAME_PIXELS: u64 = 250_000_000;

/// Bytes that each pixel takes at most while an image is decoded, what decoders do not count among their own included.
pub(super) fn bytes_a_pixel(kind: Kind, bytes: &[u8]) -> u64 {
    let kept = match kind {
        // Half of what packing one takes, for which twice as much is reserved: the pixels as they are, and the file's own four
        // times.
        Kind::Png => 2 + 2 * png::bytes_of_pixel(bytes),
        // And a byte of each colour that comes of them.
        Kind::Jpeg => 2 * jpeg::kept_channels(bytes) + 3,
        // The canvas, a frame, and what both become.
        Kind::Gif | Kind::WebP => 12,
    };
    kept.max(8)
}

/// That, for a whole image.
pub(super) fn memory((width, height): (u32, u32), bytes_a_pixel: u64) -> u64 {
    u64::from(width) * u64::from(height) * bytes_a_pixel + MAX_OTHER_MEMORY
}

/// A decoder gets four channels of two bytes for a pixel at most.
pub(super) fn limits(size: (u32, u32)) -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(memory(size, 8).min(MAX_PIXEL_MEMORY + MAX_OTHER_MEMORY));
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

pub(super) fn format(kind: Kind) -> ImageFormat {
    match kind {
        Kind::Png => ImageFormat::Png,
        Kind::Jpeg => ImageFormat::Jpeg,
        Kind::Gif => ImageFormat::Gif,
        Kind::WebP => ImageFormat::WebP,
    }
}

/// What its header says. Only that is read: a decoder would unpack what stands before the pixels.
pub(super) fn dimensions(bytes: &[u8]) -> Result<(u32, u32), ImageError> {
    let size = imagesize::blob_size(bytes).map_err(|_| ImageError::Broken)?;
    let as_u32 = |pixels: usize| u32::try_from(pixels).map_err(|_| ImageError::Broken);
    Ok((as_u32(size.width)?, as_u32(size.height)?))
}

/// What no decoder finds out in time: one takes memory for whatever size a picture within claims, one is content with half of
/// an image. Whoever decodes looks at this first.
pub(super) fn check(kind: Kind, size: (u32, u32), bytes: &[u8]) -> Result<(), ImageError> {
    let is_sound = match kind {
        Kind::Jpeg => jpeg::is_complete(bytes),
        Kind::WebP => webp::sizes_agree(bytes, size),
        Kind::Png | Kind::Gif => true,
    };
    if is_sound {
        Ok(())
    } else {
        Err(ImageError::Broken)
    }
}

/// Whether it moves. A GIF and a WebP that may are decoded frame by frame, within the memory that an image of this size needs:
/// whoever reads the first picture of one knows nothing of the others.
pub(super) fn moves(kind: Kind, size: (u32, u32), bytes: &[u8]) -> Result<bool, ImageError> {
    match kind {
        Kind::Png => {
            let decoder = PngDecoder::with_limits(Cursor::new(bytes), limits(size))?;
            Ok(decoder.is_apng()?)
        }
        Kind::Jpeg => Ok(false),
        Kind::Gif => {
            let decoder = GifDecoder::new(Cursor::new(bytes))?;
            frames(decoder, size)
        }
        Kind::WebP => {
            let decoder = WebPDecoder::new(Cursor::new(bytes))?;
            let is_moving = decoder.has_animation();
            if is_moving {
                frames(decoder, size)?;
            }
            Ok(is_moving)
        }
    }
}

/// Whether there is more than one.
fn frames<'a>(
    mut decoder: impl ImageDecoder + AnimationDecoder<'a>,
    size: (u32, u32),
) -> Result<bool, ImageError> {
    let (width, height) = decoder.dimensions();
    let canvas = u64::from(width) * u64::from(height);
    decoder.set_limits(limits(size))?;
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
