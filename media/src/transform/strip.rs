//! Takes out of a file what is not its picture: where and when it was taken, with what, by whom, and smaller pictures of it.

use super::encode::{has_room, packed};
use super::webp::{DESCRIBED, parts};
use crate::image::{Kind, MAX_MEMORY};

/// Nothing for a file that is not built as it should be: decoders forgive much, and what they skip may be anything.
pub(super) fn strip(kind: Kind, size: (u32, u32), bytes: &[u8]) -> Option<Vec<u8>> {
    strip_within(kind, size, bytes, MAX_MEMORY)
}

/// The same, with so many bytes of memory at most for what is packed.
pub(super) fn strip_within(
    kind: Kind,
    size: (u32, u32),
    bytes: &[u8],
    most: u64,
) -> Option<Vec<u8>> {
    match kind {
        Kind::Png => {
            // What is packed has no other parts either: a strange one stops the packer.
            let bare = png(bytes)?;
            if has_room(&bare, size, most) {
                packed(&bare, size)
            } else {
                Some(bare)
            }
        }
        Kind::Jpeg => jpeg(bytes),
        Kind::WebP => webp(bytes),
        Kind::Gif => gif(bytes),
    }
}

/// The parts of a PNG that are its picture, and what its colours mean.
const PICTURE: [&[u8]; 8] = [
    b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"cICP", b"iCCP", b"sRGB",
];

/// The picture as it is packed.
pub(super) fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    let (start, mut rest) = bytes.split_at_checked(8)?;
    let mut bare = start.to_vec();
    loop {
        let length = u32::from_be_bytes(*rest.first_chunk::<4>()?) as usize;
        // With length, name and checksum.
        let (chunk, next) = rest.split_at_checked(length.checked_add(12)?)?;
        let name = &chunk[4..8];
        if PICTURE.contains(&name) {
            bare.extend_from_slice(chunk);
        }
        if name == b"IEND" {
            return Some(bare);
        }
        rest = next;
    }
}

/// Keeps what decoders need: the scans, colours (`JFIF`, Adobe's mark, the profile) and all that is no segment of an application.
/// Behind the end there may be whole other pictures: they go too.
fn jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    let (start, mut rest) = bytes.split_at_checked(2)?;
    let mut bare = start.to_vec();
    loop {
        let [0xFF, marker, behind @ ..] = rest else {
            return None;
        };
        match *marker {
            // Fill.
            0xFF => rest = &rest[1..],
            0xD9 => {
                bare.extend([0xFF, 0xD9]);
                return Some(bare);
            }
            marker => {
                let length = usize::from(u16::from_be_bytes(*behind.first_chunk::<2>()?));
                let content = behind.get(2..length)?;
                if marker == 0xE0 && content.starts_with(b"JFIF\0") {
                    bare.extend(without_preview(content)?);
                } else if is_needed(marker, content) {
                    bare.extend_from_slice(&rest[..2 + length]);
                }
                rest = &behind[length..];
                if marker == 0xDA {
                    let (scan, behind) = rest.split_at(scan_length(rest)?);
                    bare.extend_from_slice(scan);
                    rest = behind;
                }
            }
        }
    }
}

/// Up to the next marker. Within a scan, `FF` is followed by a zero, or counts restarts.
fn scan_length(bytes: &[u8]) -> Option<usize> {
    bytes
        .windows(2)
        .position(|pair| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xD0..=0xD7))
}

/// Density and version stand in a `JFIF` segment, and then a smaller picture: none, from here on.
fn without_preview(content: &[u8]) -> Option<impl Iterator<Item = u8>> {
    let start = content.get(..12)?.iter().copied();
    let head = [0xFF, 0xE0, 0, 16];
    Some(head.into_iter().chain(start).chain([0, 0]))
}

fn is_needed(marker: u8, content: &[u8]) -> bool {
    match marker {
        0xE2 => content.starts_with(b"ICC_PROFILE\0"),
        0xEE => content.starts_with(b"Adobe"),
        // Of other applications, and comments.
        0xE0..=0xEF | 0xFE => false,
        _ => true,
    }
}

/// The parts of a WebP that are its picture.
const SHOWN: [&[u8]; 5] = [b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP"];
/// In the header: there is XMP.
const XMP: u8 = 0x04;

/// The header must no longer promise what is gone.
fn webp(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = bytes.get(4..8)?.first_chunk::<4>()?;
    let end = 8 + u32::from_le_bytes(*length) as usize;
    let (head, rest) = bytes.get(..end)?.split_at_checked(12)?;
    let mut bare = head.to_vec();
    for part in parts(rest) {
        let (name, chunk) = part?;
        if SHOWN.contains(&name) {
            let start = bare.len();
            bare.extend_from_slice(chunk);
            if name == b"VP8X" {
                *bare.get_mut(start + 8)? &= !(DESCRIBED | XMP);
            }
        }
    }
    let length = (bare.len() - 8) as u32;
    bare[4..8].copy_from_slice(&length.to_le_bytes());
    Some(bare)
}

/// Keeps the picture, its colours and how it is shown; comments and what applications add go.
fn gif(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut at = 13 + gif_table(*bytes.get(10)?);
    let mut bare = bytes.get(..at)?.to_vec();
    loop {
        let (end, is_shown) = match *bytes.get(at)? {
            0x2C => {
                let table = gif_table(*bytes.get(at + 9)?);
                (gif_blocks_end(bytes, at + 11 + table)?, true)
            }
            0x21 => (gif_blocks_end(bytes, at + 2)?, bytes[at + 1] == 0xF9),
            0x3B => {
                bare.push(0x3B);
                return Some(bare);
            }
            _ => return None,
        };
        if is_shown {
            bare.extend_from_slice(&bytes[at..end]);
        }
        at = end;
    }
}

/// Bytes of the colours that the flags promise.
fn gif_table(flags: u8) -> usize {
    if flags & 0x80 == 0 {
        return 0;
    }
    3 << ((flags & 7) + 1)
}

/// Where blocks end, each of which says how long it is, up to an empty one.
fn gif_blocks_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(*bytes.get(at)?);
        at += 1 + length;
        if length == 0 {
            return Some(at);
        }
    }
}
