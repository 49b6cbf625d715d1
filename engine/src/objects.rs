//! Files too large for a row: imports that wait, later images. Every process that shares the database
//! reaches the same ones.

use std::fs::DirBuilder;
use std::io::ErrorKind;
use std::ops::Range;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Name;
use object_store::{Error, ObjectStore, ObjectStoreExt, WriteMultipart};

/// Bytes of a part.
const PART: usize = 1 << 20;
/// Parts on their way to the store at once: what an upload holds in memory is a few of them.
const PARTS_UNDER_WAY: usize = 2;

#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// Gone, or never there.
    #[error("the object {0} is not there")]
    Missing(String),
    #[error("the object store: {0}")]
    Store(String),
}

fn failed(error: Error) -> ObjectError {
    match error {
        Error::NotFound { path, .. } => ObjectError::Missing(path),
        other => ObjectError::Store(other.to_string()),
    }
}

#[derive(Clone)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    folder: PathBuf,
}

/// An object in the store, and since when.
#[derive(Clone, Debug)]
pub struct Stored {
    pub name: String,
    pub modified_at: i64,
}

impl Objects {
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
            folder: folder.to_owned(),
        })
    }

    /// Begins an object. It is not there before `Upload::finish`, and then it is durable.
    pub async fn upload(&self, name: &str) -> Result<Upload, ObjectError> {
        let upload = self.store.put_multipart(&Name::from(name)).await;
        let upload = upload.map_err(failed)?;
        Ok(Upload(WriteMultipart::new_with_chunk_size(upload, PART)))
    }

    /// A range of an object's bytes; what reaches over its end is left out.
    pub async fn read(&self, name: &str, range: Range<u64>) -> Result<Bytes, ObjectError> {
        self.store
            .get_range(&Name::from(name), range)
            .await
            .map_err(failed)
    }

    /// Deleting what is not there is no error.
    pub async fn delete(&self, name: &str) -> Result<(), ObjectError> {
        match self.store.delete(&Name::from(name)).await.map_err(failed) {
            Err(ObjectError::Missing(_)) => Ok(()),
            other => other,
        }
    }

    pub async fn list(&self, folder: &str) -> Result<Vec<Stored>, ObjectError> {
        let prefix = Name::from(folder);
        let listed = self.store.list(Some(&prefix)).map_ok(|meta| Stored {
            name: meta.location.to_string(),
            modified_at: meta.last_modified.timestamp_millis(),
        });
        listed.try_collect().await.map_err(failed)
    }

    /// Deletes what uploads left that a crash cut off before a time: files that never became an object.
    pub async fn clear_cut_off(&self, folder: &str, before: i64) -> Result<(), ObjectError> {
        let unusable = |error: std::io::Error| ObjectError::Store(error.to_string());
        let mut files = match tokio::fs::read_dir(self.folder.join(folder)).await {
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

    /// Bytes that can still be stored, where that can be known.
    pub fn room(&self) -> Option<u64> {
        let volume = rustix::fs::statvfs(&self.folder).ok()?;
        Some(volume.f_bavail.saturating_mul(volume.f_frsize))
    }
}

pub struct Upload(WriteMultipart);

impl Upload {
    /// Waits while too much is on its way.
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), ObjectError> {
        self.0
            .wait_for_capacity(PARTS_UNDER_WAY)
            .await
            .map_err(failed)?;
        self.0.put(bytes);
        Ok(())
    }

    pub async fn finish(self) -> Result<(), ObjectError> {
        self.0.finish().await.map(drop).map_err(failed)
    }

    /// Leaves nothing behind.
    pub async fn abort(self) -> Result<(), ObjectError> {
        self.0.abort().await.map_err(failed)
    }
}
