//! Pictures into the library: their objects first, their rows in the transaction that answers for them.

use std::collections::HashMap;

use aws_lc_rs::digest::{SHA256, digest};
use bytes::Bytes;
use postrider_domain::accounts::credits::Plan;
use postrider_domain::designs::asset::{AssetKind, asset_name};
use postrider_domain::turns::{Asker, QueueFull};
use postrider_media::image::{Image, Kind};
use postrider_store::assets::{AssetRecord, NewAsset};
use postrider_store::db::{DbError, Place, Tx};

use super::{AssetError, BrandKey, Library, StoredImages, asset_vectors, assets, object, storage};
use crate::aside::{NotDone, aside};
use crate::failure::Failure;

/// Bytes that are hashed in less time than it takes to begin a thread.
const HASHED_AT_ONCE: usize = 64 << 10;

/// An image that was looked at.
#[derive(Clone, Debug)]
pub struct NewImage {
    pub bytes: Bytes,
    pub image: Image,
    pub kind: AssetKind,
    pub description: Option<String>,
    /// What it can be found by beside that.
    pub words: String,
}

/// An image whose bytes are in the store.
#[derive(Clone, Debug)]
pub struct StoredImage {
    bytes: StoredBytes,
    /// What it means is found out here.
    gets_vector: bool,
}

#[derive(Clone, Debug)]
pub(super) enum StoredBytes {
    /// The brand has had these bytes before.
    Known {
        name: String,
        description: Option<String>,
    },
    New(NewAsset),
}

/// What goes into the store together.
#[derive(Default)]
pub(super) struct Batch {
    /// Names of images by their bytes: the same picture under two addresses is stored once.
    by_bytes: HashMap<[u8; 32], String>,
    new: Vec<NewAsset>,
    known: Vec<String>,
}

impl Batch {
    /// The name under which the same bytes are in the store, or go there, already; if there is none, this one is it.
    pub fn twin_or_add(&mut self, stored: StoredBytes) -> Option<String> {
        let asset = match stored {
            StoredBytes::Known { name, .. } => {
                self.known.push(name.clone());
                return Some(name);
            }
            StoredBytes::New(asset) => asset,
        };
        if let Some(twin) = self.by_bytes.get(&asset.sha256) {
            return Some(twin.clone());
        }
        self.by_bytes.insert(asset.sha256, asset.name.clone());
        self.new.push(asset);
        None
    }

    pub fn into_stored(self) -> StoredImages {
        StoredImages {
            new: self.new,
            known: self.known,
            ..StoredImages::default()
        }
    }
}

impl Library {
    /// Stores what the brand does not have yet. Whoever does not `keep_one` the result takes it back.
    pub async fn put(&self, brand: BrandKey, new: NewImage) -> Result<StoredImage, AssetError> {
        let bytes = self.known_or_new(brand, &new).await?;
        if let StoredBytes::New(asset) = &bytes {
            self.put_object(&asset.name, new.bytes).await?;
        }
        Ok(StoredImage {
            bytes,
            gets_vector: self.understanding.is_some(),
        })
    }

