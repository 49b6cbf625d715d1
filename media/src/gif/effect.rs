//! How a still picture moves. Every effect begins and ends with the whole picture.

use std::f64::consts::PI;

use fast_image_resize::ResizeOptions;
use image::{DynamicImage, Rgb, RgbImage};

use super::encode::Frame;
use crate::image::{opaque, scaled};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// Nearer, and back.
    #[default]
    Zoom,
    /// From side to side.
    Pan,
    /// Paler, and back.
    Fade,
    /// Out on one side, in on the other.
    Slide,
    /// A little smaller, and back.
    Pulse,
    /// A light goes over it.
    Shine,
}

impl Effect {
    pub const ALL: [Self; 6] = [
        Self::Zoom,
        Self::Pan,
        Self::Fade,
        Self::Slide,
        Self::Pulse,
        Self::Shine,
    ];
}

/// Of the movement, beside the picture at rest.
const STEPS: u32 = 20;
/// Hundredths of a second that a step is shown.
const STEP: u16 = 8;
/// How long the picture rests before it moves again.
const REST: u16 = 120;
/// How much of the picture is left at the nearest.
const NEAREST: f64 = 0.86;
/// How much of its size is left at the smallest.
const SMALLEST: f64 = 0.92;
/// How much of it is left at the palest.
const PALEST: f64 = 0.35;

impl Effect {
    pub(super) fn frames(self, image: &DynamicImage, side: u32) -> Vec<Frame> {
        let image = within(image, side);
        let whole = DynamicImage::ImageRgb8(image.clone());
        let steps = (1..STEPS).map(|step| {
            let time = f64::from(step) / f64::from(STEPS);
            Frame {
                image: self.at(&image, &whole, time),
                delay: STEP,
            }
        });
        let moving: Vec<Frame> = steps.collect();
        let rest = Frame { image, delay: REST };
        [vec![rest], moving].concat()
    }

    /// The picture at a time between 0 and 1.
    fn at(self, image: &RgbImage, whole: &DynamicImage, time: f64) -> RgbImage {
        // There and back, without a jerk.
        let there = (1.0 - (2.0 * PI * time).cos()) / 2.0;
        match self {
            Self::Zoom => looked_at(whole, 1.0 - (1.0 - NEAREST) * there, 0.5),
            Self::Pan => {
                let sideways = 0.5 - 0.5 * (2.0 * PI * time).sin();
                looked_at(whole, 1.0 - (1.0 - NEAREST) * (PI * time).sin(), sideways)
            }
            Self::Fade => paler(image, 1.0 - (1.0 - PALEST) * there),
            Self::Slide => moved(image, (1.0 - (PI * time).cos()) / 2.0),
            Self::Pulse => smaller(image, whole, 1.0 - (1.0 - SMALLEST) * there),
            Self::Shine => lit(image, time),
        }
    }
}

/// No larger than the side, on white where it is see-through.
pub(super) fn within(image: &DynamicImage, side: u32) -> RgbImage {
    let (width, height) = (image.width(), image.height());
    let longer = width.max(height);
    if longer <= side {
        return opaque(image);
    }
    let shorten = |length: u32| (u64::from(length) * u64::from(side) / u64::from(longer)).max(1);
    let place = (shorten(width) as u32, shorten(height) as u32);
    opaque(&scaled(image, place, ResizeOptions::new()))
}

/// A part of the picture, as large as the whole.
fn looked_at(whole: &DynamicImage, part: f64, sideways: f64) -> RgbImage {
    let (width, height) = (f64::from(whole.width()), f64::from(whole.height()));
    // A little less: what is looked at must not reach beyond the picture, not even by a rounding.
    let (wide, high) = (width * part * (1.0 - 1e-9), height * part * (1.0 - 1e-9));
    let (left, top) = ((width - wide) * sideways, (height - high) / 2.0);
    let options = ResizeOptions::new().crop(left, top, wide, high);
    opaque(&scaled(whole, (whole.width(), whole.height()), options))
}

fn mixed(one: Rgb<u8>, other: Rgb<u8>, share: f64) -> Rgb<u8> {
    let mix = |one: u8, other: u8| {
        (f64::from(one) * share + f64::from(other) * (1.0 - share)).round() as u8
    };
    Rgb([0, 1, 2].map(|channel| mix(one.0[channel], other.0[channel])))
}

/// What is behind a picture that moves away: what its corners show.
fn background(image: &RgbImage) -> Rgb<u8> {
    let (right, bottom) = (image.width() - 1, image.height() - 1);
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
    let mean = |channel: usize| {
        let sum = corners
            .iter()
            .map(|(x, y)| u16::from(image.get_pixel(*x, *y).0[channel]));
        (sum.sum::<u16>() / 4) as u8
    };
    Rgb([0, 1, 2].map(mean))
}

fn paler(image: &RgbImage, share: f64) -> RgbImage {
    let behind = background(image);
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        mixed(*image.get_pixel(x, y), behind, share)
    })
}

fn moved(image: &RgbImage, by: f64) -> RgbImage {
    let width = image.width();
    let by = (f64::from(width) * by).round() as u32 % width;
    RgbImage::from_fn(width, image.height(), |x, y| {
        *image.get_pixel((x + by) % width, y)
    })
}

fn smaller(image: &RgbImage, whole: &DynamicImage, share: f64) -> RgbImage {
    let side = |length: u32| ((f64::from(length) * share).round() as u32).clamp(1, length);
    let (width, height) = (side(image.width()), side(image.height()));
    let small = scaled(whole, (width, height), ResizeOptions::new()).into_rgb8();
    let mut frame = RgbImage::from_pixel(image.width(), image.height(), background(image));
    let (left, top) = ((image.width() - width) / 2, (image.height() - height) / 2);
    image::imageops::replace(&mut frame, &small, i64::from(left), i64::from(top));
    frame
}

/// A slanting band of light, from beyond the left to beyond the right.
fn lit(image: &RgbImage, time: f64) -> RgbImage {
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let band = width * 0.18 + 1.0;
    let slant = height * 0.35;
    let middle = -band - slant + (width + 2.0 * band + slant) * time;
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let centre = middle + slant * (1.0 - f64::from(y) / height);
        let near = 1.0 - ((f64::from(x) - centre).abs() / band).min(1.0);
        mixed(Rgb([255; 3]), *image.get_pixel(x, y), near * 0.45)
    })
}
