//! An image that somebody brings into the library.

use bytes::Bytes;
use postrider_domain::designs::asset::AssetKind;
use postrider_media::image::{Image, ImageError, Kind, seen};
use postrider_media::transform::png;

use super::{Brought, ImageSource, PictureCaller, PictureError, Pictures};
use crate::assets::{NewImage, StoredImage, all_words};

impl Pictures {
    /// Looks at it and stores it; a drawing becomes pixels. Whoever does not keep it takes it back.
    pub async fn add(
        &self,
        caller: &PictureCaller,
        source: &ImageSource,
        description: Option<String>,
    ) -> Result<StoredImage, PictureError> {
        let (brand, (bytes, place)) = (caller.brand, self.brought(caller, source).await?);
        let brought = Brought::look(&bytes)?;
        let memory = brought.memory_to_look();
        let looked_at = self.work(brand, place, memory, move || look(&brought, bytes));
        let (bytes, image, seen) = looked_at.await?;
        let new = NewImage {
            bytes,
            image,
            kind: AssetKind::Upload,
            description,
            words: all_words(&[&source.words(), &seen]),
        };
        self.put(brand, new).await
    }
}

/// All of it is decoded: what mails show is whole.
pub(super) fn look(brought: &Brought, bytes: Bytes) -> Result<(Bytes, Image, String), ImageError> {
    match brought {
        Brought::Image(header) => {
            let (image, pixels) = header.look_at(&bytes)?;
            Ok((bytes, image, seen(&pixels.image)))
        }
        Brought::Drawing => {
            let pixels = brought.pixels(&bytes)?.image;
            let image = Image {
                kind: Kind::Png,
                width: pixels.width(),
                height: pixels.height(),
                animated: false,
            };
            Ok((png(&pixels)?.into(), image, seen(&pixels)))
        }
    }
}
