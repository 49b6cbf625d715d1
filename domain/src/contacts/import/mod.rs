//! Contacts from a CSV text. The columns are settled once from the header line; after that each
//! line is read on its own, so that a bad one costs only itself.

mod cells;
mod columns;
mod formula;
mod records;
mod scan;

use std::collections::BTreeMap;

pub use columns::Columns;
use csv::{ReaderBuilder, StringRecord};
pub use formula::guarded;
pub use records::{Encoding, Records};
pub use scan::{Charset, Scanned, Scanner};

use crate::contacts::contact::ContactInput;
use crate::contacts::field::KnownFields;
use crate::contract::problem::Problem;

/// A line of the file; `index` counts the lines below the header from 0, skipped ones included.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportRow {
    pub index: usize,
    /// As written, to name the row in a report.
    pub email: Option<String>,
    pub contact: Result<ContactInput, Problem>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Import {
    pub rows: Vec<ImportRow>,
    /// Lines without any content.
    pub skipped: usize,
    /// Headers of columns that are left out because the service itself writes what they are named after.
    pub ignored: Vec<String>,
}

/// `mapping` says for a header which core column or field it means; "" drops the column.
pub fn parse(
    csv: &str,
    mapping: &BTreeMap<String, String>,
    known: &KnownFields,
) -> Result<Import, Problem> {
    // Spreadsheets put a byte-order mark in front, which would become part of the first header.
    let csv = csv.strip_prefix('\u{feff}').unwrap_or(csv);
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .from_reader(csv.as_bytes());
    let headers = reader
        .headers()
        .map_err(|error| unreadable(&error))?
        .clone();
    let columns = Columns::settle(&headers, mapping, known)?;
    let mut import = Import {
        ignored: columns.ignored().to_vec(),
        ..Import::default()
    };
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|error| unreadable(&error))?;
        match read_record(index, &record, &columns) {
            Some(row) => import.rows.push(row),
            None => import.skipped += 1,
        }
    }
    Ok(import)
}

/// One record under its columns; `None` for one without any content.
pub fn read_record(index: usize, record: &StringRecord, columns: &Columns) -> Option<ImportRow> {
    let empty = record.iter().all(|cell| cell.trim().is_empty());
    (!empty).then(|| ImportRow {
        index,
        email: columns.email(record).map(ToOwned::to_owned),
        contact: columns.read(record),
    })
}

fn unreadable(error: &csv::Error) -> Problem {
    Problem::invalid("csv", format!("The text is not readable as CSV: {error}."))
}

#[cfg(test)]
mod tests;
