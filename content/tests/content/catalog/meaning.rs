//! Search by meaning: what reads the weights, with weights of a few words; and with the real ones, where they are.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use postrider_content::catalog::{Shelf, Template, search_templates};
use postrider_content::search::{Entry, Index, Vectors};
use postrider_meaning::Meaning;
use postrider_test_support::write_small_weights;

use super::searches::{QUERIES, UNSEEN, hits, queries};

const GROUPS: [&[&str]; 3] = [&["dog", "hound"], &["cake", "bread", "##s"], &["a", "the"]];

fn small() -> (tempfile::TempDir, Meaning) {
    let folder = tempfile::tempdir().unwrap();
    write_small_weights(folder.path(), &GROUPS);
    let meaning = Meaning::new(folder.path());
    (folder, meaning)
}

fn entry(title: &str) -> Entry {
    Entry {
        title: title.to_owned(),
        ..Entry::default()
    }
}

#[test]
fn what_means_the_same_is_found_without_a_word_in_common() {
    let (_folder, meaning) = small();
    let entries = [entry("Bread"), entry("Dog"), entry("Zebra")];
    let index = Index::new(&entries);
    assert!(index.search("hound").is_empty());
    let vectors = Vectors::new(&meaning, &entries).unwrap();
    let search = |query: &str| {
        let query_vector = meaning.vectors(&[query]).unwrap();
        let hits = index.search_near(query, &vectors.near(&query_vector[0]));
        hits.iter().map(|hit| hit.place).collect::<Vec<usize>>()
    };
    assert_eq!(search("hound"), [1]);
    assert_eq!(search("cakes"), [0]);
    // A word that both have, and that the model does not know.
    assert_eq!(search("zebra"), [2]);
    assert_eq!(search("zebra bread cake"), [0, 2]);
    assert_eq!(search(""), [0; 0]);
}

#[test]
fn texts_go_through_the_model_as_well_together_as_alone() {
    let (_folder, meaning) = small();
    let long = "dog ".repeat(1000);
    let texts = ["dog", "the cakes", "", "💌", &long, "a dog"];
    let together = meaning.vectors(&texts).unwrap();
    for (text, vector) in texts.iter().zip(&together) {
        assert_eq!(&meaning.vectors(&[text]).unwrap()[0], vector);
        let length: f32 = vector.iter().map(|number| number * number).sum();
        assert!((length - 1.0).abs() < 1e-4, "{text}: {length}");
    }
    assert!(meaning.vectors(&[]).unwrap().is_empty());
}

/// Changes a file of good weights; says what is said about it at start, and by whoever searches.
fn spoilt(file: &str, spoil: impl FnOnce(Vec<u8>) -> Vec<u8>) -> [Option<String>; 2] {
    let (folder, meaning) = small();
    let path = folder.path().join(file);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, spoil(bytes)).unwrap();
    let found = Shelf::with(Arc::new(Meaning::new(folder.path()))).templates("discount");
    let words = search_templates("discount");
    assert!(!found.is_empty());
    let told = [
        meaning.look().err(),
        meaning.vectors(&["dog"]).map(drop).err(),
    ];
    if told[1].is_some() {
        assert_eq!(found, words);
    }
    told.map(|error| error.map(|error| error.to_string()))
}

#[test]
fn broken_weights_are_told_and_words_are_searched_all_the_same() {
    const MODEL: &str = "model.safetensors";
    let told = |told: [Option<String>; 2], part: &str| {
        for told in told {
            let told = told.unwrap();
            assert!(told.contains(part), "{told}");
        }
    };
    told(spoilt(MODEL, |_| Vec::new()), "cannot be read");
    told(
        spoilt(MODEL, |bytes| bytes[..500].to_vec()),
        "cannot be read",
    );
    let shorter = spoilt(MODEL, |bytes| bytes[..bytes.len() - 1].to_vec());
    told(shorter, "cut off");
    let longer = spoilt(MODEL, |bytes| [bytes, vec![0]].concat());
    told(longer, "something was added");
    let page = spoilt(MODEL, |_| b"<!doctype html><title>404</title>".to_vec());
    told(page, "no weights");
    let lie = spoilt(MODEL, |mut bytes| {
        bytes[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        bytes
    });
    told(lie, "no weights");
    let renamed = spoilt(MODEL, |bytes| replaced(bytes, b"word_emb", b"word_ebm"));
    told(renamed, "word_embeddings");
    told(spoilt("vocab.txt", |_| b"dog\n".to_vec()), "no list");
    let more = spoilt("vocab.txt", |bytes| [bytes, b"cat\n".to_vec()].concat());
    told(more, "12 pieces");
    // Only whoever reads all of it finds out.
    let [start, first_use] = spoilt(MODEL, |bytes| {
        replaced(bytes, b"layer.0.output.dense.b", b"layer.0.output.dense.x")
    });
    assert_eq!(start, None);
    assert!(first_use.unwrap().contains("output.dense.bias"));
    let [start, first_use] = spoilt(MODEL, |mut bytes| {
        let end = bytes.len();
        bytes[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        bytes
    });
    assert_eq!(start, None);
    assert!(first_use.unwrap().contains("no vector"));
    let nowhere = Meaning::new(Path::new("/nowhere")).look().unwrap_err();
    assert!(nowhere.to_string().contains("/nowhere/model.safetensors"));
}

/// The words of a model are read from its file with each text.
#[test]
fn what_could_not_be_read_for_a_while_is_understood_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    write_small_weights(folder.path(), &[&["birthday", "gobbledegook"]]);
    let meaning = Arc::new(Meaning::new(folder.path()));
    let shelf = Shelf::with(Arc::clone(&meaning));
    let by = |query: &str| (shelf.templates_by_meaning(query), shelf.knows_meaning());
    meaning.vectors(&["birthday"]).unwrap();
    let path = folder.path().join("model.safetensors");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..2_000]).unwrap();
    assert_eq!(by("birthday"), (None, false));
    assert_eq!(shelf.templates("birthday"), search_templates("birthday"));
    assert!(shelf.may_know_meaning());
    std::fs::write(&path, &bytes).unwrap();
    let (found, is_known) = by("gobbledegook");
    assert!(!found.unwrap().is_empty() && is_known);
}

