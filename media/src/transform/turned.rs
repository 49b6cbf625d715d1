//! Pictures that whoever shows them turns: their pixels stay, and beside them stands how to turn them, and nothing else.

use image::metadata::Orientation;

use super::webp::{DESCRIBED, chunk, parts};
use crate::image::Kind;

/// The first parts of a PNG: what it is, and its header.
const PNG_HEAD: usize = 8 + 25;

/// A file without descriptions, with a word on how it is to be turned. Nothing for kinds that have no place for it.
pub(super) fn marked(kind: Kind, bare: &[u8], turned: Orientation) -> Option<Vec<u8>> {
    let word = word(turned);
    match kind {
        Kind::Jpeg => {
            let (start, rest) = bare.split_at_checked(2)?;
            let word = [b"Exif\0\0".as_slice(), &word].concat();
            let length = (word.len() as u16 + 2).to_be_bytes();
            Some([start, &[0xFF, 0xE1], &length, &word, rest].concat())
        }
        Kind::Png => {
            let (head, rest) = bare.split_at_checked(PNG_HEAD)?;
            let length = (word.len() as u32).to_be_bytes();
            let part = [b"eXIf".as_slice(), &word].concat();
            let sum = checksum(&part).to_be_bytes();
            Some([head, &length, &part, &sum, rest].concat())
        }
        Kind::WebP => {
            let (head, rest) = bare.split_at_checked(12)?;
            let (name, _) = parts(rest).next()??;
            if name != b"VP8X" {
                return None;
            }
            let mut marked = [head, rest, &chunk(b"EXIF", &word)].concat();
            // Name and length stand before the flags.
            marked[12 + 8] |= DESCRIBED;
            let length = (marked.len() - 8) as u32;
            marked[4..8].copy_from_slice(&length.to_le_bytes());
            Some(marked)
        }
        Kind::Gif => None,
    }
}

/// EXIF with one entry.
fn word(turned: Orientation) -> Vec<u8> {
    let start = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0";
    let end = [turned.to_exif(), 0, 0, 0, 0, 0, 0, 0];
    [start.as_slice(), &end].concat()
}

/// Of a part of a PNG (CRC-32).
pub(super) fn checksum(part: &[u8]) -> u32 {
    let sum = part.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 * (sum & 1))
        })
    });
    !sum
}
