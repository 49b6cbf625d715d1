//! The first file of a zip, found by the directory at its end: stored or deflated, which is all that reporters do.

use std::borrow::Cow;

use flate2::read::DeflateDecoder;
use memchr::memmem;

use super::inflate::{MOST_UNPACKED, inflate};
use super::written::Unreadable;

const END: &[u8] = b"PK\x05\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";
/// The end of the directory, with the longest comment behind it.
const LONGEST_END: usize = 22 + 0xffff;
/// Folders may stand before the file.
const MOST_ENTRIES: usize = 8;
const STORED: usize = 0;
const DEFLATED: usize = 8;
/// The bit of an entry that needs a password.
const ENCRYPTED: usize = 1;

struct Entry {
    method: usize,
    packed: usize,
    at: usize,
}

pub(super) fn first_file(zip: &[u8]) -> Result<Cow<'_, [u8]>, Unreadable> {
    let entry = entry(zip).ok_or(Unreadable)?;
    let packed = packed(zip, &entry).ok_or(Unreadable)?;
    match entry.method {
        STORED if packed.len() <= MOST_UNPACKED => Ok(Cow::Borrowed(packed)),
        DEFLATED => inflate(DeflateDecoder::new(packed)).map(Cow::Owned),
        _ => Err(Unreadable),
    }
}

fn entry(zip: &[u8]) -> Option<Entry> {
    let tail = zip.len().saturating_sub(LONGEST_END);
    let end = tail + memmem::rfind(&zip[tail..], END)?;
    let mut at = number(zip, end + 16, 4)?;
    for _ in 0..MOST_ENTRIES {
        if !zip.get(at..)?.starts_with(ENTRY) {
            return None;
        }
        let name_length = number(zip, at + 28, 2)?;
        let name = zip.get(at + 46..at + 46 + name_length)?;
        if !name.ends_with(b"/") {
            let flags = number(zip, at + 8, 2)?;
            return (flags & ENCRYPTED == 0).then_some(Entry {
                method: number(zip, at + 10, 2)?,
                packed: number(zip, at + 20, 4)?,
                at: number(zip, at + 42, 4)?,
            });
        }
        at += 46 + name_length + number(zip, at + 30, 2)? + number(zip, at + 32, 2)?;
    }
    None
}

fn packed<'z>(zip: &'z [u8], entry: &Entry) -> Option<&'z [u8]> {
    if !zip.get(entry.at..)?.starts_with(LOCAL) {
        return None;
    }
    let before = 30 + number(zip, entry.at + 26, 2)? + number(zip, entry.at + 28, 2)?;
    let start = entry.at + before;
    zip.get(start..start + entry.packed)
}

/// Of so many bytes, the lowest first; four at most.
fn number(zip: &[u8], at: usize, bytes: usize) -> Option<usize> {
    let bytes = zip.get(at..at + bytes)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |sum, byte| (sum << 8) | usize::from(*byte)),
    )
}
