//! A WebP that says what its colours mean. The encoder writes the picture alone; the profile stands in a part of its own before it,
//! which a header announces.

/// In the header: there is a profile, there is transparency.
const PROFILE: u8 = 0x20;
const ALPHA: u8 = 0x10;
/// What is transparent, and the pictures.
const PICTURE: [&[u8]; 3] = [b"ALPH", b"VP8 ", b"VP8L"];

/// Nothing for bytes that are not built as they should be.
pub(super) fn with_profile(
    webp: &[u8],
    profile: &[u8],
    (width, height): (u32, u32),
) -> Option<Vec<u8>> {
    let mut picture = Vec::with_capacity(webp.len());
    let mut flags = PROFILE;
    let mut rest = webp.get(12..)?;
    while !rest.is_empty() {
        let (name, behind) = rest.split_at_checked(4)?;
        let length = u32::from_le_bytes(*behind.first_chunk::<4>()?) as usize;
        let (chunk, next) = rest.split_at_checked(8 + length + length % 2)?;
        if PICTURE.contains(&name) {
            picture.extend_from_slice(chunk);
        }
        if name == b"VP8X" {
            flags |= chunk.get(8)? & ALPHA;
        }
        rest = next;
    }
    let mut head = vec![flags, 0, 0, 0];
    head.extend_from_slice(&(width - 1).to_le_bytes()[..3]);
    head.extend_from_slice(&(height - 1).to_le_bytes()[..3]);
    let parts = [chunk(b"VP8X", &head), chunk(b"ICCP", profile), picture].concat();
    Some(chunk(b"RIFF", &[b"WEBP".as_slice(), &parts].concat()))
}

/// An odd one is filled up.
fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_le_bytes();
    let mut chunk = [name, &length, data].concat();
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}
