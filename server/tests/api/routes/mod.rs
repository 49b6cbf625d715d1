//! What holds for every row of the route table, walked row by row: a row that is added is tested.

mod brands;
mod callers;
mod documents;
mod headers;
mod input;
mod keys;
mod names;
mod policies;
mod table;
mod verbs;

use postrider_server::api::routes::contract;
use postrider_server::api::row::{CSV, Row};
use serde_json::{Value, json};

use crate::support::{Answer, Caller, Request};

fn built() -> impl Iterator<Item = Row> {
    contract().into_iter().filter(Row::is_built)
}

/// The path with something plausible in place of its parameters.
pub fn path_of(row: &Row) -> String {
    let parts = row.path.split('/').map(|part| match part {
        "{email}" => "nobody@example.com",
        part if part.starts_with('{') => "abcdefghijklmnopqrstuvwxyz012345",
        part => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The smallest body that leads to this row: where two share a path, a key of the body decides.
fn body_of(row: &Row) -> Option<Value> {
    match row.body_key {
        Some(key) => Some(json!({ key: [] })),
        None => (!row.takes_query()).then(|| json!({})),
    }
}

async fn call(caller: &Caller, row: &Row) -> Answer {
    call_with(caller, row, &[]).await
}

async fn call_with(caller: &Caller, row: &Row, headers: &[(&str, &str)]) -> Answer {
    let mut request = caller.request(row.method.as_str(), &path_of(row));
    for (name, value) in headers {
        request = request.header(name, value);
    }
    with_body(request, row).send().await
}

/// The request with the smallest body that leads to this row.
pub fn with_body(request: Request, row: &Row) -> Request {
    match body_of(row) {
        Some(body) => request.json(&body),
        None if row.takes_file() => request.header("Content-Type", CSV).body("email\n"),
        None => request,
    }
}
