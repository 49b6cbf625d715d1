//! The same picture in other pixels.

use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{IntoImageView, IntoImageViewMut, PixelTrait, ResizeOptions, Resizer};
use image::imageops::FilterType;
use image::{DynamicImage, Rgb, RgbImage};

/// On white where it is see-through.
pub(crate) fn opaque(image: &DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.to_rgb8();
    }
    let over = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    let image = image.to_rgba8();
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let [red, green, blue, alpha] = image.get_pixel(x, y).0;
        Rgb([red, green, blue].map(|value| over(value, alpha)))
    })
}

/// In another size.
pub(crate) fn scaled(
    image: &DynamicImage,
    (width, height): (u32, u32),
    options: ResizeOptions,
) -> DynamicImage {
    let mut to = DynamicImage::new(width, height, image.color());
    // Images are read into these two kinds of pixels. Each more is compiled for every instruction set that there is.
    let done = if image.color().has_alpha() {
        fill::<U8x4>(&mut to, image, &options)
    } else {
        fill::<U8x3>(&mut to, image, &options)
    };
    match done {
        Some(()) => to,
        None => image.resize_exact(width, height, FilterType::Triangle),
    }
}

/// Nothing where the pixels of one of them are others.
fn fill<P: PixelTrait>(
    to: &mut DynamicImage,
    image: &DynamicImage,
    options: &ResizeOptions,
) -> Option<()> {
    let from = image.image_view::<P>()?;
    let mut place = to.image_view_mut::<P>()?;
    Resizer::new().resize_typed(&from, &mut place, options).ok()
}
