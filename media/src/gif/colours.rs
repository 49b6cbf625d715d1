//! The few colours of a GIF, and which of them stands for each of the many.

use image::RgbImage;
use quantette::deps::palette::Srgb;
use quantette::{ImageBuf, PaletteSize, Pipeline};

use crate::image::ImageError;

/// Pixels that decide about the colours.
const LOOKED_AT: usize = 200_000;

pub(super) struct Colours {
    colours: Vec<[u8; 3]>,
    /// The nearest of them by five bits of each channel, as far as somebody has asked.
    nearest: Vec<Option<u8>>,
}

impl Colours {
    /// The best for all pictures together.
    pub(super) fn of<'a>(
        images: impl Iterator<Item = &'a RgbImage> + Clone,
        count: u16,
    ) -> Result<Self, ImageError> {
        let all: usize = images.clone().map(|image| image.pixels().len()).sum();
        let every = all.div_ceil(LOOKED_AT).max(1);
        let some = images.flat_map(RgbImage::pixels).step_by(every);
        let some: Vec<Srgb<u8>> = some
            .map(|pixel| Srgb::new(pixel.0[0], pixel.0[1], pixel.0[2]))
            .collect();
        let (width, size) = (some.len() as u32, PaletteSize::try_from(count));
        let image = ImageBuf::new(width, 1, some).map_err(|_| ImageError::Broken)?;
        let pipeline = Pipeline::new()
            .palette_size(size.map_err(|_| ImageError::Broken)?)
            .ditherer(None);
        let found = pipeline.input_image(image.as_ref()).output_srgb8_palette();
        let colours = found.ok_or(ImageError::Broken)?.into_vec();
        Ok(Self {
            colours: colours
                .into_iter()
                .map(|colour| [colour.red, colour.green, colour.blue])
                .collect(),
            nearest: vec![None; 1 << 15],
        })
    }

    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    pub(super) fn table(&self) -> Vec<u8> {
        self.colours.concat()
    }

    pub(super) fn index(&mut self, pixel: [u8; 3]) -> u8 {
        let [red, green, blue] = pixel.map(|channel| usize::from(channel >> 3));
        let at = (red << 10) | (green << 5) | blue;
        if let Some(known) = self.nearest[at] {
            return known;
        }
        let colours = self.colours.iter().enumerate();
        let nearest = colours.min_by_key(|(_, colour)| distance(**colour, pixel));
        let nearest = nearest.map_or(0, |(index, _)| index as u8);
        self.nearest[at] = Some(nearest);
        nearest
    }
}

/// As the eye weighs it, about.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let part = |channel: usize, weight: u32| {
        let apart = u32::from(one[channel].abs_diff(other[channel]));
        apart * apart * weight
    };
    part(0, 3) + part(1, 6) + part(2, 1)
}
