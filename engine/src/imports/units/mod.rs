//! The rows of a stored file, a number of them at a time.

use bytes::{Buf, Bytes};
use csv::StringRecord;
use postrider_domain::contacts::contact::{ConsentInput, ContactInput, ContactWrite};
use postrider_domain::contacts::import::{Columns, ImportRow, Records, read_record};
use postrider_domain::contract::problem::Problem;

use super::source::Source;
use crate::contacts::write::Numbered;
use crate::jobs::JobError;
use crate::objects::{ObjectError, Objects};

/// Bytes read from the store at a time.
const PIECE: u64 = 1 << 20;

/// Of the file in one unit, the last row apart: rows may be long.
const UNIT_BYTES: u64 = 4 << 20;

/// Rows ready to be written, and the part of the file that they are.
pub struct Unit {
    pub rows: Vec<Numbered>,
    pub skipped: usize,
    pub from: u64,
    pub to: u64,
    /// The file ends here.
    pub last: bool,
}

impl Unit {
    pub fn row_count(&self) -> usize {
        self.rows.len() + self.skipped
    }
}

pub enum ReadError {
    Store(ObjectError),
    /// The file itself: another try would come to the same.
    File(Problem),
}

impl From<ObjectError> for ReadError {
    fn from(error: ObjectError) -> Self {
        Self::Store(error)
    }
}

impl From<ObjectError> for JobError {
    fn from(error: ObjectError) -> Self {
        match error {
            ObjectError::Missing(_) => Self::Hopeless("the uploaded file is gone".to_owned()),
            ObjectError::Store(message) => Self::Failed(message),
        }
    }
}

pub struct Units {
    objects: Objects,
    source: Source,
    columns: Columns,
    size: usize,
    records: Records,
    next_row: usize,
    /// What was fetched and not read yet, and the byte after it.
    piece: Bytes,
    fetched: u64,
}

/// Where reading begins.
pub struct Start {
    pub position: u64,
    pub row: usize,
}

impl Units {
    pub fn new(
        objects: Objects,
        source: Source,
        columns: Columns,
        start: &Start,
        size: usize,
    ) -> Self {
        Self {
            records: Records::new(source.encoding, start.position),
            next_row: start.row,
            piece: Bytes::new(),
            fetched: start.position,
            objects,
            source,
            columns,
            size,
        }
    }

    pub async fn next(&mut self, now: i64) -> Result<Unit, ReadError> {
        let mut unit = Unit {
            rows: Vec::with_capacity(self.size),
            skipped: 0,
            from: self.records.position(),
            to: 0,
            last: false,
        };
        // Only on the place where it begins depends where a unit ends: one that is read again is the same.
        while unit.row_count() < self.size && self.records.position() - unit.from < UNIT_BYTES {
            let Some(record) = self.record().await? else {
                unit.last = true;
                break;
            };
            match self.row(record, now) {
                Some(row) => unit.rows.push(row),
                None => unit.skipped += 1,
            }
        }
        unit.to = self.records.position();
        Ok(unit)
    }

    /// `None` for a record without any content.
    fn row(&mut self, record: Result<StringRecord, Problem>, now: i64) -> Option<Numbered> {
        let index = self.next_row;
        self.next_row += 1;
        match record {
            Ok(record) => read_record(index, &record, &self.columns)
                .map(|row| numbered(row, self.source.consent.as_ref(), now)),
            Err(problem) => Some(Numbered {
                index,
                email: None,
                write: Err(problem),
            }),
        }
    }

    /// The next record, or `None` at the end of the file.
    async fn record(&mut self) -> Result<Option<Result<StringRecord, Problem>>, ReadError> {
        loop {
            if self.piece.is_empty() && self.fetched < self.source.bytes {
                let end = (self.fetched + PIECE).min(self.source.bytes);
                let range = self.fetched..end;
                self.piece = self.objects.read(&self.source.object, range).await?;
                self.fetched = end;
            }
            let at_end = self.piece.is_empty();
            let mut rest: &[u8] = &self.piece;
            let complete = self.records.advance(&mut rest).map_err(ReadError::File)?;
            let read = self.piece.len() - rest.len();
            self.piece.advance(read);
            if complete {
                return Ok(Some(self.records.take()));
            }
            if at_end {
                return Ok(None);
            }
        }
    }
}

/// A row as it is written; the import's consent counts where the row has none.
pub fn numbered(row: ImportRow, consent: Option<&ConsentInput>, now: i64) -> Numbered {
    let write = row
        .contact
        .map(|contact| ContactInput {
            consent: contact.consent.or_else(|| consent.cloned()),
            ..contact
        })
        .and_then(|contact| ContactWrite::check(contact, now));
    Numbered {
        index: row.index,
        email: row.email,
        write,
    }
}

#[cfg(test)]
mod tests;
