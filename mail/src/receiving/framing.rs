//! Where a line or a message begins and ends in what a client says. Knows no socket.

use memchr::{memchr, memmem};

use super::data::{self, END};

/// One thing that a client said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Without its line break.
    Line(&'a [u8]),
    /// With doubled dots, as it came, its last line break included.
    Message(&'a [u8]),
    /// Nothing is whole yet.
    Nothing,
    LineTooLong,
    /// Said once, while more of it comes in. What follows is passed over.
    MessageTooLarge,
    /// The end of a message that was too large.
    SkippedMessage,
}

#[derive(Clone, Copy)]
enum Expected {
    Line,
    Message {
        /// What was searched for the end already.
        scanned: usize,
    },
    /// The rest of what is too large.
    End,
}

pub(crate) struct Framing {
    expected: Expected,
    max_line: usize,
    max_message: usize,
}

impl Framing {
    pub(crate) fn new(max_line: usize, max_message: usize) -> Self {
        Self {
            expected: Expected::Line,
            max_line,
            max_message,
        }
    }

    /// `DATA` was answered with yes.
    pub(crate) fn expect_message(&mut self) {
        self.expected = Expected::Message { scanned: 0 };
    }

    /// Whether a message, or the rest of one, is what comes next.
    pub(crate) fn expects_message(&self) -> bool {
        !matches!(self.expected, Expected::Line)
    }

    /// What `input` begins with, and how much of it is done with. The rest has to stand at the beginning next time.
    pub(crate) fn next<'a>(&mut self, input: &'a [u8]) -> (usize, Piece<'a>) {
        match self.expected {
            Expected::Line => self.line(input),
            Expected::Message { scanned } => self.message(input, scanned),
            Expected::End => self.skip(input),
        }
    }

    fn line<'a>(&self, input: &'a [u8]) -> (usize, Piece<'a>) {
        match memchr(b'\n', input) {
            Some(end) if end <= self.max_line => (end + 1, Piece::Line(&input[..end])),
            None if input.len() <= self.max_line => (0, Piece::Nothing),
            _ => (input.len(), Piece::LineTooLong),
        }
    }

    fn message<'a>(&mut self, input: &'a [u8], scanned: usize) -> (usize, Piece<'a>) {
        match data::end(input, scanned) {
            Some((text, length)) => {
                self.expected = Expected::Line;
                let piece = if text > self.max_message {
                    Piece::SkippedMessage
                } else {
                    Piece::Message(&input[..text])
                };
                (length, piece)
            }
            // A dot and half a line break may be there of the end.
            None if input.len() > self.max_message + 2 => {
                self.expected = Expected::End;
                (input.len() - keep(input), Piece::MessageTooLarge)
            }
            None => {
                self.expected = Expected::Message {
                    scanned: input.len() - keep(input),
                };
                (0, Piece::Nothing)
            }
        }
    }

    fn skip<'a>(&mut self, input: &'a [u8]) -> (usize, Piece<'a>) {
        match memmem::find(input, END) {
            Some(at) => {
                self.expected = Expected::Line;
                (at + END.len(), Piece::SkippedMessage)
            }
            None => (input.len() - keep(input), Piece::Nothing),
        }
    }
}

/// So much of the end may be the beginning of the dot.
fn keep(input: &[u8]) -> usize {
    input.len().min(END.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pieces of a conversation that comes in parts of this size; `DATA` is always answered with yes.
    fn pieces(talk: &[u8], part: usize) -> Vec<String> {
        let mut framing = Framing::new(20, 40);
        let (mut input, mut found) = (Vec::new(), Vec::new());
        for part in talk.chunks(part) {
            input.extend_from_slice(part);
            loop {
                let (taken, piece) = framing.next(&input);
                let is_data = piece == Piece::Line(b"DATA\r");
                let is_done = piece == Piece::Nothing;
                if !is_done {
                    found.push(match piece {
                        Piece::Message(text) => format!("{:?}", String::from_utf8_lossy(text)),
                        Piece::Line(line) => String::from_utf8_lossy(line).trim_end().to_owned(),
                        other => format!("{other:?}"),
                    });
                }
                input.drain(..taken);
                if is_data {
                    framing.expect_message();
                }
                if is_done {
                    break;
                }
            }
        }
        found
    }

    #[test]
    fn lines_and_messages_come_out_however_they_came_in() {
        let large = format!("DATA\r\n{}\r\n.\r\nQUIT\r\n", "x.\r\n".repeat(40));
        let smuggled = b"DATA\r\na\n.\nMAIL\r\n.\nRCPT\n.\r\nb\r.\r\r\n.\r\nQUIT\r\n";
        for part in [1, 3, 7, 1000] {
            assert_eq!(
                pieces(
                    b"HELO\r\nDATA\r\n.\r\nDATA\r\na\r\n..b\r\n.\r\nQUIT\r\n",
                    part
                ),
                [
                    "HELO",
                    "DATA",
                    "\"\"",
                    "DATA",
                    "\"a\\r\\n..b\\r\\n\"",
                    "QUIT"
                ],
            );
            assert_eq!(
                pieces(smuggled, part),
                [
                    "DATA",
                    "\"a\\n.\\nMAIL\\r\\n.\\nRCPT\\n.\\r\\nb\\r.\\r\\r\\n\"",
                    "QUIT"
                ],
            );
            let found = pieces(large.as_bytes(), part);
            assert_eq!(found.last().unwrap(), "QUIT");
            assert_eq!(found[found.len() - 2], "SkippedMessage");
        }
    }

    #[test]
    fn a_line_has_its_limit() {
        assert_eq!(pieces(&[b'x'; 30], 30), ["LineTooLong"]);
        assert_eq!(
            pieces(b"xxxxxxxxxxxxxxxxxxxxxxxxxx\r\n", 100),
            ["LineTooLong"]
        );
    }
}
