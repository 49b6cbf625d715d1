//! Other sizes.

use fast_image_resize::ResizeOptions;
use image::{DynamicImage, GenericImage};

use crate::image::{ImageError, scaled};

/// Pixels of a side that can be asked for.
pub const MAX_MADE_SIDE: u32 = 4096;

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
    /// The side that follows may be of any length: what would be larger than can be asked for is refused.
    pub(super) fn apply(self, image: &DynamicImage) -> Result<DynamicImage, ImageError> {
        let place @ (width, height) = self.place(image);
        if self.fit != Fit::Inside && width.max(height) > MAX_MADE_SIDE {
            return Err(ImageError::TooLargeToMake { width, height });
        }
        let inside = inside(image, place);
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

    fn place(self, image: &DynamicImage) -> (u32, u32) {
        let (width, height) = (image.width(), image.height());
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

/// The largest size of this shape that fits, and is no larger than the picture.
fn inside(image: &DynamicImage, (wide, high): (u32, u32)) -> (u32, u32) {
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let scale = (f64::from(wide) / width)
        .min(f64::from(high) / height)
        .min(1.0);
    let side = |length: f64| ((length * scale).round() as u32).max(1);
    (side(width), side(height))
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
