//! Counts lines, for messages.

#[expect(
    clippy::naive_bytecount,
    reason = "the compiler makes it fast by itself"
)]
pub(super) fn lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u64
}
