//! An image that somebody brings into the library.

use bytes::Bytes;
use postrider_domain::designs::asset::AssetKind;
use postrider_domain::tenant::BrandKey;
use postrider_media::image::{Image, ImageError, Kind, seen};
use postrider_media::transform::png;

use super::{Brought, ImageSource, PictureError, Pictures};
use crate::assets::{NewImage, StoredImage};

impl Pictures {
    /// Looks at it and stores it; a drawing becomes pixels. Whoever does not keep it takes it back.
    pub async fn add(
        &self,
        brand: BrandKey,
        source: &ImageSource,
        description: Option<String>,
    ) -> Result<StoredImage, PictureError> {
        let (bytes, place) = self.brought(brand, source).await?;
        let brought = Brought::look(&bytes)?;
        let memory = brought.memory();
        let looked_at = self.work(brand, place, memory, move || look(&brought, bytes));
        let (bytes, image, seen) = looked_at.await?;
        let new = NewImage {
            bytes,
            image,
            kind: AssetKind::Upload,
            description,
            words: [source.words(), seen].join(" ").trim().to_owned(),
        };
        self.put(brand, new).await
    }
}

/// All of it is decoded: what mails show is whole.
pub(super) fn look(brought: &Brought, bytes: Bytes) -> Result<(Bytes, Image, String), ImageError> {
    let pixels = brought.pixels(&bytes)?.image;
    let words = seen(&pixels);
    match brought {
        Brought::Image(header) => {
            let image = header.decode(&bytes)?;
            Ok((bytes, image, words))
        }
        Brought::Drawing => {
            let image = Image {
                kind: Kind::Png,
                width: pixels.width(),
                height: pixels.height(),
                animated: false,
            };
            Ok((png(&pixels)?.into(), image, words))
        }
    }
}
