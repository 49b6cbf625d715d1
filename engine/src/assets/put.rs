//! Pictures into the library: their objects first, their rows in the transaction that answers for them.

use std::collections::HashMap;

use aws_lc_rs::digest::{SHA256, digest};
use bytes::Bytes;
use postrider_domain::designs::asset::{AssetKind, asset_name};
use postrider_domain::turns::{Asker, QueueFull};
use postrider_media::image::Image;
use postrider_store::assets::NewAsset;

use super::{AssetError, BrandKey, Library, StoredImages, assets, object};
use crate::aside::{NotDone, aside};

/// What goes into the store together.
#[derive(Default)]
pub(super) struct Batch {
    /// Addresses of images by their bytes: the same picture under two addresses is stored once.
    by_bytes: HashMap<[u8; 32], String>,
    pub new: Vec<NewAsset>,
}

impl Batch {
    /// The address under which the same bytes go into the store already; if there is none, this one is it.
    pub fn twin_or_add(&mut self, asset: NewAsset) -> Option<String> {
        if let Some(twin) = self.by_bytes.get(&asset.sha256) {
            return Some(twin.clone());
        }
        self.by_bytes.insert(asset.sha256, asset.url.clone());
        self.new.push(asset);
        None
    }
}

impl Library {
    /// Stores what the brand does not have yet, and tells where each is served. Whoever does not `keep` the result
    /// discards it.
    pub async fn put(
        &self,
        brand: BrandKey,
        kind: AssetKind,
        images: Vec<(Bytes, Image)>,
    ) -> Result<(Vec<String>, StoredImages), AssetError> {
        let mut batch = Batch::default();
        let mut urls = Vec::with_capacity(images.len());
        let mut failed = None;
        for image in images {
            let add = |asset| batch.twin_or_add(asset);
            match self.put_one(brand, kind, image, add).await {
                Ok(url) => urls.push(url),
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        let stored = StoredImages {
            new: batch.new,
            ..StoredImages::default()
        };
        if let Some(error) = failed {
            self.discard(&stored).await;
            return Err(error);
        }
        Ok((urls, stored))
    }

    /// The address of an image that is now stored, or was before. `twin_or_add` is that of the batch it belongs to.
    pub(super) async fn put_one(
        &self,
        brand: BrandKey,
        kind: AssetKind,
        (bytes, image): (Bytes, Image),
        twin_or_add: impl FnOnce(NewAsset) -> Option<String>,
    ) -> Result<String, AssetError> {
        let mut sha256 = [0; 32];
        sha256.copy_from_slice(digest(&SHA256, &bytes).as_ref());
        let known = self
            .db
            .read(move |tx| async move { assets::with_bytes(&tx, brand, sha256).await });
        if let Some(name) = known.await? {
            return Ok(self.address(&name));
        }
        let name = asset_name((self.entropy)(), image.kind.extension());
        let (object, url) = (object(&name), self.address(&name));
        let twin = twin_or_add(NewAsset {
            kind,
            url: url.clone(),
            name,
            sha256,
            width: image.width,
            height: image.height,
            bytes: bytes.len() as u64,
            content_type: image.kind.content_type(),
        });
        if let Some(twin) = twin {
            return Ok(twin);
        }
        self.objects.require_room(bytes.len() as u64)?;
        let mut upload = self.objects.upload(&object).await?;
        upload.write(bytes).await?;
        upload.finish().await?;
        Ok(url)
    }

    /// Runs what takes so many bytes of memory, when there is room for it.
    pub async fn decode<T: Send + 'static>(
        &self,
        brand: BrandKey,
        memory: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Result<T, NotDone>, QueueFull> {
        let megabytes = memory.div_ceil(1 << 20) as usize;
        let asker = Asker::Organization(brand.org);
        let memory = self.decoding.take_units(asker, megabytes).await?;
        // It goes on when nobody waits for it any more, so it keeps its memory itself.
        Ok(aside(move || {
            let _memory = memory;
            work()
        })
        .await)
    }
}
