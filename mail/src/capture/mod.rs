//! Mail that is kept instead of sent: a file for each, in a folder for each brand. Every mail program can open them;
//! the envelope stands before the message as the two fields that a mailbox adds.

mod folder;
mod kept;
mod letter;
mod opening;
mod reading;

use std::collections::HashMap;
use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub use kept::{Entry, Kept};
pub use letter::{Attachment, Letter};
pub use reading::Wanted;

use crate::smtp::Envelope;
use folder::{file_of, sound};
use opening::{DELIVERED_TO, HEAD, RETURN_PATH, opened};

/// Of a brand, the newest ones.
const KEPT: usize = 10_000;
/// A folder is read once for so many mails; until then it may hold as many more.
const PRUNED_EVERY: u32 = 500;

pub struct Captured {
    folder: PathBuf,
    limit: usize,
    /// Mails of each brand since its folder was last pruned.
    since_pruned: Mutex<HashMap<String, u32>>,
}

impl Captured {
    /// Nothing is made before the first mail comes.
    pub fn open(folder: &Path) -> Self {
        Self::with_limit(folder, KEPT)
    }

    /// One that keeps another number of each brand.
    pub fn with_limit(folder: &Path, limit: usize) -> Self {
        Self {
            folder: folder.to_owned(),
            limit,
            since_pruned: Mutex::default(),
        }
    }

    /// Keeps a mail under a name that is its recipient's alone: a second one of that name takes the place of the
    /// first. It is there whole or not at all.
    pub fn keep(
        &self,
        brand: &str,
        name: &str,
        message: &[u8],
        envelope: &Envelope<'_>,
    ) -> io::Result<()> {
        let folder = self.folder_of(brand)?;
        let file = file_of(&folder, sound(name)?);
        let draft = folder.join(format!(".{name}"));
        let head = format!(
            "{RETURN_PATH}{}>\r\n{DELIVERED_TO}{}\r\n",
            one_line(envelope.from),
            one_line(envelope.to)
        );
        let mut written = create(&draft);
        if matches!(&written, Err(error) if error.kind() == ErrorKind::NotFound) {
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(&folder)?;
            written = create(&draft);
        }
        let mut written = written?;
        written.write_all(head.as_bytes())?;
        written.write_all(message)?;
        drop(written);
        std::fs::rename(&draft, &file)?;
        if self.is_time_to_prune(brand) {
            folder::prune(&folder, self.limit)?;
        }
        Ok(())
    }

    /// Deletes the mails of a brand or of all, and says how many there were.
    pub fn clear(&self, brand: Option<&str>) -> io::Result<u64> {
        let mut deleted = 0;
        for brand in self.brands(brand)? {
            deleted += folder::prune(&self.folder.join(&brand), 0)?;
        }
        Ok(deleted)
    }

    /// Deletes those mails of a brand that went to somebody, and says how many there were.
    pub fn forget(&self, brand: &str, is_theirs: impl Fn(&str) -> bool) -> io::Result<u64> {
        let folder = self.folder_of(brand)?;
        let mut deleted = 0;
        for entry in folder::entries(&folder, brand)? {
            let file = file_of(&folder, &entry.id);
            // It may be gone by now.
            let Ok(kept) = opened(entry, &file, HEAD) else {
                continue;
            };
            if is_theirs(&kept.to) {
                deleted += folder::delete(&file)?;
            }
        }
        Ok(deleted)
    }

    fn folder_of(&self, brand: &str) -> io::Result<PathBuf> {
        Ok(self.folder.join(sound(brand)?))
    }

    fn brands(&self, one: Option<&str>) -> io::Result<Vec<String>> {
        if let Some(brand) = one {
            return Ok(vec![sound(brand)?.to_owned()]);
        }
        let mut brands = folder::brands(&self.folder)?;
        // What is no name of ours is somebody else's folder.
        brands.retain(|brand| sound(brand).is_ok());
        Ok(brands)
    }

    fn is_time_to_prune(&self, brand: &str) -> bool {
        let mut since = self
            .since_pruned
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // The first mail of a process too: it may follow many lives that ended early.
        let count = since.entry(brand.to_owned()).or_insert(PRUNED_EVERY - 1);
        *count += 1;
        if *count < PRUNED_EVERY {
            return false;
        }
        *count = 0;
        true
    }
}

fn create(path: &Path) -> io::Result<std::fs::File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)
}

fn one_line(address: &str) -> String {
    address.chars().filter(|char| !char.is_control()).collect()
}

#[cfg(test)]
mod tests;
