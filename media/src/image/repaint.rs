//! The same picture in other pixels.

use fast_image_resize::{ResizeOptions, Resizer};
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
    // Both have the same channels and at least a pixel: it cannot fail.
    if Resizer::new().resize(image, &mut to, &options).is_err() {
        return image.resize_exact(width, height, FilterType::Triangle);
    }
    to
}
