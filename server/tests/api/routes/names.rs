//! The names of operations. Programs are written against them: one that was released never changes.

use std::collections::BTreeSet;

use postrider_server::api::routes::contract;
use postrider_server::surface;
use serde_json::Value;

use crate::support::TestServer;

#[test]
fn every_row_of_the_whole_surface_has_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for row in surface::rows(Vec::new()) {
        let (noun, verb) = row.name.split_once('.').expect(row.name);
        for part in [noun, verb] {
            let is_camel = part.starts_with(|c: char| c.is_ascii_lowercase())
                && part.chars().all(|c| c.is_ascii_alphanumeric());
            assert!(is_camel, "{}", row.name);
        }
        assert!(names.insert(row.name), "{} stands twice", row.name);
    }
}

#[test]
fn the_names_of_the_contract_are_frozen() {
    let mut lines: Vec<String> = contract()
        .iter()
        .map(|row| format!("{}: {} {}", row.name, row.method, row.path))
        .collect();
    lines.sort();
    insta::assert_snapshot!("operation_names", lines.join("\n"));
}

#[tokio::test]
async fn the_document_names_every_row_also_where_several_share_a_path() {
    let server = TestServer::start().await;
    let document = server.nobody().get("/openapi.json").await.expect(200).json;
    let name = |operation: &Value| operation["operationId"].as_str().unwrap().to_owned();
    let mut named = BTreeSet::new();
    for operations in document["paths"].as_object().unwrap().values() {
        for operation in operations.as_object().unwrap().values() {
            let Some(apart) = operation["x-operations"].as_array() else {
                assert!(named.insert(name(operation)), "{}", name(operation));
                continue;
            };
            assert!(apart.len() > 1);
            assert_eq!(name(&apart[0]), name(operation));
            for (place, one) in apart.iter().enumerate() {
                assert!(named.insert(name(one)), "{}", name(one));
                // The first is what is meant where no other is.
                let is_told_apart = one.get("x-body-key").is_some()
                    || one["requestBody"]["content"].get("text/csv").is_some();
                assert_eq!(is_told_apart, place > 0, "{}", name(one));
                assert!(one["responses"]["400"].is_object(), "{}", name(one));
            }
        }
    }
    let rows: BTreeSet<String> = contract().iter().map(|row| row.name.to_owned()).collect();
    assert_eq!(named, rows);
}
