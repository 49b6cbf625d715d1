//! As much of what is packed as anybody wants to see.

use std::io::Read;

use super::written::Unreadable;

/// Of a report that is unpacked. The largest senders' are some megabytes.
pub(super) const MOST_UNPACKED: usize = 10 << 20;

/// However small it is packed: not a byte more is unpacked than may be.
pub(super) fn inflate(packed: impl Read) -> Result<Vec<u8>, Unreadable> {
    let mut unpacked = Vec::new();
    let mut some = packed.take(MOST_UNPACKED as u64 + 1);
    some.read_to_end(&mut unpacked).map_err(|_| Unreadable)?;
    if unpacked.len() > MOST_UNPACKED {
        return Err(Unreadable);
    }
    Ok(unpacked)
}
