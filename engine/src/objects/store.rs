//! The store that objects are in, wherever that is.

use std::fs::DirBuilder;
use std::io::ErrorKind;
use std::ops::Range;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::local::LocalFileSystem;
use object_store::path::Path as Name;
use object_store::prefix::PrefixStore;
use object_store::{
    BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreExt, PutMode, RetryConfig,
};
use tokio::time::timeout;

use super::error::{ObjectError, failed};
use super::location::{Bucket, Location};
use super::room::{FLOOR, NoRoom};
use super::upload::Upload;

/// All that objects lie in. A move takes these along and leaves whatever else is in a bucket.
pub const FOLDERS: [&str; 3] = ["assets", "imports", "uploads"];

/// Bytes of a part.
const PART: usize = 1 << 20;
/// The least that S3 takes for one.
const BUCKET_PART: usize = 5 << 20;
/// Bytes that are read of an object that is a line of text.
const MAX_TEXT: u64 = 4096;
/// An object that tells one store from another.
const IDENTITY: &str = "identity";
/// How often a bucket is asked again that cannot answer now, and for how long: somebody waits.
const TRIES: usize = 6;
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How often its patience reading may take where bytes come in small pieces.
const TRICKLING: u32 = 4;

#[derive(Clone)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    /// Where it is one.
    folder: Option<PathBuf>,
    part: usize,
    /// What must stay free of the folder's volume.
    floor: u64,
    /// For a piece of an answer.
    patience: Duration,
}

/// An object in the store, and since when.
#[derive(Clone, Debug)]
pub struct Stored {
    pub name: String,
    pub bytes: u64,
    pub modified_at: i64,
}

impl Objects {
    pub fn open(location: &Location) -> Result<Self, ObjectError> {
        match location {
            Location::Folder(folder) => Self::in_folder(folder),
            Location::Bucket(bucket) => Self::in_bucket(bucket),
        }
    }

