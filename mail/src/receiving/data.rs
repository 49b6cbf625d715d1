//! The bytes behind `DATA`: where they end, and what they were before dots were doubled. Only a dot alone between two
//! whole line breaks ends a message: whoever takes `\n.\n` for an end lets strangers put mails into mails.

use memchr::memmem;

pub(crate) const END: &[u8; 5] = b"\r\n.\r\n";
const BLOCK: usize = 257;

/// Where the text of a message ends, its last line break included, and where the next command begins. Looks from
/// `from` on, so that a message that comes in pieces is not read again.
pub(crate) fn end(data: &[u8], from: usize) -> Option<(usize, usize)> {
    if data.starts_with(b".\r\n") {
        return Some((0, 3));
    }
    let mut from = from;
    while data.len() >= from + 2 {
        // A line that begins with a dot is rare, and a block without one is passed at the speed of memory.
        let block = &data[from..data.len().min(from + BLOCK)];
        let dots = block.iter().zip(&block[1..]);
        // Without a branch inside, which is what makes it fast.
        let found = dots.fold(0, |found, (one, next)| {
            found | (u8::from(*one == b'\n') & u8::from(*next == b'.'))
        });
        if found != 0
            && let Some(at) = block_end(data, from, block.len())
        {
            return Some((at + 2, at + END.len()));
        }
        from += block.len() - 1;
    }
    None
}

/// Where an end begins whose dot stands behind a line break of the block.
fn block_end(data: &[u8], from: usize, length: usize) -> Option<usize> {
    // The line break is the second byte of an end.
    let first = from.saturating_sub(1);
    (first..from + length - 1).find(|at| data[*at..].starts_with(END))
}

/// The message as it was before dots were doubled. A line begins behind a whole line break and nowhere else.
pub(crate) fn unstuffed(data: &[u8]) -> Vec<u8> {
    let mut message = Vec::with_capacity(data.len());
    let mut rest = data.strip_prefix(b".").unwrap_or(data);
    while let Some(at) = memmem::find(rest, b"\r\n.") {
        message.extend_from_slice(&rest[..at + 2]);
        rest = &rest[at + 3..];
    }
    message.extend_from_slice(rest);
    message
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Plainly, to compare with.
    fn plain_end(data: &[u8]) -> Option<(usize, usize)> {
        if data.starts_with(b".\r\n") {
            return Some((0, 3));
        }
        let at = data.windows(5).position(|window| window == END)?;
        Some((at + 2, at + 5))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_end_is_where_a_plain_search_finds_it(
            data in proptest::collection::vec(
                prop_oneof![Just(b'\r'), Just(b'\n'), Just(b'.'), Just(b'a')], 0..1200),
            cut in 0usize..1200,
        ) {
            prop_assert_eq!(end(&data, 0), plain_end(&data));
            // In two pieces.
            let cut = cut.min(data.len());
            if end(&data[..cut], 0).is_none() && !data.starts_with(b".\r\n") {
                prop_assert_eq!(end(&data, cut.saturating_sub(4)), plain_end(&data));
            }
        }
    }

    #[test]
    fn dots_are_taken_back() {
        assert_eq!(
            unstuffed(b"a\r\n..b\r\n...\r\nc.d\r\n"),
            b"a\r\n.b\r\n..\r\nc.d\r\n"
        );
        assert_eq!(unstuffed(b"..a\r\n"), b".a\r\n");
        assert_eq!(unstuffed(b"a\n..b\r..c\r\n"), b"a\n..b\r..c\r\n");
    }
}
