//! The files of one brand, by age.

use std::cmp::Ordering;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::kept::Entry;

pub(super) fn file_of(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.eml"))
}

/// Only what cannot lead out of the folder becomes part of a path.
pub(super) fn sound(name: &str) -> io::Result<&str> {
    let is_sound = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if name.is_empty() || name.len() > 200 || name.starts_with('.') || !name.bytes().all(is_sound) {
        let message = format!("`{}` is no name for a kept mail", name.escape_debug());
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    Ok(name)
}

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
        deleted += delete(&file_of(folder, &entry.id))?;
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

/// The beginning of a file; how long all of it is, and since when it is there.
pub(super) fn read(path: &Path, most: u64) -> io::Result<(Vec<u8>, u64, i64)> {
    let mut file = fs::File::open(path)?;
    let metadata = file.metadata()?;
    let length = usize::try_from(metadata.len().min(most)).unwrap_or_default();
    let mut bytes = Vec::with_capacity(length);
    file.by_ref().take(most).read_to_end(&mut bytes)?;
    Ok((bytes, metadata.len(), modified_at(&metadata)))
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
