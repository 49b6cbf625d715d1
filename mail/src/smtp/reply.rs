//! Replies: read from the wire within bounds, kept as one line.

use std::fmt;

use memchr::memchr;

use crate::plain;

const MAX_LINE: usize = 4096;
const MAX_LINES: usize = 100;
/// Enough for the longest explanations of large providers.
const MAX_TEXT: usize = 500;

/// What a server said. `text` is one line without control or invisible characters and without the codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub code: u16,
    pub enhanced: Option<(u8, u16, u16)>,
    pub text: String,
}

impl Reply {
    pub fn new(code: u16, enhanced: Option<(u8, u16, u16)>, text: &str) -> Self {
        let mut reply = Self {
            code,
            enhanced,
            text: String::new(),
        };
        reply.add_text(text);
        reply
    }

    /// `550 5.1.1 No such user`; `parse` reads it back.
    pub fn to_line(&self) -> String {
        self.to_string()
    }

    pub fn parse(line: &str) -> Option<Self> {
        let (code, rest) = read_code(line.as_bytes())?;
        match rest.first() {
            None | Some(b' ') => Some(Self::from_lines(code, &[rest])),
            Some(_) => None,
        }
    }

    /// From what follows the code on each line of a reply.
    pub(super) fn from_lines(code: u16, lines: &[&[u8]]) -> Self {
        let mut reply = Self::new(code, None, "");
        for line in lines {
            let text = String::from_utf8_lossy(line.get(1..).unwrap_or_default());
            // First: what is hidden could hide the code too.
            let text = plain::line(&text, usize::MAX);
            let (enhanced, text) = split_enhanced(code, &text);
            reply.enhanced = reply.enhanced.or(enhanced);
            reply.add_text(text);
        }
        reply
    }

