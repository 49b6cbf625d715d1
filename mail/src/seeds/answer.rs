//! One answer of a server, cut out of its bytes and into words (RFC 3501 section 9, read leniently: servers differ).

use memchr::{memchr, memrchr};

/// A line, and with it what it announces as following it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Word {
    Open,
    Close,
    /// As it stands: a number, a flag.
    Atom(Vec<u8>),
    /// In quotes, or announced by its length.
    Text(Vec<u8>),
}

impl Word {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Open => b"(",
            Self::Close => b")",
            Self::Atom(bytes) | Self::Text(bytes) => bytes,
        }
    }

    pub(super) fn is(&self, name: &str) -> bool {
        matches!(self, Self::Atom(bytes) if bytes.eq_ignore_ascii_case(name.as_bytes()))
    }
}

/// How many bytes the first answer takes up: what is known so far.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Extent {
    Whole(usize),
    /// More has to come; it will be so many bytes at least.
    AtLeast(usize),
}

/// Where the first answer ends. An announcement alone tells that it will be long.
pub(super) fn extent(bytes: &[u8]) -> Extent {
    let mut at = 0;
    loop {
        let Some(end) = memchr(b'\n', &bytes[at..]) else {
            return Extent::AtLeast(bytes.len() + 1);
        };
        let next = at + end + 1;
        let Some(announced) = announced(&bytes[at..next]) else {
            return Extent::Whole(next);
        };
        at = next.saturating_add(announced);
        if at >= bytes.len() {
            return Extent::AtLeast(at.saturating_add(1));
        }
    }
}

/// `{123}` at the end of a line: so many bytes follow, and then the rest of the line.
fn announced(line: &[u8]) -> Option<usize> {
    let line = line.trim_ascii_end().strip_suffix(b"}")?;
    let open = memrchr(b'{', line)?;
    let digits = &line[open + 1..];
    let digits = digits.strip_suffix(b"+").unwrap_or(digits);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let text = str::from_utf8(digits).ok()?;
    Some(text.parse().unwrap_or(usize::MAX))
}

/// The words of one whole answer.
pub(super) fn words(answer: &[u8]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = answer;
    while let Some((&first, tail)) = rest.split_first() {
        rest = match first {
            b' ' | b'\r' | b'\n' | b'\t' => tail,
            b'(' => {
                words.push(Word::Open);
                tail
            }
            b')' => {
                words.push(Word::Close);
                tail
            }
            b'"' => quoted(tail, &mut words),
            b'{' => literal(rest, &mut words),
            _ => atom(rest, &mut words),
        };
    }
    words
}

fn quoted<'a>(rest: &'a [u8], words: &mut Vec<Word>) -> &'a [u8] {
    let mut text = Vec::new();
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        at += 1;
        match byte {
            b'"' => break,
            b'\\' => {
                text.extend(rest.get(at));
                at += 1;
            }
            _ => text.push(byte),
        }
    }
    words.push(Word::Text(text));
    rest.get(at..).unwrap_or_default()
}

fn literal<'a>(rest: &'a [u8], words: &mut Vec<Word>) -> &'a [u8] {
    let line = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
    let Some(length) = announced(&rest[..line]) else {
        return atom(rest, words);
    };
    let end = line.saturating_add(length).min(rest.len());
    words.push(Word::Text(rest[line..end].to_vec()));
    &rest[end..]
}

/// Up to a space or a parenthesis.
fn atom<'a>(rest: &'a [u8], words: &mut Vec<Word>) -> &'a [u8] {
    let mut tail = rest.iter().skip(1);
    let end = tail.position(|&byte| matches!(byte, b'\r' | b'\n' | b' ' | b'(' | b')'));
    let end = end.map_or(rest.len(), |end| end + 1);
    words.push(Word::Atom(rest[..end].to_vec()));
    &rest[end..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn atom(text: &str) -> Word {
        Word::Atom(text.as_bytes().to_vec())
    }

    fn text(text: &str) -> Word {
        Word::Text(text.as_bytes().to_vec())
    }

    #[test]
    fn an_answer_ends_where_its_line_does_and_no_announcement_stands() {
        for (bytes, expected) in [
            ("", Extent::AtLeast(1)),
            ("* OK", Extent::AtLeast(5)),
            ("* OK\r\n* 1", Extent::Whole(6)),
            ("* OK\n", Extent::Whole(5)),
            ("* LIST {3}\r\n", Extent::AtLeast(16)),
            ("* LIST {3}\r\na\nb\r\nmore", Extent::Whole(17)),
            ("* LIST {3+}\r\na\nb {1}\r\nc\r\n", Extent::Whole(25)),
            ("* LIST {0}\r\n\r\n", Extent::Whole(14)),
            ("* OK {x}\r\n", Extent::Whole(10)),
            ("* OK {}\r\n", Extent::Whole(9)),
        ] {
            assert_eq!(extent(bytes.as_bytes()), expected, "{bytes:?}");
        }
        for huge in ["4294967295", "99999999999999999999999999"] {
            let Extent::AtLeast(bytes) = extent(format!("* 1 FETCH {{{huge}}}\r\n").as_bytes())
            else {
                panic!("it is not whole");
            };
            assert!(bytes > 4_000_000_000, "{bytes}");
        }
    }

    #[test]
    fn words_are_told_apart() {
        assert_eq!(
            words(b"* LIST (\\HasNoChildren \\Junk) \"/\" \"a \\\"b\\\\ c\"\r\n"),
            vec![
                atom("*"),
                atom("LIST"),
                Word::Open,
                atom("\\HasNoChildren"),
                atom("\\Junk"),
                Word::Close,
                text("/"),
                text("a \"b\\ c"),
            ]
        );
        assert_eq!(
            words(b"* LIST (\\Junk) NIL {4}\r\n)(\r\n [7](x)\r\n"),
            vec![
                atom("*"),
                atom("LIST"),
                Word::Open,
                atom("\\Junk"),
                Word::Close,
                atom("NIL"),
                text(")(\r\n"),
                atom("[7]"),
                Word::Open,
                atom("x"),
                Word::Close,
            ]
        );
    }

    proptest! {
        #[test]
        fn whatever_comes_is_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = extent(&bytes);
            let _ = words(&bytes);
        }

        #[test]
        fn what_looks_like_imap_is_read(text in "[*a1 (){}\\[\\]\"0-9\\\\\r\n]{0,80}") {
            let bytes = text.as_bytes();
            match extent(bytes) {
                Extent::Whole(length) => prop_assert!(length <= bytes.len() && length > 0),
                Extent::AtLeast(length) => prop_assert!(length > bytes.len()),
            }
            let _ = words(bytes);
        }
    }
}
