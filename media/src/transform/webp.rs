//! A WebP that says what its colours mean. The encoder writes the picture alone; the profile stands in a part of its own before it,
//! which a header announces.

/// In the header: there is a profile, there is transparency.
const PROFILE: u8 = 0x20;
const ALPHA: u8 = 0x10;
/// There is EXIF.
pub(super) const DESCRIBED: u8 = 0x08;
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
    for part in parts(webp.get(12..)?) {
        let (name, chunk) = part?;
        if PICTURE.contains(&name) {
            picture.extend_from_slice(chunk);
        }
        if name == b"VP8X" {
            flags |= chunk.get(8)? & ALPHA;
        }
    }
    let mut head = vec![flags, 0, 0, 0];
    head.extend_from_slice(&(width - 1).to_le_bytes()[..3]);
    head.extend_from_slice(&(height - 1).to_le_bytes()[..3]);
    let parts = [chunk(b"VP8X", &head), chunk(b"ICCP", profile), picture].concat();
    Some(chunk(b"RIFF", &[b"WEBP".as_slice(), &parts].concat()))
}

/// The parts of a WebP, each with its name. Nothing for one that is not built as it should be.
pub(super) fn parts(mut rest: &[u8]) -> impl Iterator<Item = Option<(&[u8], &[u8])>> {
    std::iter::from_fn(move || {
        let part = (!rest.is_empty()).then(|| first_part(rest))?;
        rest = part.map_or(&[], |(_, _, behind)| behind);
        Some(part.map(|(name, part, _)| (name, part)))
    })
}

fn first_part(rest: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (name, behind) = rest.split_at_checked(4)?;
    let length = u32::from_le_bytes(*behind.first_chunk::<4>()?) as usize;
    let (part, behind) = rest.split_at_checked(8 + length + length % 2)?;
    Some((name, part, behind))
}

/// An odd one is filled up.
pub(super) fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_le_bytes();
    let mut chunk = [name, &length, data].concat();
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}
