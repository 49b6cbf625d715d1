//! Rows of a CSV file that is downloaded (RFC 4180).

use csv::{Terminator, Writer, WriterBuilder};
use postrider_domain::import::guarded;

/// Writes into memory, which cannot fail.
pub struct CsvRows(Writer<Vec<u8>>);

impl CsvRows {
    pub fn new() -> Self {
        let mut builder = WriterBuilder::new();
        builder.terminator(Terminator::CRLF).flexible(true);
        Self(builder.from_writer(Vec::new()))
    }

    /// A cell that is ours: a number, a word of the API.
    pub fn text(&mut self, cell: impl AsRef<[u8]>) {
        let _ = self.0.write_field(cell);
    }

    /// A cell that is somebody else's: no spreadsheet may take it for a formula.
    pub fn guarded(&mut self, cell: &str) {
        self.text(guarded(cell).as_bytes());
    }

    pub fn end(&mut self) {
        let _ = self.0.write_record(None::<&[u8]>);
    }

    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = &'c str>) {
        for cell in cells {
            self.guarded(cell);
        }
        self.end();
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.0.into_inner().unwrap_or_default()
    }
}
