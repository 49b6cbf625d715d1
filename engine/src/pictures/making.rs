//! Images made of others, and of words.

use postrider_domain::designs::asset::AssetKind;
use postrider_media::gif::{self, Effect, Gif, Lettering};
use postrider_media::image::{Image, ImageError, Kind};
use postrider_media::svg::unknown_letters;
use postrider_media::transform::{Order, transform};
use postrider_media::video::Cut;
use postrider_store::uploads::UploadRecord;

use super::drawing::{fitted, fitting_memory};
use super::{
    AspectRatio, Brought, DrawOrder, ImageSource, PictureCaller, PictureError, Pictures,
    VideoSource,
};
use crate::assets::{NewImage, StoredImage, all_words};

/// What a GIF is made of.
#[derive(Clone, Debug)]
pub enum GifSource {
    Image(ImageSource, Effect),
    /// What its author asks for, and the words of it in letters.
    Words(Lettering, String),
    Video(VideoSource, Cut),
}

impl GifSource {
    pub fn upload(&self) -> Option<&UploadRecord> {
        match self {
            Self::Video(source, _) => source.upload(),
            Self::Image(source, _) => source.upload(),
            Self::Words(..) => None,
        }
    }
}

/// An image that was made of another.
pub struct Changed {
    pub stored: StoredImage,
    pub original_bytes: u64,
}

/// Memory that the frames of a GIF take at most.
const GIF_MEMORY: u64 = 96 << 20;

impl Pictures {
    /// Makes an image smaller, in bytes or in pixels. Whoever does not keep it takes it back.
    pub async fn change(
        &self,
        caller: &PictureCaller,
        source: &ImageSource,
        order: Order,
    ) -> Result<Changed, PictureError> {
        let (brand, (bytes, place)) = (caller.brand, self.brought(caller, source).await?);
        let original_bytes = bytes.len() as u64;
        let Brought::Image(header) = Brought::look(&bytes)? else {
            return Err(ImageError::Svg.into());
        };
        let resized = order.resize.map(|resize| resize.memory(header.size()));
        let memory = header.memory() * 2 + resized.unwrap_or_default();
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
        let words = all_words(&[&source.words(), &made.seen]);
        let new = NewImage {
            description: source.description(),
            ..made_here(made.bytes, image, words)
        };
        Ok(Changed {
            stored: self.put(brand, new).await?,
            original_bytes,
        })
    }

    /// With how many frames it has. Whoever does not keep it takes it back.
    pub async fn gif(
        &self,
        caller: &PictureCaller,
        source: &GifSource,
    ) -> Result<(StoredImage, u32), PictureError> {
        let (made, words) = match source {
            GifSource::Words(lettering, prompt) => (
                self.moving_words(caller, lettering, prompt).await?,
                prompt.clone(),
            ),
            GifSource::Image(source, effect) => {
                (self.moving(caller, source, *effect).await?, source.words())
            }
            GifSource::Video(source, cut) => {
                (self.film(caller, source, *cut).await?, source.words())
            }
        };
        let image = Image {
            kind: Kind::Gif,
            width: made.width,
            height: made.height,
            animated: true,
        };
        let words = all_words(&["gif", &words, &made.seen]);
        let new = made_here(made.bytes, image, words);
        Ok((self.put(caller.brand, new).await?, made.frames))
    }

    /// What a model draws of it, where one is set; else, and where that comes to nothing, the words in letters.
    async fn moving_words(
        &self,
        caller: &PictureCaller,
        lettering: &Lettering,
        prompt: &str,
    ) -> Result<Gif, PictureError> {
        if self.model.is_some() {
            match self.moving_drawing(caller, prompt).await {
                Err(error)
                    if error.is_of_model() && unknown_letters(&lettering.words).is_empty() => {}
                drawn => return drawn,
            }
        }
        let (brand, lettering) = (caller.brand, lettering.clone());
        let place = caller.place(&self.places).await?;
        let work = move || gif::of_words(&lettering);
        self.work(brand, place, GIF_MEMORY, work).await
    }

    async fn moving_drawing(
        &self,
        caller: &PictureCaller,
        prompt: &str,
    ) -> Result<Gif, PictureError> {
        let order = DrawOrder {
            prompt: prompt.to_owned(),
            ratio: AspectRatio::Landscape,
            reference: None,
        };
        let (drawn, place) = self.drawn(caller, &order).await?;
        let moving = Brought::look(&drawn.bytes)?.memory() + GIF_MEMORY;
        let memory = fitting_memory(&drawn)?.max(moving);
        let work = move || {
            let bytes = fitted(drawn)?;
            let pixels = Brought::look(&bytes)?.pixels(&bytes)?;
            gif::of_image(&pixels.image, Effect::Zoom)
        };
        self.work(caller.brand, place, memory, work).await
    }

    async fn moving(
        &self,
        caller: &PictureCaller,
        source: &ImageSource,
        effect: Effect,
    ) -> Result<Gif, PictureError> {
        let (brand, (bytes, place)) = (caller.brand, self.brought(caller, source).await?);
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
