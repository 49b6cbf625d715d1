//! Rows of a CSV file that is downloaded (RFC 4180).

use csv::{Terminator, Writer, WriterBuilder};
use postrider_domain::contacts::import::guarded;

use crate::api::handler::Part;

/// Where a part of a download ends. Rows may be long: their number alone does not bound what is in memory.
pub struct PartSize {
    pub rows: usize,
    pub bytes: usize,
}

/// Writes into memory, which cannot fail.
pub struct CsvRows {
    writer: Writer<Vec<u8>>,
    ended: usize,
}

impl CsvRows {
    pub fn new() -> Self {
        let mut builder = WriterBuilder::new();
        builder.terminator(Terminator::CRLF).flexible(true);
        Self {
            writer: builder.from_writer(Vec::new()),
            ended: 0,
        }
    }

    /// A cell that is ours: a number, a word of the API.
    pub fn text(&mut self, cell: impl AsRef<[u8]>) {
        let _ = self.writer.write_field(cell);
    }

    /// A cell that is somebody else's: no spreadsheet may take it for a formula.
    pub fn guarded(&mut self, cell: &str) {
        self.text(guarded(cell).as_bytes());
    }

    pub fn end(&mut self) {
        let _ = self.writer.write_record(None::<&[u8]>);
        self.ended += 1;
    }

    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = &'c str>) {
        for cell in cells {
            self.guarded(cell);
        }
        self.end();
    }

    /// To within the few bytes that the writer holds back.
    pub fn fills(&self, size: &PartSize) -> bool {
        self.ended >= size.rows || self.writer.get_ref().len() >= size.bytes
    }

    /// `next` is the number of the last row, if there may be more.
    pub fn into_part(self, next: Option<i64>) -> Part {
        Part {
            bytes: self.into_bytes(),
            next,
        }
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.writer.into_inner().unwrap_or_default()
    }
}
