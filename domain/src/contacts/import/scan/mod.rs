//! A look at an uploaded file while it passes by: how its bytes are to be read, its header, and how many
//! rows it has. What is stored is always UTF-8 or Windows-1252.

mod charset;
mod lines;
mod utf8;

pub use charset::Charset;

use std::borrow::Cow;

use charset::Sniffed;
use encoding_rs::{Decoder, DecoderResult};
use lines::lines;
use utf8::{SAVE_AS_UTF8, Utf8Check};

use super::records::{BOM, Encoding, MAX_RECORD, Records, endless};
use crate::contract::problem::Problem;

/// Bytes that are looked at before the encoding is settled.
const SNIFFED: usize = 64;
/// Decoded at a time.
const DECODED: usize = 64 << 10;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scanned {
    /// Of the bytes as they are stored.
    pub bytes: u64,
    pub encoding: Encoding,
    /// The cells of the first record; none in a file without any.
    pub header: Vec<String>,
    /// Where the second record begins.
    pub data_start: u64,
    /// Records below the header.
    pub rows: u64,
}

pub struct Scanner {
    charset: Option<Charset>,
    /// The first bytes, until there are enough of them to tell the encoding.
    first: Vec<u8>,
    reading: Option<Reading>,
    /// Lines of what was read, for messages.
    lines: u64,
    count: Count,
}

/// How the bytes are read.
enum Reading {
    /// As they are, if they turn out to be UTF-8 or to hold none of it.
    Guessed(Utf8Check),
    Utf8(Utf8Check),
    Windows1252,
    Utf16(Box<Decoder>),
}

impl Scanner {
    /// `charset` is what the caller says about the file.
    pub fn new(charset: Option<Charset>) -> Self {
        Self {
            charset,
            first: Vec::with_capacity(SNIFFED),
            reading: None,
            lines: 1,
            count: Count::new(),
        }
    }

    /// Takes the next piece and gives what is to be stored of it.
    pub fn piece<'p>(&mut self, piece: &'p [u8]) -> Result<Cow<'p, [u8]>, Problem> {
        if self.reading.is_some() {
            return self.read(piece);
        }
        if self.first.len() + piece.len() < SNIFFED {
            self.first.extend_from_slice(piece);
            return Ok(Cow::Borrowed(&[]));
        }
        if self.first.is_empty() {
            self.settle(piece);
            return self.read(piece);
        }
        self.first.extend_from_slice(piece);
        self.read_first()
    }

    /// The last bytes to be stored, and what was found.
    pub fn finish(mut self) -> Result<(Vec<u8>, Scanned), Problem> {
        let mut rest = Vec::new();
        if self.reading.is_none() {
            rest = self.read_first()?.into_owned();
        }
        let encoding = match self.reading.take() {
            Some(Reading::Windows1252) => Encoding::Windows1252,
            Some(Reading::Guessed(check)) => check.guess(self.lines)?,
            Some(Reading::Utf8(check)) => check.confirm(self.lines)?,
            Some(Reading::Utf16(mut decoder)) => {
                let tail = decode(&mut decoder, &[], Last::Yes).ok_or_else(|| self.no_utf16())?;
                self.look(&tail)?;
                rest.extend(tail);
                Encoding::Utf8
            }
            None => Encoding::Utf8,
        };
        Ok((rest, self.count.finish(encoding)?))
    }

    fn settle(&mut self, first: &[u8]) {
        let sniffed = Sniffed::of(first, self.charset);
        self.reading = Some(match sniffed {
            Sniffed::Guess => Reading::Guessed(Utf8Check::default()),
            Sniffed::Utf8 => Reading::Utf8(Utf8Check::default()),
            Sniffed::Windows1252 => Reading::Windows1252,
            // The decoder takes the byte-order mark away.
            Sniffed::Utf16(encoding) => {
                Reading::Utf16(Box::new(encoding.new_decoder_with_bom_removal()))
            }
        });
    }

    fn read_first(&mut self) -> Result<Cow<'static, [u8]>, Problem> {
        let first = std::mem::take(&mut self.first);
        self.settle(&first);
        let read = self.read(&first)?.into_owned();
        Ok(Cow::Owned(read))
    }

    fn read<'p>(&mut self, piece: &'p [u8]) -> Result<Cow<'p, [u8]>, Problem> {
        let stored = match &mut self.reading {
            Some(Reading::Utf16(decoder)) => {
                let text = decode(decoder, piece, Last::No);
                Cow::Owned(text.ok_or_else(|| self.no_utf16())?)
            }
            Some(Reading::Guessed(check)) => {
                check.look(piece, self.lines)?;
                Cow::Borrowed(piece)
            }
            Some(Reading::Utf8(check)) => {
                check.look_strictly(piece, self.lines)?;
                Cow::Borrowed(piece)
            }
            Some(Reading::Windows1252) | None => Cow::Borrowed(piece),
        };
        self.look(&stored)?;
        Ok(stored)
    }

    /// What is to be known of the bytes as they are stored.
    fn look(&mut self, stored: &[u8]) -> Result<(), Problem> {
        if stored.contains(&0) {
            let before = stored.split(|byte| *byte == 0).next().unwrap_or_default();
            let line = self.lines + lines(before);
            let message = format!("There is a NUL byte in line {line}: this is no CSV text.");
            return Err(Problem::invalid("csv", message).suggest(SAVE_AS_UTF8));
        }
        self.lines += lines(stored);
        self.count.look(stored)
    }

    fn no_utf16(&self) -> Problem {
        let message = format!("The text is not UTF-16 in line {} or after.", self.lines);
        Problem::invalid("csv", message).suggest(SAVE_AS_UTF8)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Yes,
    No,
}

