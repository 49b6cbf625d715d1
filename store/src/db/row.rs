//! One row of an answer, read by position and type.

use super::cell::Cell;
use super::error::DbError;

/// `SQLite` hands out values that live only until the next step: one buffer a row instead of one
/// allocation a value keeps a page of rows cheap.
#[derive(Debug, Default)]
pub(super) struct Packed {
    pub(super) cells: Vec<PackedCell>,
    pub(super) bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum PackedCell {
    Null,
    Int(i64),
    Float(f64),
    Text { from: usize, to: usize },
    Blob { from: usize, to: usize },
}

#[derive(Debug)]
enum Source {
    Sqlite(Packed),
    Postgres(tokio_postgres::Row),
}

#[derive(Debug)]
pub struct Row(Source);

impl From<Packed> for Row {
    fn from(packed: Packed) -> Self {
        Self(Source::Sqlite(packed))
    }
}

impl From<tokio_postgres::Row> for Row {
    fn from(row: tokio_postgres::Row) -> Self {
        Self(Source::Postgres(row))
    }
}

impl Row {
    pub fn int(&self, index: usize) -> Result<i64, DbError> {
        self.required(index, Self::opt_int)
    }

    pub fn opt_int(&self, index: usize) -> Result<Option<i64>, DbError> {
        match self.cell(index)? {
            Cell::Null => Ok(None),
            Cell::Int(value) => Ok(Some(value)),
            other => Err(mismatch(index, "an integer", other)),
        }
    }

    pub fn bool(&self, index: usize) -> Result<bool, DbError> {
        self.required(index, Self::opt_bool)
    }

    pub fn opt_bool(&self, index: usize) -> Result<Option<bool>, DbError> {
        match self.cell(index)? {
            Cell::Null => Ok(None),
            Cell::Bool(value) => Ok(Some(value)),
            // SQLite has no boolean of its own.
            Cell::Int(0) => Ok(Some(false)),
            Cell::Int(1) => Ok(Some(true)),
            other => Err(mismatch(index, "a boolean", other)),
        }
    }

    pub fn float(&self, index: usize) -> Result<f64, DbError> {
        self.required(index, Self::opt_float)
    }

    pub fn opt_float(&self, index: usize) -> Result<Option<f64>, DbError> {
        match self.cell(index)? {
            Cell::Null => Ok(None),
            Cell::Float(value) => Ok(Some(value)),
            Cell::Int(value) => Ok(Some(value as f64)),
            other => Err(mismatch(index, "a number", other)),
        }
    }

    pub fn text(&self, index: usize) -> Result<String, DbError> {
        self.str(index).map(str::to_owned)
    }

    pub fn opt_text(&self, index: usize) -> Result<Option<String>, DbError> {
        Ok(self.opt_str(index)?.map(str::to_owned))
    }

    /// Text that is parsed at once and need not be copied.
    pub fn str(&self, index: usize) -> Result<&str, DbError> {
        self.required(index, Self::opt_str)
    }

    pub fn opt_str(&self, index: usize) -> Result<Option<&str>, DbError> {
        match self.cell(index)? {
            Cell::Null => Ok(None),
            Cell::Text(value) => Ok(Some(value)),
            other => Err(mismatch(index, "text", other)),
        }
    }

    pub fn blob(&self, index: usize) -> Result<Vec<u8>, DbError> {
        self.required(index, Self::opt_blob)
    }

    pub fn opt_blob(&self, index: usize) -> Result<Option<Vec<u8>>, DbError> {
        match self.cell(index)? {
            Cell::Null => Ok(None),
            Cell::Blob(value) => Ok(Some(value.to_vec())),
            other => Err(mismatch(index, "a blob", other)),
        }
    }

    fn required<'a, T>(
        &'a self,
        index: usize,
        read: impl FnOnce(&'a Self, usize) -> Result<Option<T>, DbError>,
    ) -> Result<T, DbError> {
        read(self, index)?.ok_or_else(|| DbError::Other(format!("column {index} is null")))
    }

    pub(super) fn cell(&self, index: usize) -> Result<Cell<'_>, DbError> {
        match &self.0 {
            Source::Sqlite(packed) => packed.cell(index),
            Source::Postgres(row) => row
                .try_get(index)
                .map_err(|error| DbError::Other(format!("column {index}: {error}"))),
        }
    }
}

impl Packed {
    fn cell(&self, index: usize) -> Result<Cell<'_>, DbError> {
        let cell = self
            .cells
            .get(index)
            .ok_or_else(|| DbError::Other(format!("there is no column {index}")))?;
        Ok(match *cell {
            PackedCell::Null => Cell::Null,
            PackedCell::Int(value) => Cell::Int(value),
            PackedCell::Float(value) => Cell::Float(value),
            PackedCell::Blob { from, to } => Cell::Blob(&self.bytes[from..to]),
            PackedCell::Text { from, to } => {
                let text = std::str::from_utf8(&self.bytes[from..to]);
                Cell::Text(
                    text.map_err(|_| DbError::Other(format!("column {index} is not UTF-8")))?,
                )
            }
        })
    }
}

/// Names the kinds only: a value may be personal data and errors end in the log.
fn mismatch(index: usize, wanted: &str, found: Cell<'_>) -> DbError {
    let found = found.kind();
    DbError::Other(format!("column {index} is {found}, not {wanted}"))
}
