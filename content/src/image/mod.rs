//! What bytes really are. Neither a name nor a header is believed: the image is decoded, within bounds.

mod decode;
mod jpeg;
#[cfg(test)]
mod tests;

use image::ImageFormat;

/// Kinds that mail clients show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Png,
    Jpeg,
    Gif,
    WebP,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    pub kind: Kind,
    pub width: u32,
    pub height: u32,
    pub animated: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("it is no image")]
    NotAnImage,
    #[error("it is an SVG, which mail clients do not show")]
    Svg,
    #[error("it is neither PNG, JPEG, GIF nor WebP")]
    OtherKind,
    #[error("it has {width} x {height} pixels, more than 16,384 a side or 40 million in all")]
    TooManyPixels { width: u32, height: u32 },
    #[error("it takes too much memory to decode")]
    TooMuchMemory,
    #[error("its animation is too long")]
    TooManyFrames,
    #[error("it is broken: it cannot be decoded to its end")]
    Broken,
}

const MAX_SIDE: u32 = 16_384;
const MAX_PIXELS: u64 = 40_000_000;

impl Kind {
    pub const ALL: [Self; 4] = [Self::Png, Self::Jpeg, Self::Gif, Self::WebP];

    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::WebP => "webp",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
        }
    }

    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.extension() == extension)
    }
}

/// Decodes the whole image: milliseconds to a second of CPU, and up to some hundred megabytes for the
/// largest.
pub fn inspect(bytes: &[u8]) -> Result<Image, ImageError> {
    let kind = sniff(bytes)?;
    let (width, height) = decode::dimensions(kind, bytes)?;
    if width == 0 || height == 0 {
        return Err(ImageError::Broken);
    }
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS {
        return Err(ImageError::TooManyPixels { width, height });
    }
    Ok(Image {
        kind,
        width,
        height,
        animated: decode::all(kind, bytes)?,
    })
}

fn sniff(bytes: &[u8]) -> Result<Kind, ImageError> {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => Ok(Kind::Png),
        Ok(ImageFormat::Jpeg) => Ok(Kind::Jpeg),
        Ok(ImageFormat::Gif) => Ok(Kind::Gif),
        Ok(ImageFormat::WebP) => Ok(Kind::WebP),
        Ok(_) => Err(ImageError::OtherKind),
        Err(_) if is_svg(bytes) => Err(ImageError::Svg),
        Err(_) => Err(ImageError::NotAnImage),
    }
}

/// Only for the message: whether a text names the element `svg` near its beginning, behind a declaration or
/// comments.
fn is_svg(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let start = &start[..start.len().min(1024)];
    start.starts_with(b"<")
        && !start[..start.len().min(15)].eq_ignore_ascii_case(b"<!doctype html>")
        && start
            .windows(4)
            .any(|part| part.eq_ignore_ascii_case(b"<svg"))
}