    /// The same for several that belong together, with where each is served. Whoever does not `keep` the result discards it.
    pub async fn put_all(
        &self,
        brand: BrandKey,
        images: Vec<NewImage>,
    ) -> Result<(Vec<String>, StoredImages), AssetError> {
        let mut batch = Batch::default();
        let mut urls = Vec::with_capacity(images.len());
        let mut failed = None;
        for image in images {
            let add = |stored| batch.twin_or_add(stored);
            match self.put_into(brand, image, add).await {
                Ok(url) => urls.push(url),
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        let mut stored = batch.into_stored();
        stored.get_vectors = self.understanding.is_some();
        if let Some(error) = failed {
            self.discard(&stored).await;
            return Err(error);
        }
        Ok((urls, stored))
    }

    /// The address of an image that is now stored, or was before. `twin_or_add` is that of the batch it belongs to.
    pub(super) async fn put_into(
        &self,
        brand: BrandKey,
        new: NewImage,
        twin_or_add: impl FnOnce(StoredBytes) -> Option<String>,
    ) -> Result<String, AssetError> {
        let stored = self.known_or_new(brand, &new).await?;
        let (StoredBytes::Known { name, .. } | StoredBytes::New(NewAsset { name, .. })) = &stored;
        let name = name.clone();
        if let Some(twin) = twin_or_add(stored) {
            return Ok(self.address(&twin));
        }
        self.put_object(&name, new.bytes).await?;
        Ok(self.address(&name))
    }

    /// Takes away what was stored for a request that came to nothing.
    pub async fn take_back(&self, stored: &StoredImage) {
        if let StoredBytes::New(asset) = &stored.bytes {
            self.delete(&asset.name).await;
        }
    }

    /// Whether it is gone; if not, a sweep finds it.
    pub(crate) async fn delete(&self, name: &str) -> bool {
        let deleted = self.objects.delete(&object(name)).await;
        if let Err(error) = &deleted {
            tracing::warn!(error = %error, "an image that nobody needs will be deleted later");
        }
        deleted.is_ok()
    }

    async fn known_or_new(
        &self,
        brand: BrandKey,
        new: &NewImage,
    ) -> Result<StoredBytes, AssetError> {
        let sha256 = sha256_of(new.bytes.clone()).await?;
        let known = self
            .db
            .read(move |tx| async move { assets::with_bytes(&tx, brand, sha256).await });
        if let Some(name) = known.await? {
            let description = new.description.clone();
            return Ok(StoredBytes::Known { name, description });
        }
        let name = asset_name((self.entropy)(), new.image.kind.extension());
        Ok(StoredBytes::New(NewAsset {
            kind: new.kind,
            url: self.address(&name),
            name,
            sha256,
            width: new.image.width,
            height: new.image.height,
            bytes: new.bytes.len() as u64,
            content_type: new.image.kind.content_type(),
            description: new.description.clone(),
            words: new.words.clone(),
        }))
    }

    async fn put_object(&self, name: &str, bytes: Bytes) -> Result<(), AssetError> {
        self.objects.require_room(bytes.len() as u64)?;
        let mut upload = self.objects.upload(&object(name)).await?;
        upload.write(bytes).await?;
        Ok(upload.finish().await?)
    }

    /// Room for what takes so many bytes of memory.
    pub async fn memory(&self, brand: BrandKey, bytes: u64) -> Result<Place, QueueFull> {
        let megabytes = bytes.div_ceil(1 << 20) as usize;
        let asker = Asker::Organization(brand.org);
        self.decoding.take_units(asker, megabytes).await
    }

    /// Stores a picture that no library shows, under a name of its own. Whoever does not give the name a row deletes it.
    pub(crate) async fn put_apart(&self, kind: Kind, bytes: Bytes) -> Result<String, AssetError> {
        let name = asset_name((self.entropy)(), kind.extension());
        self.put_object(&name, bytes).await?;
        Ok(name)
    }

    /// Runs what takes so many bytes of memory, when there is room for it.
    pub async fn decode<T: Send + 'static>(
        &self,
        brand: BrandKey,
        memory: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Result<T, NotDone>, QueueFull> {
        let memory = self.memory(brand, memory).await?;
        // It goes on when nobody waits for it any more, so it keeps its memory itself.
        Ok(aside(move || {
            let _memory = memory;
            work()
        })
        .await)
    }
}

/// Whoever asks for it is answered by threads that answer others too: what takes milliseconds is done beside them.
async fn sha256_of(bytes: Bytes) -> Result<[u8; 32], AssetError> {
    let length = bytes.len();
    let hash = move || {
        let mut sha256 = [0; 32];
        sha256.copy_from_slice(digest(&SHA256, &bytes).as_ref());
        sha256
    };
    if length <= HASHED_AT_ONCE {
        return Ok(hash());
    }
    let hashed = aside(hash).await;
    Ok(hashed.map_err(|error| DbError::Other(error.to_string()))?)
}

/// Gives an image that was stored its row, or shows the one that it has.
pub async fn keep_one(
    tx: &Tx,
    brand: BrandKey,
    plan: &Plan,
    stored: &StoredImage,
    now: i64,
) -> Result<AssetRecord, Failure> {
    let name = match &stored.bytes {
        StoredBytes::Known { name, description } => {
            assets::show(tx, brand, name, description.as_deref()).await?;
            name
        }
        StoredBytes::New(asset) => {
            storage::take(tx, brand.org, plan, asset.bytes).await?;
            assets::add(tx, brand, asset, now).await?;
            &asset.name
        }
    };
    if stored.gets_vector {
        asset_vectors::want(tx, brand, now).await?;
    }
    let kept = assets::by_name(tx, brand, name).await?;
    let gone = || DbError::Other("an image is not there after it was kept".into());
    Ok(kept.ok_or_else(gone)?)
}
