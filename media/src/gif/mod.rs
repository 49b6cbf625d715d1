//! Pictures that move. The first one is complete, for clients that show no other; and none flashes so often that it harms.

mod colours;
mod effect;
mod encode;
mod flashing;
mod lettering;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use image::{DynamicImage, RgbImage};

use crate::image::{ImageError, seen};
pub use effect::Effect;
use effect::within;
pub use encode::Gif;
use encode::{Frame, Moving, Shown};
pub use lettering::{Lettering, words_to_show};

/// Of either side.
pub const MAX_SIDE: u32 = 600;
pub const MAX_BYTES: usize = 1 << 20;

/// What is given up, step by step, until the bytes are few enough.
#[derive(Clone, Copy, Debug)]
struct Effort {
    side: u32,
    colours: u16,
    /// Of two frames or three, one stays.
    every: usize,
}

/// What the beginning of a GIF tells of the rest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// Its frames are much the same, so each has about as many bytes.
    Alike,
    Unknown,
}

/// Hundredths of a second that each frame is there longer, until they flash no more.
const SLOWER: u16 = 3;

const EFFORTS: [Effort; 8] = [
    effort(MAX_SIDE, 255, 1),
    effort(MAX_SIDE, 96, 1),
    effort(480, 128, 1),
    effort(480, 64, 2),
    effort(360, 64, 2),
    effort(280, 48, 2),
    effort(200, 32, 3),
    effort(SMALLEST_SIDE, 16, 3),
];
const SMALLEST_SIDE: u32 = 120;
/// Fewer colours and pixels save more than their number says: what would be larger by no more than this is tried.
const LEEWAY: f64 = 2.0;

const fn effort(side: u32, colours: u16, every: usize) -> Effort {
    Effort {
        side,
        colours,
        every,
    }
}

impl Effort {
    /// How many bytes there are of it, compared with others.
    fn weight(self) -> f64 {
        let pixels = f64::from(self.side).powi(2) / self.every as f64;
        pixels * f64::from(self.colours).log2()
    }
}

/// A picture that moves as the effect says.
pub fn of_image(image: &DynamicImage, effect: Effect) -> Result<Gif, ImageError> {
    smallest_loss(Rest::Alike, |side| {
        Ok(calmed(effect.frames(image, side)).into())
    })
}

/// What flashes as it moves, as stripes do that slide, moves more slowly.
fn calmed(mut frames: Vec<Frame>) -> Vec<Frame> {
    while flashing::flashes(&frames) {
        for frame in &mut frames {
            frame.delay = frame.delay.max(flashing::CALM.min(frame.delay + SLOWER));
        }
    }
    frames
}

/// Words that appear one after the other.
pub fn of_words(lettering: &Lettering) -> Result<Gif, ImageError> {
    smallest_loss(Rest::Unknown, |side| Ok(lettering.frames(side)?.into()))
}

/// Pictures of a video, so many a second.
pub fn of_video(pictures: Vec<RgbImage>, fps: u8) -> Result<Gif, ImageError> {
    let (fps, pictures) = (u32::from(fps.max(1)), (0..).zip(pictures));
    // Hundredths of a second do not divide by every number: no picture is late by more than one.
    let at = |index: u32| (index * 100 + fps / 2) / fps;
    let frames = pictures.map(|(index, image)| Frame {
        image,
        delay: (at(index + 1) - at(index)) as u16,
    });
    let frames: Vec<Frame> = frames.collect();
    if flashing::flashes(&frames) {
        return Err(ImageError::Flashes);
    }
    smallest_loss(Rest::Unknown, |side| Ok(no_larger(&frames, side)))
}

fn no_larger(frames: &[Frame], side: u32) -> Cow<'_, [Frame]> {
    let (width, height) = frames
        .first()
        .map_or((0, 0), |first| first.image.dimensions());
    if width.max(height) <= side {
        return frames.into();
    }
    let smaller = frames.iter().map(|frame| Frame {
        image: within(&DynamicImage::ImageRgb8(frame.image.clone()), side),
        delay: frame.delay,
    });
    smaller.collect::<Vec<_>>().into()
}

/// A picture that does not.
pub(crate) fn still(image: &DynamicImage) -> Result<Vec<u8>, ImageError> {
    encode::still(image)
}

fn smallest_loss<'a>(
    rest: Rest,
    frames: impl Fn(u32) -> Result<Cow<'a, [Frame]>, ImageError>,
) -> Result<Gif, ImageError> {
    let mut before: Option<(u32, Cow<'a, [Frame]>)> = None;
    let mut heaviest = f64::INFINITY;
    for effort in EFFORTS {
        let is_last = effort.side == SMALLEST_SIDE;
        if effort.weight() > heaviest && !is_last {
            continue;
        }
        let known = before.take().filter(|(side, _)| *side == effort.side);
        let frames = match known {
            Some((_, frames)) => frames,
            None => frames(effort.side)?,
        };
        let shown = thinned(&frames, effort.every);
        let first = frames.first().ok_or(ImageError::Empty)?;
        match encode::moving(&shown, effort.colours, MAX_BYTES)? {
            Moving::Whole(bytes) => {
                let (width, height) = first.image.dimensions();
                return Ok(Gif {
                    bytes,
                    width,
                    height,
                    frames: shown.len() as u32,
                    seen: seen(&DynamicImage::ImageRgb8(first.image.clone())),
                });
            }
            Moving::TooLarge { written } if rest == Rest::Alike => {
                let times = shown.len() as f64 / written as f64;
                heaviest = effort.weight() * LEEWAY / times;
            }
            Moving::TooLarge { .. } => {}
        }
        before = Some((effort.side, frames));
    }
    Err(ImageError::TooMuchMemory)
}

/// Every second or third, each for as long as those that it stands for.
fn thinned(frames: &[Frame], every: usize) -> Vec<Shown<'_>> {
    let few = frames.chunks(every).filter_map(|few| {
        Some(Shown {
            image: &few.first()?.image,
            delay: few.iter().map(|frame| frame.delay).sum(),
        })
    });
    few.collect()
}
