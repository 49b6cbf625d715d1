//! Other sizes.

use fast_image_resize::ResizeOptions;
use image::{DynamicImage, GenericImage};

use super::encode::packing;
use crate::image::{ImageError, scaled};

/// Pixels of a side that can be asked for.
const MAX_MADE_SIDE: u32 = 4096;
/// Bytes of a pixel of eight bits a channel, as every picture is read.
const PIXEL: u64 = 4;

/// How a picture goes into a place of another shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// No larger than the place, and never larger than it is.
    #[default]
    Inside,
    /// The place is filled; what does not fit is cut off.
    Cover,
    /// All of it is there, with room beside it.
    Contain,
    /// Stretched.
    Fill,
}

#[derive(Clone, Copy, Debug)]
pub struct Resize {
    /// One of them is enough: the other follows from the shape of the picture.
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub fit: Fit,
}

impl Resize {
    /// Bytes of memory that what becomes of a picture of this size takes at most, while it is made and while it is packed, beside
    /// those of the picture itself.
    pub fn memory(self, (width, height): (u32, u32)) -> u64 {
        // Nobody knows yet whether the picture is shown turned.
        let upright = self.memory_upright((width, height));
        upright.max(self.memory_upright((height, width)))
    }

    fn memory_upright(self, size: (u32, u32)) -> u64 {
        let place = self.place(size);
        let (width, height) = match self.fit {
            Fit::Inside => inside(size, place),
            // What would be larger is refused.
            _ => (place.0.min(MAX_MADE_SIDE), place.1.min(MAX_MADE_SIDE)),
        };
        let pixels = |wide: u32, high: u32| u64::from(wide) * u64::from(high);
        // Between the two it has its new height and its old width.
        let making = PIXEL * (pixels(size.0, height) + pixels(width, height));
        making.max(packing(PIXEL) * pixels(width, height))
    }

    /// The side that follows may be of any length: what would be larger than can be asked for is refused.
    pub(super) fn apply(self, image: &DynamicImage) -> Result<DynamicImage, ImageError> {
        let size = (image.width(), image.height());
        let place @ (width, height) = self.place(size);
        if self.fit != Fit::Inside && width.max(height) > MAX_MADE_SIDE {
            return Err(ImageError::TooLargeToMake { width, height });
        }
        let inside = inside(size, place);
        Ok(match self.fit {
            Fit::Inside => scaled(image, inside, ResizeOptions::new()),
            Fit::Cover => {
                let centred = ResizeOptions::new().fit_into_destination(Some((0.5, 0.5)));
                scaled(image, place, centred)
            }
            Fit::Fill => scaled(image, place, ResizeOptions::new()),
            Fit::Contain => {
                let small = scaled(image, inside, ResizeOptions::new());
                centred(&small, place)
            }
        })
    }

    fn place(self, (width, height): (u32, u32)) -> (u32, u32) {
        let follow = |given: u32, own: u32, other: u32| {
            let side = f64::from(other) * f64::from(given) / f64::from(own);
            (side.round() as u32).max(1)
        };
        match (self.width, self.height) {
            (Some(wide), Some(high)) => (wide, high),
            (Some(wide), None) => (wide, follow(wide, width, height)),
            (None, Some(high)) => (follow(high, height, width), high),
            (None, None) => (width, height),
        }
    }
}

/// The largest size of a picture's shape that fits, and is no larger than the picture.
fn inside((width, height): (u32, u32), (wide, high): (u32, u32)) -> (u32, u32) {
    let (width, height) = (f64::from(width), f64::from(height));
    let scale = (f64::from(wide) / width)
        .min(f64::from(high) / height)
        .min(1.0);
    let side = |length: f64| ((length * scale).round() as u32).max(1);
    (side(width), side(height))
}

/// What is left of a picture when as much is cut off on either side.
pub fn middle(image: &DynamicImage, (width, height): (u32, u32)) -> DynamicImage {
    let left = image.width().saturating_sub(width) / 2;
    let top = image.height().saturating_sub(height) / 2;
    image.crop_imm(left, top, width, height)
}

/// In the middle of a canvas: see-through where the picture can be, else white.
fn centred(image: &DynamicImage, (width, height): (u32, u32)) -> DynamicImage {
    let mut canvas = if image.color().has_alpha() {
        DynamicImage::new_rgba8(width, height)
    } else {
        let white = image::RgbImage::from_pixel(width, height, image::Rgb([255; 3]));
        DynamicImage::ImageRgb8(white)
    };
    let (left, top) = (
        (width - image.width().min(width)) / 2,
        (height - image.height().min(height)) / 2,
    );
    // It is no larger than the canvas.
    let _ = canvas.copy_from(image, left, top);
    canvas
}
