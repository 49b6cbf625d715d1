//! The journal of this life: a file that grows, and is followed by another.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::entry::{Entry, Header, Owner, Recorded, Slot};
use super::reading;

/// A file this long is followed by another, so that what is settled can be deleted.
const SEGMENT_BYTES: u64 = 8 << 20;

pub struct Journal {
    folder: PathBuf,
    owner: Owner,
    open: Mutex<Open>,
}

struct Open {
    file: File,
    number: u64,
    written: u64,
    /// How many transactions have their dot in each file and are not settled.
    unsettled: BTreeMap<u64, usize>,
    buffer: Vec<u8>,
    /// The first file that is kept.
    oldest: u64,
    /// A record was cut off and could not be taken back: nothing may follow it.
    is_torn: bool,
}

/// In which file the dot of a transaction stands: given back when its outcome is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dot(u64);

impl Journal {
    /// Begins a new file behind those that are there. The old ones go with `forget_earlier`, once all that they say
    /// is in the database.
    pub fn begin(folder: &Path, owner: Owner) -> std::io::Result<Self> {
        let number = reading::numbers(folder)?.last().map_or(1, |last| last + 1);
        let (file, written) = begin_file(folder, number, &owner)?;
        Ok(Self {
            folder: folder.to_owned(),
            owner,
            open: Mutex::new(Open {
                file,
                number,
                written,
                unsettled: BTreeMap::new(),
                buffer: Vec::with_capacity(512),
                oldest: number,
                is_torn: false,
            }),
        })
    }

    /// The bytes that end with the dot are about to leave.
    pub fn dot(&self, slot: Slot) -> std::io::Result<Dot> {
        let mut open = self.lock();
        open.write(&Entry::Dot(slot))?;
        let number = open.number;
        *open.unsettled.entry(number).or_default() += 1;
        Ok(Dot(number))
    }

    /// What came of it.
    pub fn reply(&self, slot: Slot, recorded: Recorded) -> std::io::Result<()> {
        self.lock().write(&Entry::Reply(slot, recorded))
    }

    /// The outcomes of a batch are in the database: the files that hold nothing else can go.
    pub fn settled(&self, batch: i64, dots: &[Dot]) -> std::io::Result<()> {
        let mut open = self.lock();
        for Dot(number) in dots {
            if let Some(count) = open.unsettled.get_mut(number) {
                *count -= 1;
                if *count == 0 {
                    open.unsettled.remove(number);
                }
            }
        }
        if open.written >= SEGMENT_BYTES || open.is_torn {
            self.rotate(&mut open);
        }
        open.write(&Entry::Settled(batch))?;
        let oldest = open.unsettled.keys().next().copied();
        match oldest.unwrap_or(open.number) {
            oldest if oldest > open.oldest => {
                open.oldest = oldest;
                reading::delete_before(&self.folder, oldest)
            }
            _ => Ok(()),
        }
    }

    /// Goes on in another file. Where that cannot be made, this one grows longer.
    fn rotate(&self, open: &mut Open) {
        let number = open.number + 1;
        match begin_file(&self.folder, number, &self.owner) {
            Ok((file, written)) => {
                (open.file, open.number, open.written) = (file, number, written);
                open.is_torn = false;
            }
            Err(error) => {
                tracing::error!(error = %error, "the journal cannot begin another file");
                // A part of it would be in the way of the next try.
                let _ = std::fs::remove_file(reading::path_of(&self.folder, number));
            }
        }
    }

    /// All that earlier files say is in the database.
    pub fn forget_earlier(&self) -> std::io::Result<()> {
        let number = self.lock().number;
        reading::delete_before(&self.folder, number)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Open> {
        // A panic in between leaves at most a record that is cut off, which reading ends at.
        self.open
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Open {
    fn write(&mut self, entry: &Entry) -> std::io::Result<()> {
        if self.is_torn {
            return Err(std::io::Error::other("a record is torn"));
        }
        self.buffer.clear();
        entry.encode(&mut self.buffer);
        if let Err(error) = self.file.write_all(&self.buffer) {
            // Nobody would read beyond a record that is cut off.
            self.is_torn = self.file.set_len(self.written).is_err();
            return Err(error);
        }
        self.written += self.buffer.len() as u64;
        Ok(())
    }
}

fn begin_file(folder: &Path, number: u64, owner: &Owner) -> std::io::Result<(File, u64)> {
    let path = reading::path_of(folder, number);
    let mut file = OpenOptions::new()
        .append(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)?;
    let mut header = Vec::new();
    Header(owner.clone()).encode(&mut header);
    file.write_all(&header)?;
    // The file itself must be there after a power cut; what it holds need not.
    file.sync_all()?;
    File::open(folder)?.sync_all()?;
    Ok((file, header.len() as u64))
}
