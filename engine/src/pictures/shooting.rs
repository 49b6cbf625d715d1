//! Pictures of HTML into the library.

use postrider_domain::designs::asset::AssetKind;
use postrider_domain::tenant::BrandKey;
use postrider_media::browser::Picture;
use postrider_media::image::{Header, seen};

use super::{PictureError, Pictures};
use crate::assets::{NewImage, StoredImage, all_words};

impl Pictures {
    /// Stores a picture that a browser took, which can be found by these words. Whoever does not keep it takes it back.
    pub async fn put_shot(
        &self,
        brand: BrandKey,
        picture: Picture,
        words: String,
    ) -> Result<StoredImage, PictureError> {
        let header = Header::read(&picture.bytes)?;
        let bytes = picture.bytes.clone();
        let place = self.place(brand).await?;
        let look = move || {
            let (image, pixels) = header.look_at(&bytes)?;
            Ok((image, seen(&pixels.image)))
        };
        let memory = header.memory_with_copy();
        let (image, seen) = self.work(brand, place, memory, look).await?;
        let new = NewImage {
            image,
            bytes: picture.bytes,
            kind: AssetKind::Generated,
            description: None,
            words: all_words(&[&words, &seen]),
        };
        self.put(brand, new).await
    }
}
