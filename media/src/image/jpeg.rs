//! Whether a JPEG reaches its end, and how much of it is kept until then.

const START_OF_SCAN: u8 = 0xDA;
const END: u8 = 0xD9;

/// Walks from marker to marker to that of the end. Bytes behind it are nobody's business.
pub(super) fn is_complete(bytes: &[u8]) -> bool {
    // Behind the marker of the start.
    let mut at = 2;
    while let Some(marker) = next_marker(bytes, &mut at) {
        match marker {
            END => return true,
            // Stands alone, as do the restarts, which count as data.
            0x01 => {}
            _ => {
                let Some(length) = bytes.get(at..at + 2) else {
                    return false;
                };
                at += usize::from(u16::from_be_bytes([length[0], length[1]]));
                if marker == START_OF_SCAN {
                    skip_data(bytes, &mut at);
                }
            }
        }
    }
    false
}

/// The channels that a decoder keeps whole, in numbers of two bytes, until it knows a pixel: all of them where they come in
/// several scans; none where each row is whole as soon as it is read.
pub(super) fn kept_channels(bytes: &[u8]) -> u64 {
    let (mut at, mut channels, mut comes_in_scans) = (2, 0, false);
    while let Some(marker) = next_marker(bytes, &mut at) {
        if marker == 0x01 {
            continue;
        }
        let Some((head, content)) = bytes.get(at..).and_then(|rest| rest.split_first_chunk())
        else {
            break;
        };
        match marker {
            START_OF_SCAN => {
                let first = content.first().copied().map_or(0, u64::from);
                return if comes_in_scans || first != channels {
                    channels
                } else {
                    0
                };
            }
            // Tables, which look like frames.
            0xC4 | 0xC8 | 0xCC => {}
            frame @ 0xC0..=0xCF => {
                // No decoder takes more than four.
                channels = content
                    .get(5)
                    .map_or(channels, |all| channels.max(u64::from(*all).min(4)));
                comes_in_scans |= frame > 0xC1;
            }
            _ => {}
        }
        at += usize::from(u16::from_be_bytes(*head));
    }
    channels
}

/// The marker that begins here or behind fill bytes.
fn next_marker(bytes: &[u8], at: &mut usize) -> Option<u8> {
    let rest = bytes.get(*at..)?;
    let start = rest.iter().position(|byte| *byte == 0xFF)?;
    let marker = rest[start..].iter().position(|byte| *byte != 0xFF)?;
    *at += start + marker + 1;
    Some(rest[start + marker])
}

/// Over compressed data, in which a marker byte is followed by zero or is a restart.
fn skip_data(bytes: &[u8], at: &mut usize) {
    while let Some(pair) = bytes.get(*at..*at + 2) {
        if pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xD0..=0xD7 | 0xFF) {
            return;
        }
        *at += 1;
    }
}
