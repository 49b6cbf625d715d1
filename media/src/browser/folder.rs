//! Where a browser keeps what it does not keep in memory: what mails have shown may be in it.

use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use tokio::time::sleep;

use super::installed::owner;

const NAME: &str = "postrider-browser-";
/// Folders that are tried.
const FOLDERS: u32 = 10_000;
/// Whoever was killed may write for a moment yet.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(50);

/// Removed when it is dropped.
pub(super) struct Folder {
    path: PathBuf,
    /// As long as we are there, it is ours.
    _lock: File,
}

impl Folder {
    /// One that nobody else has. Those of processes that were killed are removed.
    pub fn make() -> io::Result<Self> {
        // Whoever is nobody gets into few others.
        let place = match owner() {
            Some(_) => PathBuf::from("/tmp"),
            None => std::env::temp_dir(),
        };
        remove_left(&place);
        Self::make_in(&place)
    }

    fn make_in(place: &Path) -> io::Result<Self> {
        let ours = std::process::id();
        for number in 0..FOLDERS {
            // Others of this process may be there, or of one that had our number.
            let path = place.join(format!("{NAME}{ours}-{number}"));
            match DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            // Somebody who clears up may have been faster: then this one is not used.
            let Some(lock) = lock(&path).filter(|_| path.is_dir()) else {
                continue;
            };
            if let Some(owner) = owner() {
                chown(&path, Some(owner), Some(owner))?;
            }
            return Ok(Self { path, _lock: lock });
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// With all that is written while those who were killed end.
    pub async fn remove(&self) {
        for _ in 0..TRIES {
            let path = self.path.clone();
            let removed = tokio::task::spawn_blocking(move || fs::remove_dir_all(path));
            match removed.await {
                Ok(Err(error)) if error.kind() != ErrorKind::NotFound => sleep(PAUSE).await,
                _ => return,
            }
        }
        tracing::warn!(folder = %self.path.display(), "a folder of a browser is left");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// What nobody locks is nobody's.
fn remove_left(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(NAME.as_bytes())
            && let Some(_lock) = lock(&entry.path())
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Nothing: it is somebody's, or no folder.
fn lock(path: &Path) -> Option<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = open(path, flags, Mode::empty()).ok()?;
    flock(&folder, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(folder.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_those_who_were_killed_are_removed_and_others_are_not() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        let ours = Folder::make_in(place.path()).unwrap();
        for name in ["postrider-browser-1-0", "of-somebody-else"] {
            fs::create_dir_all(path(name).join("profile")).unwrap();
            fs::write(path(name).join("profile/picture"), "x").unwrap();
        }
        remove_left(place.path());
        assert!(!path("postrider-browser-1-0").exists());
        assert!(path("of-somebody-else").exists());
        assert!(ours.path().exists());
        let next = Folder::make_in(place.path()).unwrap();
        assert_ne!(ours.path(), next.path());
        let was = ours.path().to_owned();
        drop(ours);
        assert!(!was.exists());
    }
}
