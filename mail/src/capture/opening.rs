//! The file of a mail: the envelope before it, as the two fields that a mailbox adds, and the message.

use std::io;
use std::path::Path;

use super::folder;
use super::kept::{Entry, Kept};

/// The envelope before a mail and its own headers are shorter.
pub(super) const HEAD: u64 = 16 << 10;
pub(super) const RETURN_PATH: &str = "Return-Path: <";
pub(super) const DELIVERED_TO: &str = "Delivered-To: ";

/// The file of a mail, without the envelope before it. What was read is kept once.
pub(super) fn opened(entry: Entry, file: &Path, most: u64) -> io::Result<Kept> {
    let (mut bytes, length, kept_at) = folder::read(file, most)?;
    let mut rest = bytes.as_slice();
    let from = field(&mut rest, RETURN_PATH);
    let to = field(&mut rest, DELIVERED_TO);
    let envelope = bytes.len() - rest.len();
    bytes.drain(..envelope);
    Ok(Kept {
        entry: Entry { kept_at, ..entry },
        from: from.strip_suffix('>').unwrap_or(&from).to_owned(),
        to,
        message: bytes,
        bytes: length.saturating_sub(envelope as u64),
    })
}

/// The rest of the first line, if it begins so, which is then taken off.
fn field(rest: &mut &[u8], start: &str) -> String {
    let bytes = *rest;
    let Some(value) = bytes.strip_prefix(start.as_bytes()) else {
        return String::new();
    };
    let Some(end) = value.windows(2).position(|pair| pair == b"\r\n") else {
        return String::new();
    };
    *rest = &value[end + 2..];
    String::from_utf8_lossy(&value[..end]).into_owned()
}
