//! The pixels of an image, the right way up.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, RgbaImage};

use super::decode::{format, limits};
use super::error::ImageError;
use super::kind::Kind;

/// A longer description of colours is no description.
const MAX_PROFILE: usize = 64 << 10;

pub struct Pixels {
    /// Eight bits a channel, with or without transparency.
    pub image: DynamicImage,
    /// What its colours mean, where that is not the usual.
    pub profile: Option<Vec<u8>>,
    /// How the file says that it is to be turned: it was.
    pub turned: Orientation,
}

impl Pixels {
    /// Of a drawing.
    pub fn drawn(image: RgbaImage) -> Self {
        Self {
            image: DynamicImage::ImageRgba8(image),
            profile: None,
            turned: Orientation::NoTransforms,
        }
    }
}

/// Whether it speaks of red, green and blue: inks and greys were translated to them without it.
fn is_of_pixels(profile: &[u8]) -> bool {
    profile.len() <= MAX_PROFILE && profile.get(16..20) == Some(b"RGB ")
}

pub(super) fn read(kind: Kind, size: (u32, u32), bytes: &[u8]) -> Result<Pixels, ImageError> {
    let mut limits = limits(size);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format(kind));
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    // What a few bytes say must not be larger than what the header says.
    limits.reserve(decoder.total_bytes())?;
    let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let mut image = DynamicImage::from_decoder(decoder)?;
    image = if image.color().has_alpha() {
        DynamicImage::ImageRgba8(image.into_rgba8())
    } else {
        DynamicImage::ImageRgb8(image.into_rgb8())
    };
    image.apply_orientation(turned);
    Ok(Pixels {
        image,
        profile: profile.filter(|profile| is_of_pixels(profile)),
        turned,
    })
}
