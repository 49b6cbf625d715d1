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
use encode::{Frame, Shown};
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
    effort(120, 16, 3),
];

const fn effort(side: u32, colours: u16, every: usize) -> Effort {
    Effort {
        side,
        colours,
        every,
    }
}

/// A picture that moves as the effect says.
pub fn of_image(image: &DynamicImage, effect: Effect) -> Result<Gif, ImageError> {
    smallest_loss(|effort| Ok(calmed(effect.frames(image, effort.side)).into()))
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
    smallest_loss(|effort| Ok(lettering.frames(effort.side)?.into()))
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
    smallest_loss(|effort| Ok(no_larger(&frames, effort.side)))
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
    frames: impl Fn(Effort) -> Result<Cow<'a, [Frame]>, ImageError>,
) -> Result<Gif, ImageError> {
    for effort in EFFORTS {
        let frames = frames(effort)?;
        let made = encode::moving(&thinned(&frames, effort.every), effort.colours, MAX_BYTES)?;
        if let (Some(bytes), Some(first)) = (made, frames.first()) {
            let (width, height) = first.image.dimensions();
            return Ok(Gif {
                bytes,
                width,
                height,
                frames: frames.len().div_ceil(effort.every) as u32,
                seen: seen(&DynamicImage::ImageRgb8(first.image.clone())),
            });
        }
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
