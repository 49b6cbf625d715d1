//! Frames into bytes. Of each frame only what has changed is written.

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};
use image::{DynamicImage, RgbImage};

use super::colours::Colours;
use crate::image::{ImageError, opaque};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gif {
    pub bytes: Vec<u8>,
    pub width: u32,
    pub height: u32,
    pub frames: u32,
    /// What its first picture shows, in words.
    pub seen: String,
}

#[derive(Clone)]
pub(super) struct Frame {
    pub image: RgbImage,
    /// Hundredths of a second.
    pub delay: u16,
}

/// A picture and for how long it is there.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub image: &'a RgbImage,
    pub delay: u16,
}

/// Pixels less opaque than that are not there.
const SEEN: u8 = 128;
/// With one more for what is not there.
const COLOURS: u16 = 255;

impl From<EncodingError> for ImageError {
    fn from(_: EncodingError) -> Self {
        Self::Broken
    }
}

fn side(length: u32) -> Result<u16, ImageError> {
    u16::try_from(length).map_err(|_| ImageError::Broken)
}

/// Frames in bytes.
pub(super) enum Moving {
    Whole(Vec<u8>),
    /// So many of them are too much together.
    TooLarge {
        written: usize,
    },
}

/// As soon as it is known that it has more than `most` bytes nobody goes on.
pub(super) fn moving(
    frames: &[Shown<'_>],
    colours: u16,
    most: usize,
) -> Result<Moving, ImageError> {
    let first = frames.first().ok_or(ImageError::Empty)?;
    let (width, height) = first.image.dimensions();
    let mut colours = Colours::of(frames.iter().map(|frame| frame.image), colours)?;
    let unchanged = colours.len() as u8;
    let mut table = colours.table();
    table.extend([0; 3]);
    let mut encoder = Encoder::new(Vec::new(), side(width)?, side(height)?, &table)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: Option<Vec<u8>> = None;
    for (index, frame) in frames.iter().enumerate() {
        let pixels = frame.image.pixels();
        let now: Vec<u8> = pixels.map(|pixel| colours.index(pixel.0)).collect();
        let area = match &before {
            Some(before) => Area::changed(before, &now, width as usize),
            None => Area::whole(width as usize, height as usize),
        };
        let mut written = area.cut(&now, width as usize);
        if let Some(before) = &before {
            let was = area.cut(before, width as usize);
            for (pixel, was) in written.iter_mut().zip(was) {
                if *pixel == was {
                    *pixel = unchanged;
                }
            }
        }
        encoder.write_frame(&gif::Frame {
            delay: frame.delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(unchanged),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: written.into(),
            ..gif::Frame::default()
        })?;
        if encoder.get_ref().len() > most {
            let written = index + 1;
            return Ok(Moving::TooLarge { written });
        }
        before = Some(now);
    }
    let bytes = encoder.into_inner()?;
    let written = frames.len();
    Ok(if bytes.len() <= most {
        Moving::Whole(bytes)
    } else {
        Moving::TooLarge { written }
    })
}

pub(super) fn still(image: &DynamicImage) -> Result<Vec<u8>, ImageError> {
    let pixels = opaque(image);
    let (width, height) = (side(pixels.width())?, side(pixels.height())?);
    let mut colours = Colours::of(std::iter::once(&pixels), COLOURS)?;
    let nothing = colours.len() as u8;
    let mut table = colours.table();
    table.extend([0; 3]);
    let mut indices: Vec<u8> = pixels
        .pixels()
        .map(|pixel| colours.index(pixel.0))
        .collect();
    if let DynamicImage::ImageRgba8(image) = image {
        let unseen = image.pixels().map(|pixel| pixel.0[3] < SEEN);
        for (index, _) in indices.iter_mut().zip(unseen).filter(|(_, unseen)| *unseen) {
            *index = nothing;
        }
    }
    let mut encoder = Encoder::new(Vec::new(), width, height, &table)?;
    encoder.write_frame(&gif::Frame {
        transparent: Some(nothing),
        width,
        height,
        buffer: indices.into(),
        ..gif::Frame::default()
    })?;
    Ok(encoder.into_inner()?)
}

/// A part of the picture.
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    fn whole(width: usize, height: usize) -> Self {
        Self {
            left: 0,
            top: 0,
            width,
            height,
        }
    }

    /// Around all that differs; one pixel where nothing does, for a frame has to have some.
    fn changed(before: &[u8], now: &[u8], width: usize) -> Self {
        let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
        let rows = before.chunks(width).zip(now.chunks(width)).enumerate();
        for (row, (before, now)) in rows {
            let differs = |(was, is): (&u8, &u8)| was != is;
            let Some(first) = before.iter().zip(now).position(differs) else {
                continue;
            };
            let last = before.iter().zip(now).rposition(differs).unwrap_or(first);
            left = left.min(first);
            right = right.max(last);
            top = top.min(row);
            bottom = row;
        }
        if top == usize::MAX {
            return Self::whole(1, 1);
        }
        Self {
            left,
            top,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    fn cut(&self, pixels: &[u8], width: usize) -> Vec<u8> {
        let rows = pixels.chunks(width).skip(self.top).take(self.height);
        rows.flat_map(|row| &row[self.left..self.left + self.width])
            .copied()
            .collect()
    }
}
