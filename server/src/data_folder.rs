//! The folder that holds everything of an installation: locked by one server, readable by its user only.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use postrider_domain::secret::Secret;

use crate::entropy;

#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    #[error(
        "the data folder {0} is in use by another postrider; stop it first, or set POSTRIDER_DATA to another folder"
    )]
    Locked(PathBuf),
    #[error("{path}: {error}")]
    Io {
        path: PathBuf,
        error: std::io::Error,
    },
    #[error("the secret needs at least 32 characters")]
    ShortSecret,
}

/// Held while the server runs; the lock ends with the process, however it ends.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "the open file is the lock")] File);

pub fn create(folder: &Path) -> Result<(), DataFolderError> {
    std::fs::create_dir_all(folder).map_err(|error| io(folder, error))?;
    std::fs::set_permissions(folder, Permissions::from_mode(0o700))
        .map_err(|error| io(folder, error))
}

pub fn lock(folder: &Path) -> Result<Lock, DataFolderError> {
    let path = folder.join("lock");
    let file = private()
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(|error| io(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(std::fs::TryLockError::WouldBlock) => Err(DataFolderError::Locked(folder.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(io(&path, error)),
    }
}

/// The configured secret, or the one kept in the folder, made on first use.
pub fn secret(folder: &Path, configured: Option<&str>) -> Result<Secret, DataFolderError> {
    let text = match configured {
        Some(text) => text.to_owned(),
        None => kept(&folder.join("secret"), || {
            data_encoding::HEXLOWER.encode(&entropy::bytes::<32>())
        })?,
    };
    Secret::new(text.trim()).map_err(|_| DataFolderError::ShortSecret)
}

/// The text of the secret of an installation that has one: whoever copies it makes none.
pub fn secret_text(folder: &Path, configured: Option<&str>) -> Result<String, DataFolderError> {
    let path = folder.join("secret");
    match configured {
        Some(text) => Ok(text.to_owned()),
        None => std::fs::read_to_string(&path).map_err(|error| io(&path, error)),
    }
}

/// The number under which this folder's process is known to the others on its database: it stays the
/// same over restarts, so that a process finds what its earlier life left undone.
pub fn process_number(folder: &Path) -> Result<i64, DataFolderError> {
    let path = folder.join("process");
    let made = || (i64::from_le_bytes(entropy::bytes::<8>()) & i64::MAX).to_string();
    let kept = kept(&path, made)?;
    kept.trim().parse().map_err(|_| {
        let message = "holds no number; delete the file, and a new one is made";
        io(&path, std::io::Error::other(message))
    })
}

/// What a small file of the folder says, made on first use.
fn kept(path: &Path, make: impl FnOnce() -> String) -> Result<String, DataFolderError> {
    let mut text = String::new();
    match private().create_new(true).open(path) {
        Ok(mut file) => {
            text = make();
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_all())
                .map_err(|error| io(path, error))?;
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            File::open(path)
                .and_then(|mut file| file.read_to_string(&mut text))
                .map_err(|error| io(path, error))?;
        }
        Err(error) => return Err(io(path, error)),
    }
    Ok(text)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(0o600);
    options
}

fn io(path: &Path, error: std::io::Error) -> DataFolderError {
    DataFolderError::Io {
        path: path.to_owned(),
        error,
    }
}
