//! What colours a logo has.

use std::collections::BTreeMap;

use image::{Rgba, RgbaImage};
use postrider_domain::accounts::brand::Color;

use super::trim::is_same;

/// Pixels that are looked at.
const SAMPLE: usize = 20_000;
/// What is less colourful is a grey.
const COLORFUL: f64 = 0.045;
const COLORS_MAX: usize = 3;
const SHARE_MIN: f64 = 0.05;

pub(super) struct Seen {
    pub lightness: f64,
    pub colors: Vec<(Color, f64)>,
}

#[derive(Default)]
struct Bucket {
    pixels: u64,
    parts: [u64; 3],
}

pub(super) fn look(picture: &RgbaImage, ground: Option<Rgba<u8>>) -> Seen {
    let all = picture.pixels().len();
    let step = all.div_ceil(SAMPLE).max(1);
    let is_ink =
        |pixel: &Rgba<u8>| pixel.0[3] > 127 && ground.is_none_or(|ground| !is_same(*pixel, ground));
    let ink = picture.pixels().step_by(step).filter(|pixel| is_ink(pixel));
    let mut buckets: BTreeMap<[u8; 3], Bucket> = BTreeMap::new();
    for pixel in ink {
        let [red, green, blue, _] = pixel.0;
        let bucket = buckets
            .entry([red >> 4, green >> 4, blue >> 4])
            .or_default();
        bucket.pixels += 1;
        for (sum, part) in bucket.parts.iter_mut().zip([red, green, blue]) {
            *sum += u64::from(part);
        }
    }
    let count = buckets
        .values()
        .map(|bucket| bucket.pixels)
        .sum::<u64>()
        .max(1) as f64;
    let shared: Vec<(Color, f64)> = buckets
        .values()
        .map(|bucket| {
            let [red, green, blue] = bucket.parts.map(|sum| (sum / bucket.pixels) as u8);
            (Color::new(red, green, blue), bucket.pixels as f64 / count)
        })
        .collect();
    let lightness = shared
        .iter()
        .map(|(color, share)| color.lightness() * share)
        .sum();
    let mut colors = shared;
    colors.retain(|(color, share)| *share >= SHARE_MIN && color.chroma() >= COLORFUL);
    colors.sort_by(|one, other| other.1.total_cmp(&one.1));
    colors.truncate(COLORS_MAX);
    Seen { lightness, colors }
}
