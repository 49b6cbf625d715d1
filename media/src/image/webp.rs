//! Whether every picture in a WebP has the size of the place that it is for.
//!
//! The size of a WebP stands in several places: that of the canvas, of each frame of an animation, and of each lossy picture
//! within. The decoder takes memory for a lossy picture by what that says of itself, before it is compared with the rest or
//! without comparing it: a few bytes could ask for hundreds of megabytes.

type Size = (u32, u32);

/// The file's own name and length, and its kind.
const FILE_HEADER: usize = 12;
/// Place, size and duration of an animation's frame.
const FRAME_HEADER: usize = 16;

struct Chunk<'a> {
    name: &'a [u8],
    data: &'a [u8],
}

/// As the decoder goes from chunk to chunk: each has a name and a length, and an odd one is filled up.
fn chunks(mut rest: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    std::iter::from_fn(move || {
        let (name, behind) = rest.split_at_checked(4)?;
        let (length, behind) = behind.split_first_chunk()?;
        let length = u32::from_le_bytes(*length) as usize;
        let data = &behind[..length.min(behind.len())];
        rest = behind.get(length + length % 2..).unwrap_or_default();
        Some(Chunk { name, data })
    })
}

pub(super) fn sizes_agree(bytes: &[u8], canvas: Size) -> bool {
    let pictures = bytes.get(FILE_HEADER..).unwrap_or_default();
    chunks(pictures).all(|chunk| match chunk.name {
        b"VP8 " => lossy_size(chunk.data) == Some(canvas),
        b"ANMF" => frame_agrees(chunk.data),
        _ => true,
    })
}

/// One picture, or what is transparent and then one picture: the decoder takes whatever comes second for lossy.
fn frame_agrees(frame: &[u8]) -> bool {
    let Some((header, pictures)) = frame.split_at_checked(FRAME_HEADER) else {
        return false;
    };
    // The decoder looks for the next frame right behind this one.
    if !frame.len().is_multiple_of(2) {
        return false;
    }
    let size = Some((1 + three_bytes(&header[6..]), 1 + three_bytes(&header[9..])));
    let mut pictures = chunks(pictures);
    let mut picture = pictures.next();
    if picture.as_ref().is_some_and(|first| first.name == b"ALPH") {
        picture = pictures.next().filter(|second| second.name == b"VP8 ");
    }
    match picture {
        Some(lossy) if lossy.name == b"VP8 " => lossy_size(lossy.data) == size,
        Some(lossless) => lossless.name == b"VP8L",
        None => false,
    }
}

/// Behind the frame's tag and the code of the start; the upper two bits tell how to scale it.
fn lossy_size(data: &[u8]) -> Option<Size> {
    let side = |at: usize| {
        let bytes = data.get(at..at + 2)?.try_into().ok()?;
        Some(u32::from(u16::from_le_bytes(bytes) & 0x3FFF))
    };
    Some((side(6)?, side(8)?))
}

fn three_bytes(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0])
}