/// `None`: not in the encoding.
fn decode(decoder: &mut Decoder, mut input: &[u8], last: Last) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(input.len());
    let mut room = vec![0; DECODED];
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(input, &mut room, last == Last::Yes);
        text.extend_from_slice(&room[..written]);
        input = &input[read..];
        match result {
            DecoderResult::InputEmpty => return Some(text),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => return None,
        }
    }
}

/// Counts the records, and keeps the first as it is.
struct Count {
    records: Records,
    seen: u64,
    bytes: u64,
    /// The first record as it is written. What is quoted takes at most twice its room.
    head: Vec<u8>,
    data_start: u64,
}

impl Count {
    fn new() -> Self {
        Self {
            // For counting it does not matter how the cells are read.
            records: Records::new(Encoding::Utf8, 0),
            seen: 0,
            bytes: 0,
            head: Vec::new(),
            data_start: 0,
        }
    }

    fn look(&mut self, stored: &[u8]) -> Result<(), Problem> {
        let mut input = stored;
        // An empty input would mean the end of the file.
        while !input.is_empty() && self.records.advance(&mut input)? {
            if self.seen == 0 {
                let read = stored.len() - input.len();
                self.keep(&stored[..read])?;
                self.data_start = self.records.position();
            }
            self.count();
        }
        if self.seen == 0 {
            self.keep(stored)?;
        }
        self.bytes += stored.len() as u64;
        Ok(())
    }

    /// The parser passes over a byte-order mark and over empty lines before the first record, however many
    /// there are: they are not kept.
    fn keep(&mut self, mut bytes: &[u8]) -> Result<(), Problem> {
        if self.bytes == 0 {
            bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
        }
        if self.head.is_empty() {
            let ends = bytes.iter().take_while(|byte| b"\r\n".contains(byte));
            bytes = &bytes[ends.count()..];
        }
        if self.head.len() + bytes.len() > 2 * MAX_RECORD {
            return Err(endless());
        }
        self.head.extend_from_slice(bytes);
        Ok(())
    }

    fn count(&mut self) {
        self.seen += 1;
        self.records.skip();
    }

    fn finish(mut self, encoding: Encoding) -> Result<Scanned, Problem> {
        while self.records.advance(&mut [].as_slice())? {
            self.count();
            // A header without an end of line is the whole file.
            self.data_start = match self.seen {
                1 => self.bytes,
                _ => self.data_start,
            };
        }
        Ok(Scanned {
            bytes: self.bytes,
            encoding,
            header: header(&self.head, encoding)?,
            data_start: self.data_start,
            rows: self.seen.saturating_sub(1),
        })
    }
}

fn header(head: &[u8], encoding: Encoding) -> Result<Vec<String>, Problem> {
    let mut records = Records::new(encoding, 0);
    let mut input = head;
    let complete = (!input.is_empty() && records.advance(&mut input)?)
        || records.advance(&mut [].as_slice())?;
    if !complete {
        return Ok(Vec::new());
    }
    Ok(records.take()?.iter().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests;