#[test]
fn weights_have_a_mark_of_their_own() {
    let (folder, meaning) = small();
    let mark = meaning.mark().unwrap();
    assert_eq!(Meaning::new(folder.path()).mark().unwrap(), mark);
    let (_other, same) = small();
    assert_eq!(same.mark().unwrap(), mark);
    for (file, from, to) in [
        ("vocab.txt", &b"hound"[..], &b"horse"[..]),
        ("model.safetensors", b"\0\0\x80\x3f", b"\0\0\x81\x3f"),
    ] {
        let path = folder.path().join(file);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, replaced(bytes.clone(), from, to)).unwrap();
        assert_ne!(Meaning::new(folder.path()).mark().unwrap(), mark, "{file}");
        std::fs::write(&path, bytes).unwrap();
    }
}

fn replaced(bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes;
    let at = bytes.windows(from.len()).position(|part| part == from);
    let at = at.unwrap();
    bytes[at..at + to.len()].copy_from_slice(to);
    bytes
}

/// Nothing, and a word about it, where they are not: 91 MB that only few runs need.
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "for whoever wonders what was tested"
)]
pub(super) fn real_weights() -> Option<PathBuf> {
    let folder = std::env::var("POSTRIDER_EMBEDDINGS");
    if folder.is_err() {
        println!("skipped: POSTRIDER_EMBEDDINGS names no weights (make weights)");
    }
    folder.ok().map(PathBuf::from)
}

#[test]
#[expect(clippy::disallowed_methods, reason = "it measures")]
fn real_weights_bring_what_is_wanted_to_the_first_place() {
    let Some(folder) = real_weights() else {
        return;
    };
    let shelf = Shelf::with(Arc::new(Meaning::new(&folder)));
    let begun = Instant::now();
    shelf.templates("warm up");
    println!(
        "weights and vectors of all templates: {:?}",
        begun.elapsed()
    );
    for (text, at_first, among_three) in
        [(QUERIES, 88, 95), (UNSEEN[0], 78, 92), (UNSEEN[1], 88, 97)]
    {
        let (queries, begun) = (queries(text), Instant::now());
        let found: HashMap<&str, Vec<&Template>> = queries
            .iter()
            .map(|(query, _)| (*query, shelf.templates(query)))
            .collect();
        let each = begun.elapsed() / queries.len() as u32;
        let at = |among: usize| hits(&queries, among, |query| found[query].clone());
        let (first, third) = (at(1), at(3));
        println!("hit@1 {} %, hit@3 {} %, {each:?} each", first.0, third.0);
        assert!(first.0 >= at_first && third.0 >= among_three, "{third:?}");
    }
    for nothing in ["zzzzqqq", "?!", "💌"] {
        let found = shelf.templates(nothing).len();
        assert!(found <= 3, "{nothing}: {found}");
    }
}

/// What the authors' own program says of this sentence.
#[test]
fn real_weights_give_the_vectors_that_they_are_known_for() {
    let Some(folder) = real_weights() else {
        return;
    };
    let vectors = Meaning::new(&folder).vectors(&["hello world"]).unwrap();
    let known = [-0.034_477, 0.031_023, 0.006_735, 0.026_109, -0.039_362];
    for (number, known) in vectors[0].iter().zip(known) {
        assert!((number - known).abs() < 1e-5, "{number}, {known}");
    }
}
