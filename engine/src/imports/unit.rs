//! A number of rows that are written together.

use std::collections::VecDeque;
use std::ops::Range;

use postrider_domain::contact::{ConsentInput, ContactInput, ContactWrite};
use postrider_domain::import::{self, Columns, ImportRow, Records};
use postrider_domain::problem::Problem;
use postrider_store::imports::{ImportError, Tally};

use crate::contacts::write::{Numbered, RowError, Written};
use crate::objects::{ObjectError, Objects};

/// Errors and warnings shown with the import itself.
pub const KEPT: usize = 100;
/// Bytes read from the store at a time.
const PIECE: u64 = 1 << 20;

/// Rows ready to be written, and where the file goes on after them.
pub struct Unit {
    pub rows: Vec<Numbered>,
    pub skipped: usize,
    pub from: u64,
    pub to: u64,
    /// The end of the file: there is no unit after this one.
    pub last: bool,
}

impl Unit {
    pub fn row_count(&self) -> usize {
        self.rows.len() + self.skipped
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error("{}", .0.message)]
    File(Problem),
}

/// Reads a stored file from a place on.
pub struct Units<'a> {
    pub objects: &'a Objects,
    pub object: &'a str,
    pub bytes: u64,
    pub columns: Columns,
    pub consent: Option<ConsentInput>,
    pub records: Records,
    pub next_row: usize,
    /// Rows of a unit.
    pub size: usize,
    piece: VecDeque<u8>,
}

/// Where reading begins.
pub struct Start {
    pub records: Records,
    pub next_row: usize,
}

impl<'a> Units<'a> {
    pub fn new(objects: &'a Objects, (object, bytes): (&'a str, u64), columns: Columns, start: Start) -> Self {
        Self {
            objects,
            object,
            bytes,
            columns,
            consent: None,
            records: start.records,
            next_row: start.next_row,
            size: 500,
            piece: VecDeque::new(),
        }
    }
}

#[expect(dead_code)]
fn unused(_: Range<u64>, _: ContactInput, _: ImportRow, _: &ImportError, _: Tally, _: Written, _: RowError) {
    let _ = (import::read_record, ContactWrite::check);
}
