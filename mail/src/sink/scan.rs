//! What the sink reads of a message: where it ends, and its headers.

const END: &[u8; 5] = b"\r\n.\r\n";
const BLOCK: usize = 257;

/// Where the text of a message ends, its last line break included, and where the next command begins. Looks from
/// `from` on, so that a message that comes in pieces is not read again.
pub(super) fn end(data: &[u8], from: usize) -> Option<(usize, usize)> {
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

/// The message as it was before dots were doubled.
pub(super) fn unstuffed(data: &[u8]) -> Vec<u8> {
    let mut message = Vec::with_capacity(data.len());
    for line in data.split_inclusive(|byte| *byte == b'\n') {
        message.extend_from_slice(line.strip_prefix(b".").unwrap_or(line));
    }
    message
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Headers<'a> {
    /// Without its brackets; empty if there is none.
    pub message_id: &'a [u8],
    pub date: bool,
    /// `List-Unsubscribe` with an address of the web.
    pub unsubscribe: bool,
    /// `List-Unsubscribe-Post` as RFC 8058 wants it.
    pub one_click: bool,
    pub signatures: usize,
}

impl<'a> Headers<'a> {
    pub(super) fn read(message: &'a [u8]) -> Self {
        let mut headers = Self::default();
        let mut rest = message;
        while let Some(field) = next_field(&mut rest) {
            headers.take(field);
        }
        headers
    }

    fn take(&mut self, field: &'a [u8]) {
        // Most fields are none of these.
        if !matches!(field.first(), Some(b'M' | b'm' | b'D' | b'd' | b'L' | b'l')) {
            return;
        }
        let Some(colon) = field.iter().position(|byte| *byte == b':') else {
            return;
        };
        let (name, value) = (&field[..colon], field[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"Message-ID") {
            self.message_id = value
                .strip_prefix(b"<")
                .and_then(|value| value.strip_suffix(b">"))
                .unwrap_or(value);
        } else if name.eq_ignore_ascii_case(b"Date") {
            self.date = !value.is_empty();
        } else if name.eq_ignore_ascii_case(b"DKIM-Signature") {
            self.signatures += 1;
        } else if name.eq_ignore_ascii_case(b"List-Unsubscribe") {
            self.unsubscribe = [b"<https://".as_slice(), b"<http://"]
                .iter()
                .any(|start| value.windows(start.len()).any(|part| part == *start));
        } else if name.eq_ignore_ascii_case(b"List-Unsubscribe-Post") {
            self.one_click = value.eq_ignore_ascii_case(b"List-Unsubscribe=One-Click");
        }
    }
}

/// The next field with its continuation lines; `None` where the headers end.
fn next_field<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    if rest.is_empty() || rest.starts_with(b"\r\n") || rest.starts_with(b"\n") {
        return None;
    }
    let mut length = 0;
    loop {
        let line = rest[length..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(rest.len() - length, |at| at + 1);
        length += line;
        if !matches!(rest.get(length), Some(b' ' | b'\t')) {
            break;
        }
    }
    let (field, after) = rest.split_at(length);
    *rest = after;
    Some(field)
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
    }

    #[test]
    fn headers_are_read_folded_and_in_any_case() {
        let message = b"dkim-signature: v=1;\r\n d=a.test\r\nDKIM-Signature: v=1\r\nMESSAGE-ID:\r\n <1@a.test>\r\n\
            Date: Thu\r\nList-Unsubscribe: <mailto:a@b.test>,\r\n\t<https://a.test/u>\r\n\
            List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\r\nMessage-ID: <2@a.test>\r\n";
        let headers = Headers::read(message);
        assert_eq!(headers.message_id, b"1@a.test");
        assert_eq!(headers.signatures, 2);
        assert!(headers.date && headers.unsubscribe && headers.one_click);
        let bare =
            Headers::read(b"Subject: x\r\nList-Unsubscribe: <mailto:a@b.test>\r\nDate:\r\n\r\n");
        assert_eq!(bare, Headers::default());
    }
}
