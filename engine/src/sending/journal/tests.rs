use std::fs::File;
use std::io::Write;

use super::*;

fn owner() -> Owner {
    Owner {
        process: 7,
        boot: "a boot".to_owned(),
    }
}

fn slot(ordinal: i64) -> Slot {
    Slot { claim: 1, ordinal }
}

fn delivered() -> Recorded {
    Recorded {
        kind: RecordedKind::Delivered,
        text: "250 2.0.0 Ok".to_owned(),
    }
}

#[test]
fn what_was_written_is_read_by_the_next_life() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::begin(folder.path(), owner()).unwrap();
    journal.dot(slot(1)).unwrap();
    journal.dot(slot(2)).unwrap();
    journal.reply(slot(1), delivered()).unwrap();
    journal.settled(5, &[]).unwrap();
    let found = read(folder.path()).unwrap();
    assert_eq!(found.owner, Some(owner()));
    assert_eq!(found.settled, 5);
    assert_eq!(found.slots[&slot(1)], Some(delivered()));
    assert_eq!(found.slots[&slot(2)], None);
}

#[test]
fn a_torn_record_ends_the_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::begin(folder.path(), owner()).unwrap();
    journal.dot(slot(1)).unwrap();
    let path = reading::path_of(folder.path(), 1);
    let mut whole = std::fs::read(&path).unwrap();
    whole.extend_from_slice(&[17, 0, 2, 9, 9]);
    File::create(&path).unwrap().write_all(&whole).unwrap();
    let found = read(folder.path()).unwrap();
    assert_eq!(found.slots.len(), 1);
    let last = whole.len() - 8;
    whole[last] ^= 1;
    File::create(&path).unwrap().write_all(&whole).unwrap();
    assert!(read(folder.path()).unwrap().slots.is_empty());
}

#[test]
fn a_file_goes_once_all_its_dots_are_settled() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::begin(folder.path(), owner()).unwrap();
    let kept = journal.dot(slot(0)).unwrap();
    let grow = |batch: i64| {
        let first = batch * 1_000_000;
        let dots = (first..first + 200_000).map(|ordinal| journal.dot(slot(ordinal)).unwrap());
        let dots: Vec<Dot> = dots.collect();
        journal.settled(batch, &dots).unwrap();
    };
    grow(1);
    grow(2);
    grow(3);
    let files = reading::numbers(folder.path()).unwrap();
    assert!(files.len() > 1 && files[0] == 1, "{files:?}");
    journal.settled(4, &[kept]).unwrap();
    grow(5);
    grow(6);
    let files = reading::numbers(folder.path()).unwrap();
    assert!(files[0] > 1 && files.len() <= 2, "{files:?}");
    assert_eq!(read(folder.path()).unwrap().settled, 6);
}