    fn add_text(&mut self, more: &str) {
        for word in plain::line(more, usize::MAX).split(' ') {
            let gap = usize::from(!self.text.is_empty());
            if word.is_empty() || self.text.len() + gap + word.len() > MAX_TEXT {
                continue;
            }
            if gap == 1 {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    pub(super) fn is_positive(&self) -> bool {
        (200..300).contains(&self.code)
    }

    /// The server closes the connection.
    pub(super) fn is_closing(&self) -> bool {
        self.code == 421
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        if let Some((class, subject, detail)) = self.enhanced {
            write!(f, " {class}.{subject}.{detail}")?;
        }
        if !self.text.is_empty() {
            write!(f, " {}", self.text)?;
        }
        Ok(())
    }
}

/// `5.1.1` at the start of a reply's text, or `(#5.1.1)` at its end, of the same class as its code.
fn split_enhanced(code: u16, text: &str) -> (Option<(u8, u16, u16)>, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let read = |word: &str| {
        // Some write `550 #5.1.1`, some `5.1.1:`.
        let mut parts = word.trim_matches(['#', ':', ';']).split('.');
        let class: u8 = parts.next()?.parse().ok()?;
        let subject = detail(parts.next()?)?;
        let last = detail(parts.next()?)?;
        let fits = parts.next().is_none() && u16::from(class) == code / 100;
        fits.then_some((class, subject, last))
    };
    if let Some(enhanced) = read(word) {
        return (Some(enhanced), rest.trim_start());
    }
    let last = text
        .rsplit("(#")
        .next()
        .and_then(|end| end.strip_suffix(')'));
    (last.and_then(read), text)
}

fn detail(digits: &str) -> Option<u16> {
    let fits = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| digits.parse().ok())?
}

fn read_code(line: &[u8]) -> Option<(u16, &[u8])> {
    let (digits, rest) = line.split_at_checked(3)?;
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let code = digits
        .iter()
        .fold(0, |code, digit| code * 10 + u16::from(digit - b'0'));
    (200..600).contains(&code).then_some((code, rest))
}

/// A whole reply at the start of a buffer.
pub(super) struct Scanned<'a> {
    pub code: u16,
    /// What follows the code on each line, the separator included.
    pub lines: Vec<&'a [u8]>,
    pub length: usize,
}

/// Nothing while the reply is not complete; an error when these bytes are no reply.
pub(super) fn scan(buffer: &[u8]) -> Result<Option<Scanned<'_>>, &'static str> {
    let mut lines = Vec::with_capacity(1);
    let mut start = 0;
    let mut first = None;
    while let Some(length) = memchr(b'\n', &buffer[start..]) {
        let line = &buffer[start..start + length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > MAX_LINE {
            return Err("a line of the reply is too long");
        }
        let (code, rest) = read_code(line).ok_or("the reply has no code")?;
        if *first.get_or_insert(code) != code {
            return Err("the lines of the reply have different codes");
        }
        start += length + 1;
        lines.push(rest);
        match rest.first() {
            Some(b'-') if lines.len() < MAX_LINES => {}
            Some(b'-') => return Err("the reply has too many lines"),
            None | Some(b' ') => {
                return Ok(Some(Scanned {
                    code,
                    lines,
                    length: start,
                }));
            }
            Some(_) => return Err("the reply has no code"),
        }
    }
    if buffer.len() - start > MAX_LINE {
        return Err("a line of the reply is too long");
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(bytes: &[u8]) -> Reply {
        let scanned = scan(bytes).unwrap().unwrap();
        assert_eq!(scanned.length, bytes.len());
        Reply::from_lines(scanned.code, &scanned.lines)
    }

    #[test]
    fn replies_of_one_and_more_lines() {
        let reply =
            read(b"550-5.1.1 The account\r\n550-5.1.1  does not\texist.\r\n550 5.1.1 Try\r\n");
        assert_eq!(reply.to_line(), "550 5.1.1 The account does not exist. Try");
        assert_eq!(reply.enhanced, Some((5, 1, 1)));
        assert_eq!(read(b"250\n").to_line(), "250");
        assert_eq!(read(b"250 2.0.0 Ok\x00\x1b[0m\r\n").text, "Ok [0m");
        let turned = "550 5.1.1\u{200b} No\u{202e}body \u{2066}here\u{ad}\r\n";
        assert_eq!(read(turned.as_bytes()).to_line(), "550 5.1.1 Nobody here");
        assert_eq!(Reply::new(550, None, "a\u{202e}b").text, "ab");
        // Of another class than the code: part of the text.
        assert_eq!(read(b"550 4.1.1 later\r\n").enhanced, None);
        assert_eq!(read(b"550 #5.1.0 no\r\n").enhanced, Some((5, 1, 0)));
        assert_eq!(read(b"250 10.0.0.1 is welcome\r\n").enhanced, None);
    }

    #[test]
    fn an_unfinished_reply_is_waited_for() {
        for part in [&b""[..], b"2", b"250", b"250-a\r\n", b"250-a\r\n250 b"] {
            assert!(scan(part).unwrap().is_none(), "{part:?}");
        }
    }

    #[test]
    fn what_is_no_reply_is_refused() {
        let long = format!("250 {}", "x".repeat(MAX_LINE));
        let many = "250-x\r\n".repeat(MAX_LINES);
        for bytes in [
            "HTTP/1.1 400 Bad Request\r\n",
            "\r\n",
            "25 ok\r\n",
            "2500 ok\r\n",
            "250_ok\r\n",
            "199 ok\r\n",
            "600 ok\r\n",
            "250-a\r\n550 b\r\n",
            &long,
            &many,
        ] {
            assert!(scan(bytes.as_bytes()).is_err(), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn strangers_bytes_are_read_or_refused_and_lines_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut whole = b"550 ".to_vec();
            whole.extend_from_slice(&bytes);
            whole.extend_from_slice(b"\r\n");
            if let Ok(Some(scanned)) = scan(&whole) {
                let reply = Reply::from_lines(scanned.code, &scanned.lines);
                prop_assert!(reply.text.len() <= MAX_TEXT && !reply.text.chars().any(char::is_control));
                prop_assert_eq!(Reply::parse(&reply.to_line()), Some(reply));
            }
        }
    }
}
