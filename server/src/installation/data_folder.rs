//! The folder that holds everything of an installation: locked by one server, readable by its user only.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use postrider_domain::secret::Secret;
use postrider_engine::jobs::Folder;

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

/// What the first start made, kept for whoever set the installation up; they delete it once they have read it.
pub const FIRST_START: &str = "first-start";

/// Where the text now stands.
pub fn keep_first_start(folder: &Path, text: &str) -> Result<PathBuf, DataFolderError> {
    let path = folder.join(FIRST_START);
    let written = private()
        .create(true)
        .truncate(true)
        .open(&path)
        .and_then(|mut file| {
            // One that was there before may be open to others.
            file.set_permissions(Permissions::from_mode(0o600))?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
    written.map_err(|error| io(&path, error))?;
    Ok(path)
}

/// The file with the number of the folder's process, and where the folder was when it last started.
pub const PROCESS: &str = "process";

/// Who works in a folder.
pub struct Identity {
    /// Under it this folder's process is known to the others on its database. It stays the same over restarts, so that
    /// a process finds what its earlier life left undone.
    pub number: i64,
    pub folder: Folder,
}

pub fn identity(folder: &Path) -> Result<Identity, DataFolderError> {
    let path = folder.join(PROCESS);
    let here = place(folder)?;
    let number = i64::from_le_bytes(entropy::bytes::<8>()) & i64::MAX;
    let kept = kept(&path, || format!("{number}\n{here}\n"))?;
    let mut lines = kept.lines().map(str::trim);
    let number = lines.next().and_then(|line| line.parse().ok());
    let number = number.ok_or_else(|| {
        let message = "holds no number; delete the file, and a new one is made";
        io(&path, std::io::Error::other(message))
    })?;
    // Earlier versions did not note the place.
    let is_same = lines.next().is_none_or(|then| then == here);
    Ok(Identity {
        number,
        folder: if is_same {
            Folder::Same
        } else {
            Folder::Elsewhere
        },
    })
}

/// From now on the folder's process is at home where the folder lies.
pub fn settle(folder: &Path, number: i64) -> Result<(), DataFolderError> {
    let (path, draft) = (folder.join(PROCESS), folder.join("process.new"));
    let text = format!("{number}\n{}\n", place(folder)?);
    let written = private()
        .create(true)
        .truncate(true)
        .open(&draft)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_all())
        })
        .and_then(|()| std::fs::rename(&draft, &path));
    written.map_err(|error| io(&path, error))
}

/// Tells a folder from its copies: a kernel gives no two the same.
pub fn place(folder: &Path) -> Result<String, DataFolderError> {
    let meta = std::fs::metadata(folder).map_err(|error| io(folder, error))?;
    Ok(format!("{}:{}", meta.dev(), meta.ino()))
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
