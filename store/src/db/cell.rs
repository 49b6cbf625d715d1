//! One value of an answer, and what it may be read as.

/// A value as the database gave it; both drivers speak in these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(&'a str),
    Blob(&'a [u8]),
}

impl Cell<'_> {
    /// For messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Cell::Null => "null",
            Cell::Bool(_) => "a boolean",
            Cell::Int(_) => "an integer",
            Cell::Float(_) => "a float",
            Cell::Text(_) => "text",
            Cell::Blob(_) => "a blob",
        }
    }
}

/// A type that a column is read as.
pub trait FromCell: Sized {
    /// The error says what was wanted, for a message.
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str>;
}

impl<T: FromCell> FromCell for Option<T> {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Null => Ok(None),
            cell => T::from_cell(cell).map(Some),
        }
    }
}

impl FromCell for i64 {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Int(value) => Ok(value),
            _ => Err("an integer"),
        }
    }
}

impl FromCell for bool {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Bool(value) => Ok(value),
            // SQLite has no boolean of its own.
            Cell::Int(0) => Ok(false),
            Cell::Int(1) => Ok(true),
            _ => Err("a boolean"),
        }
    }
}

impl FromCell for f64 {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Float(value) => Ok(value),
            Cell::Int(value) => Ok(value as f64),
            _ => Err("a number"),
        }
    }
}

impl FromCell for String {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Text(value) => Ok(value.to_owned()),
            _ => Err("text"),
        }
    }
}

impl FromCell for Vec<u8> {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Blob(value) => Ok(value.to_vec()),
            _ => Err("a blob"),
        }
    }
}
