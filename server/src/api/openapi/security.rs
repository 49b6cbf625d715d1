//! What callers show to be known by, as the document declares it.

use serde_json::{Value, json};

use super::written_for::WrittenFor;
use crate::api::callers::Callers;
use crate::api::row::Row;
use crate::app::home::Home;

pub fn schemes(reader: WrittenFor, public_url: &str) -> Value {
    let mut schemes = json!({
        "bearer": { "type": "http", "scheme": "bearer" },
        "apiKey": { "type": "apiKey", "in": "header", "name": "X-API-Key" },
    });
    if reader == WrittenFor::App {
        schemes["session"] = json!({
            "type": "apiKey", "in": "cookie", "name": Home::of(public_url).cookie_name(),
            "description": "The session of a person. It counts for pages of this origin alone: a write takes \
                `Sec-Fetch-Site: same-origin` or our own `Origin`.",
        });
    }
    schemes
}

/// On rows that say nothing else.
pub fn of_all(reader: WrittenFor) -> Value {
    match reader {
        WrittenFor::Program => json!([{ "bearer": [] }, { "apiKey": [] }]),
        WrittenFor::App => json!([{ "session": [] }, { "bearer": [] }, { "apiKey": [] }]),
    }
}

pub fn of_row(row: &Row) -> Option<Value> {
    match row.callers {
        Callers::Person => Some(json!([{ "session": [] }])),
        Callers::Anybody => Some(json!([{}, { "session": [] }])),
        Callers::Key | Callers::KeyOrPerson | Callers::Provider => None,
    }
}
