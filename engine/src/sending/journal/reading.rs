//! What the journal of an earlier life says.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::entry::{Entry, Owner, Recorded, Slot};

/// All that the files of a folder say.
#[derive(Debug, Default)]
pub struct JournalContents {
    /// Of the last file; `None` if there is none that can be read.
    pub owner: Option<Owner>,
    /// `None`: the dot left, and nothing is known after it.
    pub slots: HashMap<Slot, Option<Recorded>>,
    /// The last batch that was known to be in the database.
    pub settled: i64,
}

pub fn read(folder: &Path) -> std::io::Result<JournalContents> {
    let mut found = JournalContents::default();
    for number in numbers(folder)? {
        let bytes = std::fs::read(path_of(folder, number))?;
        let mut rest = bytes.as_slice();
        while let Some((entry, length)) = Entry::decode(rest) {
            rest = &rest[length..];
            found.add(entry);
        }
        if !rest.is_empty() {
            tracing::warn!(
                file = number,
                bytes = rest.len(),
                "the journal's last record is cut off"
            );
        }
    }
    Ok(found)
}

impl JournalContents {
    fn add(&mut self, entry: Entry) {
        match entry {
            Entry::Header(owner) => self.owner = Some(owner),
            Entry::Dot(slot) => {
                self.slots.insert(slot, None);
            }
            Entry::Reply(slot, recorded) => {
                self.slots.insert(slot, Some(recorded));
            }
            Entry::Settled(batch) => self.settled = self.settled.max(batch),
        }
    }
}

pub(super) fn path_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:012}.log"))
}

/// The files there are, in order.
pub(super) fn numbers(folder: &Path) -> std::io::Result<Vec<u64>> {
    let mut numbers = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let name = file?.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".log"));
        if let Some(number) = number.and_then(|number| number.parse().ok()) {
            numbers.push(number);
        }
    }
    numbers.sort_unstable();
    Ok(numbers)
}

pub(super) fn delete_before(folder: &Path, number: u64) -> std::io::Result<()> {
    for old in numbers(folder)? {
        if old < number {
            std::fs::remove_file(path_of(folder, old))?;
        }
    }
    Ok(())
}
