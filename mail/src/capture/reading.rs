//! Kept mails, read again.

use std::cmp::Ordering;
use std::io::{self, ErrorKind};

use super::Captured;
use super::folder::{self, file_of, sound};
use super::kept::{Entry, Kept};
use super::opening::{HEAD, opened};

/// Which mails of a brand are listed, newest first.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only those behind the one that was kept then, under this id.
    pub after: Option<(i64, String)>,
    /// Only those to addresses with this in them.
    pub recipient: Option<String>,
    pub limit: usize,
}

impl Captured {
    /// The newest mails, of one brand or of all, newest first.
    pub fn list(&self, brand: Option<&str>, limit: usize) -> io::Result<Vec<Entry>> {
        let mut found = Vec::new();
        for brand in self.brands(brand)? {
            found.append(&mut self.entries(&brand)?);
        }
        found.sort_by(folder::newest_first);
        found.truncate(limit);
        Ok(found)
    }

    /// Mails of a brand, each with the beginning of its message. No more files are read than are kept of a brand.
    pub fn page(&self, brand: &str, wanted: &Wanted) -> io::Result<Vec<Kept>> {
        let recipient = wanted.recipient.as_deref().map(str::to_lowercase);
        let mut found = Vec::new();
        for entry in self.entries(brand)? {
            if found.len() >= wanted.limit {
                break;
            }
            if !is_behind(&entry, wanted.after.as_ref()) {
                continue;
            }
            // It may have made room for a newer one meanwhile.
            let Some(kept) = self.head(&entry)? else {
                continue;
            };
            let is_to = |part: &str| kept.to.to_lowercase().contains(part);
            if recipient.as_deref().is_none_or(is_to) {
                found.push(kept);
            }
        }
        Ok(found)
    }

    /// A mail with the beginning of its message, in which its headers stand.
    pub fn head(&self, entry: &Entry) -> io::Result<Option<Kept>> {
        self.read_of(&entry.brand, &entry.id, HEAD)
    }

    /// A mail, whosever it is.
    pub fn read(&self, id: &str) -> io::Result<Option<Kept>> {
        for brand in self.brands(None)? {
            if let Some(kept) = self.read_of(&brand, id, u64::MAX)? {
                return Ok(Some(kept));
            }
        }
        Ok(None)
    }

    /// A mail of a brand, and so many bytes of it at the most.
    pub fn read_of(&self, brand: &str, id: &str, most: u64) -> io::Result<Option<Kept>> {
        if sound(id).is_err() {
            return Ok(None);
        }
        let file = file_of(&self.folder_of(brand)?, id);
        let entry = Entry {
            id: id.to_owned(),
            brand: brand.to_owned(),
            kept_at: 0,
        };
        match opened(entry, &file, most) {
            Ok(kept) => Ok(Some(kept)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Those that are kept of a brand: more may be there until its folder is pruned.
    fn entries(&self, brand: &str) -> io::Result<Vec<Entry>> {
        let mut entries = folder::entries(&self.folder_of(brand)?, brand)?;
        entries.truncate(self.limit);
        Ok(entries)
    }
}

fn is_behind(entry: &Entry, after: Option<&(i64, String)>) -> bool {
    let Some((kept_at, id)) = after else {
        return true;
    };
    let last = Entry {
        id: id.clone(),
        brand: String::new(),
        kept_at: *kept_at,
    };
    folder::newest_first(entry, &last) == Ordering::Greater
}
