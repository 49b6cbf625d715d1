//! What the header of a PNG says of its pixels.

/// Where bits of a channel stand, and behind them the channels.
const DEPTH: usize = 24;

/// Whether it tells more shades apart than others do.
pub(crate) fn has_fine_shades(bytes: &[u8]) -> bool {
    bytes.get(DEPTH) == Some(&16)
}

/// Bytes of a pixel before it is packed.
pub(crate) fn bytes_of_pixel(bytes: &[u8]) -> u64 {
    let channels = match bytes.get(DEPTH + 1) {
        // Grey, or a colour by its number.
        Some(0 | 3) => 1,
        Some(4) => 2,
        Some(2) => 3,
        _ => 4,
    };
    channels * if has_fine_shades(bytes) { 2 } else { 1 }
}
