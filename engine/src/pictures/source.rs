//! Where an image comes from.

use bytes::Bytes;
use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_media::fetch::FetchError;
use postrider_store::assets::AssetRecord;
use postrider_store::db::Place;
use postrider_store::uploads::UploadRecord;
use url::Url;

use super::{MAX_IMAGE, PictureCaller, PictureError, Pictures};
use crate::assets::{all_words, object, words_of, words_of_name};

#[derive(Clone, Debug)]
pub enum ImageSource {
    Upload(UploadRecord),
    Asset(AssetRecord),
    Url(Url),
}

impl ImageSource {
    /// What the image can be found by, before anybody looks at it.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Upload(upload) => words_of_name(&upload.file_name),
            Self::Asset(asset) => {
                let description = asset.description.as_deref().unwrap_or_default();
                all_words(&[description, &asset.words])
            }
            Self::Url(url) => words_of(url),
        }
    }

    /// What it shows, as far as its author has said so.
    pub(super) fn description(&self) -> Option<String> {
        match self {
            Self::Asset(asset) => asset.description.clone(),
            Self::Upload(_) | Self::Url(_) => None,
        }
    }

    pub fn upload(&self) -> Option<&UploadRecord> {
        match self {
            Self::Upload(upload) => Some(upload),
            Self::Asset(_) | Self::Url(_) => None,
        }
    }
}

impl Pictures {
    /// All bytes, of whatever they are, and a place to work on them. What we have is read when there is one; what stands somewhere
    /// else is fetched before, by few at a time, so that no slow server keeps the places.
    pub(super) async fn brought(
        &self,
        caller: &PictureCaller,
        source: &ImageSource,
    ) -> Result<(Bytes, Place), PictureError> {
        match source {
            ImageSource::Url(url) if self.library.own_name(url).is_none() => {
                let _bringing = caller.place(&self.bringing).await?;
                let bytes = self.fetch(caller.brand, url).await?;
                Ok((bytes, self.place(caller.brand).await?))
            }
            _ => {
                let place = caller.place(&self.places).await?;
                Ok((self.own(source).await?, place))
            }
        }
    }

    /// The bytes of what is in our store.
    pub(super) async fn own(&self, source: &ImageSource) -> Result<Bytes, PictureError> {
        match source {
            ImageSource::Upload(upload) => {
                let name = upload.object.as_deref().unwrap_or_default();
                let read = self.read(name).await;
                read.map_err(|error| error.for_missing(PictureError::Replaced))
            }
            ImageSource::Asset(asset) => self.read(&object(&asset.name)).await,
            ImageSource::Url(url) => {
                let name = self.library.own_name(url).unwrap_or_default();
                let read = self.read(&object(name)).await;
                read.map_err(|error| error.for_missing(FetchError::Status(404).into()))
            }
        }
    }

    async fn read(&self, name: &str) -> Result<Bytes, PictureError> {
        let bytes = self.objects.read(name, 0..MAX_IMAGE + 1).await?;
        if bytes.len() as u64 > MAX_IMAGE {
            return Err(PictureError::TooLarge(MAX_IMAGE));
        }
        Ok(bytes)
    }

    async fn fetch(&self, brand: BrandKey, url: &Url) -> Result<Bytes, PictureError> {
        let asker = Asker::Organization(brand.org);
        let _place = self.library.fetching_place(asker).await?;
        Ok(self.fetcher.get(url).await?.bytes)
    }
}
