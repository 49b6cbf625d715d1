//! Looks at bytes that claim to be an image.

use std::panic::{AssertUnwindSafe, catch_unwind};

use image::ImageFormat;

use super::decode::{self, MAX_SIDE};
use super::error::ImageError;
use super::kind::Kind;
use super::pixels::{self, Pixels};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    pub kind: Kind,
    pub width: u32,
    pub height: u32,
    pub animated: bool,
}

/// An image that has more is none.
pub const MAX_PIXELS: u64 = 40_000_000;
/// Bytes of memory that work on a single image takes at most, whatever more is reserved for it: a decoder for the largest there
/// is, with all its channels kept.
pub const MAX_MEMORY: u64 = 512 << 20;

/// What its first bytes say of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    kind: Kind,
    width: u32,
    height: u32,
    bytes_a_pixel: u64,
}

impl Header {
    /// Reads the kind and the size, and unpacks nothing.
    pub fn read(bytes: &[u8]) -> Result<Self, ImageError> {
        let kind = sniff(bytes)?;
        let (width, height) = decode::dimensions(bytes)?;
        if width == 0 || height == 0 {
            return Err(ImageError::Broken);
        }
        let pixels = u64::from(width) * u64::from(height);
        if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS {
            return Err(ImageError::TooManyPixels { width, height });
        }
        Ok(Self {
            kind,
            width,
            height,
            bytes_a_pixel: decode::bytes_a_pixel(kind, bytes),
        })
    }

    pub fn kind(self) -> Kind {
        self.kind
    }

    pub fn size(self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Its first picture, if it moves.
    pub fn pixels(self, bytes: &[u8]) -> Result<Pixels, ImageError> {
        self.decoded(bytes, pixels::read)
    }

    /// Bytes of memory that decoding it takes at most. Making another of the same size takes no more than twice as much.
    pub fn memory(self) -> u64 {
        decode::memory(self.size(), self.bytes_a_pixel)
    }

    /// The same for whoever copies its pixels once more, to tell what they show.
    pub fn memory_with_copy(self) -> u64 {
        self.memory() + 4 * u64::from(self.width) * u64::from(self.height)
    }

    /// Decodes the whole image: milliseconds to a second of CPU.
    pub fn decode(self, bytes: &[u8]) -> Result<Image, ImageError> {
        self.look_at(bytes).map(|(image, _)| image)
    }

    /// The same, with its first picture, if it moves: what cannot move is decoded once, for its picture is all of it.
    pub fn look_at(self, bytes: &[u8]) -> Result<(Image, Pixels), ImageError> {
        let (animated, pixels) = self.decoded(bytes, |kind, size, bytes| {
            let moves = decode::moves(kind, size, bytes)?;
            Ok((moves, pixels::read(kind, size, bytes)?))
        })?;
        let image = Image {
            kind: self.kind,
            width: self.width,
            height: self.height,
            animated,
        };
        Ok((image, pixels))
    }

    /// The one way to a decoder.
    fn decoded<T>(
        self,
        bytes: &[u8],
        decode: impl FnOnce(Kind, (u32, u32), &[u8]) -> Result<T, ImageError>,
    ) -> Result<T, ImageError> {
        let (kind, size) = (self.kind, self.size());
        decode::check(kind, size, bytes)?;
        within_its_fault(|| decode(kind, size, bytes))
    }
}

/// A decoder that gives up in the middle of an image has met a broken one.
fn within_its_fault<T>(decode: impl FnOnce() -> Result<T, ImageError>) -> Result<T, ImageError> {
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or(Err(ImageError::Broken))
}

/// Looks at the header and decodes the rest.
pub fn inspect(bytes: &[u8]) -> Result<Image, ImageError> {
    Header::read(bytes)?.decode(bytes)
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
