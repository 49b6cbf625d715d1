//! The headers of a message, as far as the sink looks at them.

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
    use super::*;

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
