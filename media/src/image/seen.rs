//! What an image shows, as far as a few pixels tell: words by which somebody may look for it.

use image::{DynamicImage, RgbaImage, imageops};

/// Enough to tell colours.
const SIDE: u32 = 32;
/// A colour that covers less than one pixel in so many goes unmentioned.
const SHARE: usize = 8;
/// A drawing has few colours.
const COLOURS_OF_DRAWING: usize = 96;

/// Shape, kind and colours: `landscape photo blue white`.
pub fn seen(image: &DynamicImage) -> String {
    let (width, height) = (image.width(), image.height());
    let small = imageops::thumbnail(&image.to_rgba8(), width.min(SIDE), height.min(SIDE));
    let mut words = vec![shape(width, height), manner(&small)];
    words.extend(colours(&small));
    words.join(" ")
}

fn shape(width: u32, height: u32) -> &'static str {
    match (u64::from(width) * 10, u64::from(height) * 10) {
        (wide, high) if wide > high * 3 => "banner",
        (wide, high) if wide > high * 11 / 10 => "landscape",
        (wide, high) if high > wide * 11 / 10 => "portrait",
        _ => "square",
    }
}

fn manner(small: &RgbaImage) -> &'static str {
    let mut known: Vec<[u8; 3]> = small
        .pixels()
        .map(|pixel| [pixel.0[0] >> 4, pixel.0[1] >> 4, pixel.0[2] >> 4])
        .collect();
    known.sort_unstable();
    known.dedup();
    if known.len() > COLOURS_OF_DRAWING {
        "photo"
    } else {
        "drawing graphic"
    }
}

/// The names of colours that cover most, the largest first.
fn colours(small: &RgbaImage) -> Vec<&'static str> {
    let mut counts: Vec<(usize, &'static str)> = Vec::new();
    let shown = small.pixels().filter(|pixel| pixel.0[3] > 127);
    let mut all = 0;
    for pixel in shown {
        let [red, green, blue, _] = pixel.0;
        let name = name(red, green, blue);
        all += 1;
        match counts.iter_mut().find(|(_, known)| *known == name) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, name)),
        }
    }
    counts.retain(|(count, _)| count * SHARE >= all);
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    counts.into_iter().map(|(_, name)| name).collect()
}

fn name(red: u8, green: u8, blue: u8) -> &'static str {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let spread = f32::from(most - least);
    if spread < 30.0 || spread < f32::from(most) * 0.15 {
        return match most {
            0..48 => "black",
            48..215 => "grey",
            _ => "white",
        };
    }
    let [red, green, blue] = [red, green, blue].map(f32::from);
    let most = f32::from(most);
    let sixths = if red >= most {
        ((green - blue) / spread).rem_euclid(6.0)
    } else if green >= most {
        (blue - red) / spread + 2.0
    } else {
        (red - green) / spread + 4.0
    };
    match sixths * 60.0 {
        hue if !(15.0..345.0).contains(&hue) => "red",
        hue if hue < 45.0 && most < 150.0 => "brown",
        hue if hue < 45.0 => "orange",
        hue if hue < 70.0 => "yellow",
        hue if hue < 165.0 => "green",
        hue if hue < 195.0 => "turquoise",
        hue if hue < 255.0 => "blue",
        hue if hue < 290.0 => "purple",
        _ => "pink",
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn shape_manner_and_colours_are_told() {
        let plain = |width, height, colour| {
            let image = RgbImage::from_pixel(width, height, Rgb(colour));
            seen(&DynamicImage::ImageRgb8(image))
        };
        for (size, colour, expect) in [
            ((90, 20), [255, 0, 0], "banner drawing graphic red"),
            ((30, 20), [20, 60, 200], "landscape drawing graphic blue"),
            ((20, 30), [250, 250, 250], "portrait drawing graphic white"),
            ((20, 21), [0, 160, 40], "square drawing graphic green"),
            ((1, 1), [110, 60, 20], "square drawing graphic brown"),
        ] {
            assert_eq!(plain(size.0, size.1, colour), expect);
        }
        let many = RgbImage::from_fn(64, 64, |x, y| Rgb([x as u8 * 4, y as u8 * 4, 128]));
        assert!(seen(&DynamicImage::ImageRgb8(many)).starts_with("square photo "));
        let half = RgbImage::from_fn(8, 8, |x, _| Rgb(if x < 3 { [255; 3] } else { [255, 0, 0] }));
        let half = seen(&DynamicImage::ImageRgb8(half));
        assert_eq!(half, "square drawing graphic red white");
    }
}
