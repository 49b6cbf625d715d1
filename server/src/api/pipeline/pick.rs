//! Which of the rows on one path and verb is meant.

use std::sync::Arc;

use axum::http::HeaderMap;
use serde_json::{Map, Value};

use super::body::{ReceivedBody, is_of_type};
use crate::api::row::Row;

/// Where two rows share a path, the body decides: its type, then the keys at its top, for which it is
/// read first.
pub async fn pick<'r>(
    rows: &'r [Arc<Row>],
    headers: &HeaderMap,
    received: &mut ReceivedBody,
) -> &'r Row {
    let of_type = |row: &&Arc<Row>| {
        row.body_type()
            .is_some_and(|kind| is_of_type(headers, kind))
    };
    if let Some(file) = rows.iter().filter(|row| row.takes_file()).find(of_type) {
        return file;
    }
    let plain = rows
        .iter()
        .find(|row| row.body_key.is_none() && !row.takes_file())
        .unwrap_or(&rows[0]);
    let Some(by_key) = rows.iter().find(|row| row.body_key.is_some()) else {
        return plain;
    };
    let Some(Value::Object(map)) = received.peek_json(by_key.body_limit).await else {
        return plain;
    };
    rows.iter().find(|row| is_asked(row, map)).unwrap_or(plain)
}

fn is_asked(row: &Row, map: &Map<String, Value>) -> bool {
    let value = row.body_key.and_then(|key| map.get(key));
    value.is_some_and(row.asked_by)
}