    fn in_bucket(bucket: &Bucket) -> Result<Self, ObjectError> {
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&bucket.name)
            .with_region(&bucket.region)
            .with_access_key_id(&bucket.access_key)
            .with_secret_access_key(&bucket.secret_key)
            // Not for the whole of an answer: whoever reads a large image over a slow line takes minutes.
            .with_client_options(
                ClientOptions::new()
                    .with_timeout_disabled()
                    .with_read_timeout(bucket.patience),
            )
            // One at a time is what every store understands.
            .with_config(AmazonS3ConfigKey::DisableBulkDelete, "true")
            .with_retry(RetryConfig {
                backoff: BackoffConfig {
                    max_backoff: LONGEST_PAUSE,
                    ..BackoffConfig::default()
                },
                max_retries: TRIES,
                retry_timeout: PATIENCE,
            });
        if let Some(endpoint) = &bucket.endpoint {
            let is_clear = endpoint.starts_with("http://");
            builder = builder.with_endpoint(endpoint).with_allow_http(is_clear);
        }
        let store = builder.build().map_err(failed)?;
        Ok(Self {
            store: Arc::new(PrefixStore::new(store, bucket.prefix.as_str())),
            folder: None,
            part: BUCKET_PART,
            floor: FLOOR,
            patience: bucket.patience,
        })
    }

    /// Kept in a folder, which is made if it is not there.
    pub fn in_folder(folder: &Path) -> Result<Self, ObjectError> {
        let unusable = |error: &dyn std::fmt::Display| {
            ObjectError::Store(format!("{}: {error}", folder.display()))
        };
        // What is uploaded is nobody else's to read, wherever the folder is.
        let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.map_err(|error| unusable(&error))?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(|error| unusable(&error))?;
        Ok(Self {
            store: Arc::new(store.with_fsync(true)),
            folder: Some(folder.to_owned()),
            part: PART,
            floor: FLOOR,
            patience: Bucket::PATIENCE,
        })
    }

    /// What tells this store from others: written once, `fresh` if nothing was.
    pub async fn identity(&self, fresh: &str) -> Result<String, ObjectError> {
        let name = Name::from(IDENTITY);
        loop {
            if let Some(known) = self.known_identity().await? {
                return Ok(known);
            }
            let bytes = Bytes::copy_from_slice(fresh.as_bytes());
            let put = self
                .store
                .put_opts(&name, bytes.into(), PutMode::Create.into());
            match put.await {
                // Somebody was faster: theirs it is.
                Ok(_) | Err(Error::AlreadyExists { .. }) => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// The same, if anybody has written it yet.
    pub async fn known_identity(&self) -> Result<Option<String>, ObjectError> {
        self.text(IDENTITY).await
    }

    /// What a small object says.
    pub(super) async fn text(&self, name: &str) -> Result<Option<String>, ObjectError> {
        match self.read(name, 0..MAX_TEXT).await {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(ObjectError::Missing(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) async fn put_text(&self, name: &str, text: String) -> Result<(), ObjectError> {
        let put = self.store.put(&Name::from(name), text.into()).await;
        put.map(drop).map_err(failed)
    }

    /// Begins an object. It is not there before `Upload::finish`, and then it is durable.
    #[expect(clippy::unused_async, reason = "a store may want to be asked first")]
    pub async fn upload(&self, name: &str) -> Result<Upload, ObjectError> {
        let folder = name.split('/').next().unwrap_or_default();
        if !FOLDERS.contains(&folder) {
            let message = format!("{name} lies in no folder that a move takes along");
            return Err(ObjectError::Store(message));
        }
        let store = Arc::clone(&self.store);
        Ok(Upload::new(store, self.part, Name::from(name)))
    }

    /// A range of an object's bytes; what reaches over its end is left out.
    pub async fn read(&self, name: &str, range: Range<u64>) -> Result<Bytes, ObjectError> {
        let path = Name::from(name);
        let reading = async { self.store.get_range(&path, range).await.map_err(failed) };
        self.in_time(name, reading).await
    }

    /// Whatever reads of an object takes no longer than this together: somebody waits, and holds a place.
    pub(crate) async fn in_time<T, E: From<ObjectError>>(
        &self,
        name: &str,
        reading: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let late = self.patience * TRICKLING;
        timeout(late, reading).await.unwrap_or_else(|_| {
            let message = format!("{name} could not be read within {} s", late.as_secs());
            Err(ObjectError::Store(message).into())
        })
    }

    /// All of its bytes, as they come, and how many they are.
    pub async fn stream(
        &self,
        name: &str,
    ) -> Result<(u64, BoxStream<'static, Result<Bytes, ObjectError>>), ObjectError> {
        let found = self.store.get(&Name::from(name)).await.map_err(failed)?;
        let size = found.meta.size;
        Ok((size, found.into_stream().map_err(failed).boxed()))
    }

    /// How many bytes it has.
    pub async fn size(&self, name: &str) -> Result<u64, ObjectError> {
        let meta = self.store.head(&Name::from(name)).await;
        let size = meta.map(|meta| meta.size).map_err(failed);
        if let Err(ObjectError::Missing(_)) = size {
            // The answer says no more than that. Whether the bucket itself is gone is only told to who reads.
            self.read(name, 0..1).await?;
        }
        size
    }

    /// Deleting what is not there is no error.
    pub async fn delete(&self, name: &str) -> Result<(), ObjectError> {
        match self.store.delete(&Name::from(name)).await.map_err(failed) {
            Err(ObjectError::Missing(_)) => Ok(()),
            other => other,
        }
    }

    pub async fn list(&self, folder: &str) -> Result<Vec<Stored>, ObjectError> {
        self.listed(folder).try_collect().await
    }

    /// The same as the store tells it, for folders of which nobody knows how much is in there.
    pub(super) fn listed(&self, folder: &str) -> BoxStream<'static, Result<Stored, ObjectError>> {
        let prefix = Name::from(folder);
        let listed = self.store.list(Some(&prefix)).map_ok(|meta| Stored {
            name: meta.location.to_string(),
            bytes: meta.size,
            modified_at: meta.last_modified.timestamp_millis(),
        });
        listed.map_err(failed).boxed()
    }

    /// Deletes what uploads left that a crash cut off before a time: files that never became an object. A bucket clears
    /// them itself, by a rule of its owner.
    pub async fn clear_cut_off(&self, folder: &str, before: i64) -> Result<(), ObjectError> {
        let Some(root) = &self.folder else {
            return Ok(());
        };
        let unusable = |error: std::io::Error| ObjectError::Store(error.to_string());
        let mut files = match tokio::fs::read_dir(root.join(folder)).await {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(unusable(error)),
        };
        while let Some(file) = files.next_entry().await.map_err(unusable)? {
            // The store writes `<name>#<number>` and gives it its name at the end.
            if !file.file_name().to_string_lossy().contains('#') {
                continue;
            }
            let Ok(modified) = file.metadata().await.and_then(|meta| meta.modified()) else {
                continue;
            };
            let age = modified.duration_since(SystemTime::UNIX_EPOCH);
            if age.is_ok_and(|age| (age.as_millis() as i64) < before) {
                tokio::fs::remove_file(file.path())
                    .await
                    .map_err(unusable)?;
            }
        }
        Ok(())
    }

    /// Leaves this much of the volume free.
    #[must_use]
    pub fn with_floor(mut self, floor: u64) -> Self {
        self.floor = floor;
        self
    }

    /// Whether so many more bytes leave enough free; where that cannot be known, they do.
    pub fn require_room(&self, more: u64) -> Result<(), NoRoom> {
        match self.room() {
            Some(room) if room < self.floor.saturating_add(more) => {
                tracing::warn!(bytes.free = room, "no room for another file");
                Err(NoRoom)
            }
            _ => Ok(()),
        }
    }

    /// Bytes that can still be stored, where that can be known.
    pub fn room(&self) -> Option<u64> {
        let volume = rustix::fs::statvfs(self.folder.as_ref()?).ok()?;
        Some(volume.f_bavail.saturating_mul(volume.f_frsize))
    }
}
