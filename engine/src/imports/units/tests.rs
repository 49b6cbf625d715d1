use std::collections::BTreeMap;
use std::fmt::Write;

use csv::StringRecord;
use postrider_domain::contacts::field::KnownFields;
use postrider_domain::contacts::import::{Columns, Encoding};

use super::{ReadError, Source, Start, UNIT_BYTES, Unit, Units};
use crate::objects::Objects;

const SIZE: usize = 250;

/// A stored file of so many rows with a note of so many bytes each.
async fn stored(objects: &Objects, rows: usize, note: usize) -> Source {
    let mut text = String::from("email,note\n");
    let data_start = text.len() as u64;
    let note = "x".repeat(note);
    for row in 0..rows {
        writeln!(text, "n{row}@example.com,{note}").unwrap();
    }
    let source = Source {
        object: format!("imports/{rows}"),
        bytes: text.len() as u64,
        encoding: Encoding::Utf8,
        header: vec!["email".to_owned(), "note".to_owned()],
        data_start,
        mapping: BTreeMap::new(),
        consent: None,
    };
    let mut upload = objects.upload(&source.object).await.unwrap();
    upload.write(text.into()).await.unwrap();
    upload.finish().await.unwrap();
    source
}

/// The units from a place on.
async fn units(objects: &Objects, source: &Source, start: &Start) -> Vec<Unit> {
    let header = StringRecord::from(source.header.clone());
    let columns = Columns::settle(&header, &source.mapping, &KnownFields::default()).unwrap();
    let mut units = Units::new(objects.clone(), source.clone(), columns, start, SIZE);
    let mut found = Vec::new();
    loop {
        let unit = match units.next(0).await {
            Ok(unit) => unit,
            Err(ReadError::Store(error)) => panic!("{error}"),
            Err(ReadError::File(problem)) => panic!("{}", problem.message),
        };
        let last = unit.last;
        found.push(unit);
        if last {
            return found;
        }
    }
}

fn extent(unit: &Unit) -> (u64, u64, usize, Option<usize>) {
    let first = unit.rows.first().map(|row| row.index);
    (unit.from, unit.to, unit.row_count(), first)
}

#[tokio::test]
async fn a_unit_ends_after_so_many_rows_or_bytes_wherever_reading_began() {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::in_folder(folder.path()).unwrap();
    for (rows, note, full) in [(600, 10, SIZE), (100, 100_000, 42)] {
        let source = stored(&objects, rows, note).await;
        let start = Start {
            position: source.data_start,
            row: 0,
        };
        let whole = units(&objects, &source, &start).await;
        assert!(whole.len() > 2);
        assert_eq!(whole.iter().map(Unit::row_count).sum::<usize>(), rows);
        for unit in &whole[..whole.len() - 1] {
            assert_eq!(unit.row_count(), full);
            assert!(unit.to - unit.from < UNIT_BYTES + note as u64 + 100);
        }
        for (n, unit) in whole.iter().enumerate() {
            let start = Start {
                position: unit.from,
                row: whole[..n].iter().map(Unit::row_count).sum(),
            };
            let rest: Vec<_> = units(&objects, &source, &start).await;
            let rest: Vec<_> = rest.iter().map(extent).collect();
            let expected: Vec<_> = whole[n..].iter().map(extent).collect();
            assert_eq!(rest, expected);
        }
    }
}
