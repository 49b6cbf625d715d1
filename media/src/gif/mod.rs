//! Pictures that move. The first one is complete, for clients that show no other; and none flashes so often that it harms.

mod colours;
mod effect;
mod encode;
mod lettering;
#[cfg(test)]
mod tests;

use image::DynamicImage;

use crate::image::ImageError;
pub use effect::Effect;
use encode::Frame;
pub use encode::Gif;
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
    smallest_loss(|effort| Ok(effect.frames(image, effort.side)))
}

/// Words that appear one after the other.
pub fn of_words(lettering: &Lettering) -> Result<Gif, ImageError> {
    smallest_loss(|effort| lettering.frames(effort.side))
}

/// A picture that does not.
pub(crate) fn still(image: &DynamicImage) -> Result<Vec<u8>, ImageError> {
    encode::still(image)
}

fn smallest_loss(
    frames: impl Fn(Effort) -> Result<Vec<Frame>, ImageError>,
) -> Result<Gif, ImageError> {
    for effort in EFFORTS {
        let frames = thinned(frames(effort)?, effort.every);
        let gif = encode::moving(&frames, effort.colours)?;
        if gif.bytes.len() <= MAX_BYTES {
            return Ok(gif);
        }
    }
    Err(ImageError::TooMuchMemory)
}

/// Every second or third, each for as long as those that it stands for.
fn thinned(frames: Vec<Frame>, every: usize) -> Vec<Frame> {
    let delays: Vec<u16> = frames
        .chunks(every)
        .map(|few| few.iter().map(|frame| frame.delay).sum())
        .collect();
    let kept = frames.into_iter().step_by(every).zip(delays);
    kept.map(|(frame, delay)| Frame { delay, ..frame })
        .collect()
}
