//! The files of one brand, by age.

use std::cmp::Ordering;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::kept::Entry;

/// Newest first. Files of one tick of the clock go by name, in which numbers grow.
pub(super) fn newest_first(one: &Entry, other: &Entry) -> Ordering {
    let key = |entry: &Entry| (entry.kept_at, entry.id.len());
    key(other)
        .cmp(&key(one))
        .then_with(|| other.id.cmp(&one.id))
}

pub(super) fn brands(folder: &Path) -> io::Result<Vec<String>> {
    let mut brands = Vec::new();
    for entry in list(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir()
            && let Ok(name) = entry.file_name().into_string()
        {
            brands.push(name);
        }
    }
    brands.sort_unstable();
    Ok(brands)
}

pub(super) fn entries(folder: &Path, brand: &str) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in list(folder)? {
        let entry = entry?;
        let Some(id) = id(&entry) else { continue };
        // It may be gone by now.
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        entries.push(Entry {
            id,
            brand: brand.to_owned(),
            kept_at: modified_at(&metadata),
        });
    }
    entries.sort_by(newest_first);
    Ok(entries)
}

/// Leaves the newest ones and says how many went.
pub(super) fn prune(folder: &Path, limit: usize) -> io::Result<u64> {
    // Most folders are small: no file is looked at to know that.
    if count(folder)? <= limit {
        return Ok(0);
    }
    let mut deleted = 0;
    for entry in entries(folder, "")?.iter().skip(limit) {
        deleted += delete(&folder.join(format!("{}.eml", entry.id)))?;
    }
    Ok(deleted)
}

/// How many there were of it.
pub(super) fn delete(file: &Path) -> io::Result<u64> {
    match fs::remove_file(file) {
        Ok(()) => Ok(1),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

pub(super) fn read_head(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    fs::File::open(path)?.take(most).read_to_end(&mut head)?;
    Ok(head)
}

pub(super) fn read(path: &Path) -> io::Result<(i64, Vec<u8>)> {
    let metadata = fs::metadata(path)?;
    Ok((modified_at(&metadata), fs::read(path)?))
}

fn count(folder: &Path) -> io::Result<usize> {
    let mut count = 0;
    for entry in list(folder)? {
        count += usize::from(id(&entry?).is_some());
    }
    Ok(count)
}

fn id(entry: &fs::DirEntry) -> Option<String> {
    let name = entry.file_name().into_string().ok()?;
    let id = name.strip_suffix(".eml")?;
    (!id.starts_with('.')).then(|| id.to_owned())
}

/// A folder that is not there is empty.
fn list(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<fs::DirEntry>>> {
    match fs::read_dir(folder) {
        Ok(found) => Ok(Some(found).into_iter().flatten()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None.into_iter().flatten()),
        Err(error) => Err(error),
    }
}

fn modified_at(metadata: &fs::Metadata) -> i64 {
    let modified = metadata.modified().unwrap_or(UNIX_EPOCH);
    modified
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as i64)
}
