//! Records of a CSV file that comes in pieces. A record may begin in one piece and end in another; where
//! each one ends is known to the byte, so that reading can go on from there in another process.

use csv::StringRecord;
use csv_core::ReadRecordResult;
use serde::{Deserialize, Serialize};

use crate::contract::problem::Problem;

/// Of one record. More than that is a quotation mark that nobody closed.
pub(super) const MAX_RECORD: usize = 1 << 20;

pub(super) const BOM: &[u8] = "\u{feff}".as_bytes();

/// How the bytes of a stored file are to be read. UTF-16 is turned into UTF-8 before it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    #[serde(rename = "utf-8")]
    Utf8,
    /// What Western spreadsheets mean by "ANSI"; a superset of Latin-1.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

pub struct Records {
    core: csv_core::Reader,
    encoding: Encoding,
    cells: Vec<u8>,
    written: usize,
    ends: Vec<usize>,
    ended: usize,
    position: u64,
    at_start: bool,
}

impl Records {
    /// `position` is where in the file the first piece begins: 0, or the end of a record.
    pub fn new(encoding: Encoding, position: u64) -> Self {
        Self {
            core: csv_core::Reader::new(),
            encoding,
            cells: vec![0; 4096],
            written: 0,
            ends: vec![0; 32],
            ended: 0,
            position,
            at_start: position == 0,
        }
    }

    /// Reads on in `input`, leaving in it what is not read yet. `true`: a record is complete. `false`: it
    /// needs the next piece; an empty piece is the end of the file.
    pub fn advance(&mut self, input: &mut &[u8]) -> Result<bool, Problem> {
        let at_end = input.is_empty();
        loop {
            let (result, read, written, ended) = self.core.read_record(
                input,
                &mut self.cells[self.written..],
                &mut self.ends[self.ended..],
            );
            *input = &input[read..];
            self.position += read as u64;
            self.written += written;
            self.ended += ended;
            match result {
                ReadRecordResult::Record => return Ok(true),
                ReadRecordResult::InputEmpty | ReadRecordResult::End if !at_end => {
                    return Ok(false);
                }
                ReadRecordResult::End => return Ok(false),
                // The end of the file was told; the next call gives the last record or the end.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.cells.resize(self.cells.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
            }
            if self.cells.len() > MAX_RECORD || self.ends.len() > MAX_RECORD {
                return Err(endless());
            }
        }
    }

    /// The file's byte after the complete record.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Forgets the complete record without looking at it.
    pub fn skip(&mut self) {
        self.at_start = false;
        self.written = 0;
        self.ended = 0;
    }

    /// The complete record. A cell that is not in the encoding is an error of its row.
    pub fn take(&mut self) -> Result<StringRecord, Problem> {
        let mut record = StringRecord::with_capacity(self.written, self.ended);
        let mut start = 0;
        let ends = &self.ends[..self.ended];
        let mut sound = true;
        // The parser takes a byte-order mark off only if it comes in one piece.
        if std::mem::take(&mut self.at_start) && self.cells[..self.written].starts_with(BOM) {
            start = BOM.len();
        }
        for &end in ends {
            let cell = &self.cells[start..end];
            start = end;
            match self.encoding {
                Encoding::Utf8 => match std::str::from_utf8(cell) {
                    Ok(text) => record.push_field(text),
                    Err(_) => sound = false,
                },
                Encoding::Windows1252 => record.push_field(
                    &encoding_rs::WINDOWS_1252
                        .decode_without_bom_handling(cell)
                        .0,
                ),
            }
        }
        self.skip();
        if sound {
            return Ok(record);
        }
        Err(Problem::invalid("csv", "The row is not UTF-8 text."))
    }
}

pub(super) fn endless() -> Problem {
    Problem::invalid("csv", "A row is longer than 1 MiB.").suggest(
        "A quotation mark is probably not closed: put double quotes around cells that contain one, and \
         double the one inside.",
    )
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Records};

    /// Every record with its end, of a text that comes in pieces of a size.
    fn read(bytes: &[u8], piece: usize, encoding: Encoding) -> Vec<(u64, Vec<String>)> {
        let mut records = Records::new(encoding, 0);
        let mut found = Vec::new();
        let mut pieces: Vec<&[u8]> = bytes.chunks(piece).collect();
        pieces.push(&[]);
        for mut input in pieces {
            let last = input.is_empty();
            loop {
                if records.advance(&mut input).unwrap() {
                    let end = records.position();
                    let record = records.take().unwrap();
                    found.push((end, record.iter().map(str::to_owned).collect()));
                } else {
                    break;
                }
                if input.is_empty() && !last {
                    break;
                }
            }
        }
        found
    }

    #[test]
    fn pieces_of_any_size_give_the_same_records_and_ends() {
        let text =
            "\u{feff}email,note\r\na@x.io,\"one, \"\"two\"\"\nthree\"\r\n\r\nb@x.io,ü\nc@x.io,last";
        let whole = read(text.as_bytes(), 10_000, Encoding::Utf8);
        let cells: Vec<Vec<&str>> = whole
            .iter()
            .map(|(_, cells)| cells.iter().map(String::as_str).collect())
            .collect();
        assert_eq!(
            cells,
            [
                ["email", "note"],
                ["a@x.io", "one, \"two\"\nthree"],
                ["b@x.io", "ü"],
                ["c@x.io", "last"]
            ]
        );
        for piece in 1..text.len() {
            assert_eq!(
                read(text.as_bytes(), piece, Encoding::Utf8),
                whole,
                "{piece}"
            );
        }
    }

    #[test]
    fn reading_goes_on_at_the_end_of_any_record() {
        let text = "email,note\r\na@x.io,1\r\n\r\nb@x.io,\"2\r\n\"\r\nc@x.io,3\r\n";
        let whole = read(text.as_bytes(), 7, Encoding::Utf8);
        for (n, (end, _)) in whole.iter().enumerate() {
            let rest = read(&text.as_bytes()[*end as usize..], 5, Encoding::Utf8);
            let rest: Vec<_> = rest.into_iter().map(|(_, cells)| cells).collect();
            let expected: Vec<_> = whole[n + 1..]
                .iter()
                .map(|(_, cells)| cells.clone())
                .collect();
            assert_eq!(rest, expected);
        }
    }

    #[test]
    fn western_bytes_are_read_and_foreign_ones_cost_their_row() {
        let latin = read(b"email,name\na@x.io,M\xfcller\n", 3, Encoding::Windows1252);
        assert_eq!(latin[1].1, ["a@x.io", "Müller"]);
        let mut records = Records::new(Encoding::Utf8, 0);
        let mut input: &[u8] = b"a@x.io,M\xfcller\nb@x.io,fine\n";
        assert!(records.advance(&mut input).unwrap());
        assert!(records.take().is_err());
        assert!(records.advance(&mut input).unwrap());
        assert_eq!(&records.take().unwrap()[1], "fine");
    }

    #[test]
    fn a_quotation_mark_that_never_closes_is_said() {
        let text = format!("email,note\na@x.io,\"{}", "x".repeat(2 << 20));
        let mut records = Records::new(Encoding::Utf8, 0);
        let mut input = text.as_bytes();
        assert!(records.advance(&mut input).unwrap());
        records.skip();
        let problem = records.advance(&mut input).unwrap_err();
        assert!(problem.suggestion.unwrap().contains("quotation"));
    }
}
