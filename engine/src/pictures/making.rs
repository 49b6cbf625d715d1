//! Images made of others, and of words.

use postrider_domain::designs::asset::AssetKind;
use postrider_domain::tenant::BrandKey;
use postrider_media::gif::{self, Effect, Gif, Lettering};
use postrider_media::image::{Image, ImageError, Kind};
use postrider_media::transform::{MAX_MADE_SIDE, Order, transform};
use postrider_media::video::Cut;
use postrider_store::uploads::UploadRecord;

use super::{Brought, ImageSource, PictureError, Pictures, VideoSource};
use crate::assets::{NewImage, StoredImage};

/// What a GIF is made of.
#[derive(Clone, Debug)]
pub enum GifSource {
    Image(ImageSource, Effect),
    Words(Lettering),
    Video(VideoSource, Cut),
}

impl GifSource {
    pub fn upload(&self) -> Option<&UploadRecord> {
        match self {
            Self::Video(source, _) => source.upload(),
            Self::Image(source, _) => source.upload(),
            Self::Words(_) => None,
        }
    }
}

/// An image that was made of another.
pub struct Changed {
    pub stored: StoredImage,
    pub original_bytes: u64,
}

/// Memory that a picture takes in the largest size that can be asked for.
const RESIZED_MEMORY: u64 = 4 * (MAX_MADE_SIDE as u64) * (MAX_MADE_SIDE as u64);
/// Memory that the frames of a GIF take at most.
const GIF_MEMORY: u64 = 96 << 20;

impl Pictures {
    /// Makes an image smaller, in bytes or in pixels. Whoever does not keep it takes it back.
    pub async fn change(
        &self,
        brand: BrandKey,
        source: &ImageSource,
        order: Order,
    ) -> Result<Changed, PictureError> {
        let (bytes, place) = self.brought(brand, source).await?;
        let original_bytes = bytes.len() as u64;
        let Brought::Image(header) = Brought::look(&bytes)? else {
            return Err(ImageError::Svg.into());
        };
        let memory = header.memory() * 2 + order.resize.map_or(0, |_| RESIZED_MEMORY);
        let changed = self.work(brand, place, memory, move || {
            if header.decode(&bytes)?.animated {
                return Ok(None);
            }
            transform(&bytes, header, &order).map(Some)
        });
        let made = changed.await?.ok_or(PictureError::Moves)?;
        let image = Image {
            kind: made.kind,
            width: made.width,
            height: made.height,
            animated: false,
        };
        let words = [source.words(), made.seen].join(" ");
        let new = made_here(made.bytes, image, words.trim().to_owned());
        Ok(Changed {
            stored: self.put(brand, new).await?,
            original_bytes,
        })
    }

    /// With how many frames it has. Whoever does not keep it takes it back.
    pub async fn gif(
        &self,
        brand: BrandKey,
        source: &GifSource,
    ) -> Result<(StoredImage, u32), PictureError> {
        let (made, words) = match source {
            GifSource::Words(lettering) => {
                let (lettering, words) = (lettering.clone(), lettering.words.clone());
                let place = self.place(brand).await?;
                let work = move || gif::of_words(&lettering);
                (self.work(brand, place, GIF_MEMORY, work).await?, words)
            }
            GifSource::Image(source, effect) => {
                (self.moving(brand, source, *effect).await?, source.words())
            }
            GifSource::Video(source, cut) => {
                (self.film(brand, source, *cut).await?, source.words())
            }
        };
        let image = Image {
            kind: Kind::Gif,
            width: made.width,
            height: made.height,
            animated: true,
        };
        let new = made_here(made.bytes, image, format!("gif {words} {}", made.seen));
        Ok((self.put(brand, new).await?, made.frames))
    }

    async fn moving(
        &self,
        brand: BrandKey,
        source: &ImageSource,
        effect: Effect,
    ) -> Result<Gif, PictureError> {
        let (bytes, place) = self.brought(brand, source).await?;
        let brought = Brought::look(&bytes)?;
        let memory = brought.memory() + GIF_MEMORY;
        let work = move || gif::of_image(&brought.pixels(&bytes)?.image, effect);
        self.work(brand, place, memory, work).await
    }
}

fn made_here(bytes: Vec<u8>, image: Image, words: String) -> NewImage {
    NewImage {
        bytes: bytes.into(),
        image,
        kind: AssetKind::Generated,
        description: None,
        words,
    }
}
