//! `POST /v1/contacts/search`: the filter language, free text, order and pages.

mod core_columns;
mod cursors;
mod groups;
mod long_pages;
mod operators;
mod refusals;
mod sort;
mod text;

use serde_json::{Value, json};

use super::support::{Answer, Brand, TestServer, assert_problem};

/// The time that stands still in these tests.
const NOW: &str = "2026-03-10T12:00:00Z";

/// Five people with a value of each type, one (`dee`) without any, one (`eve`) with an empty text.
///
/// | | plan | age | vip | born |
/// | --- | --- | --- | --- | --- |
/// | ada | `Pro` | 36 | true | 2026-03-01T00:00:00Z |
/// | bob | `free` | 20.5 | false | 2026-03-01T23:59:59Z |
/// | cem | `Enterprise 100%` | 0 | true | 2026-03-10T09:00:00Z |
/// | eve | empty | -3 | | 1969-07-20T20:17:40Z |
async fn five(server: &TestServer) -> Brand {
    let brand = server.brand().await;
    let field = json!({ "fieldName": "born", "fieldType": "date" });
    brand.post("/v1/fields", field).await.expect(201);
    let contacts = json!({ "contacts": [
        {
            "email": "ada@example.com", "firstName": "Ada", "lastName": "Lovelace",
            "customFields": { "plan": "Pro", "age": 36, "vip": true, "born": "2026-03-01T00:00:00Z" }
        },
        {
            "email": "bob@example.com", "firstName": "Bob", "lastName": "Müller",
            "customFields": { "plan": "free", "age": 20.5, "vip": false, "born": "2026-03-01T23:59:59Z" }
        },
        {
            "email": "cem@example.org", "firstName": "Cem", "lastName": "ÜNAL",
            "customFields": { "plan": "Enterprise 100%", "age": 0, "vip": true, "born": "2026-03-10T09:00:00Z" }
        },
        { "email": "dee@müller.de" },
        {
            "email": "eve@sub.example.net", "firstName": "Eve", "subscribed": false,
            "customFields": { "plan": "", "age": -3, "born": "1969-07-20T20:17:40Z" }
        }
    ] });
    let written = brand.post("/v1/contacts", contacts).await.expect(200);
    assert_eq!(written["summary"]["created"], 5);
    brand
}

async fn search(brand: &Brand, body: Value) -> Answer {
    brand.post("/v1/contacts/search", body).await
}

/// The parts before the `@`, in the order of the answer.
fn names(answer: &Answer) -> String {
    let rows = answer["data"]
        .as_array()
        .unwrap_or_else(|| panic!("{}", answer.text()));
    let names = rows
        .iter()
        .map(|row| row["email"].as_str().unwrap().split('@').next().unwrap());
    names.collect::<Vec<_>>().join(" ")
}

/// Who passes these filters, by name.
async fn found(brand: &Brand, filters: Value) -> String {
    let body = json!({ "filters": filters, "sort": "email", "order": "asc", "count": true });
    let answer = search(brand, body).await.expect(200);
    let found = names(&answer);
    assert_eq!(
        answer["total"],
        found.split_whitespace().count(),
        "{}",
        answer.text()
    );
    found
}

/// `null` means that there is no value.
fn condition(field: &str, operator: &str, value: &Value) -> Value {
    match value {
        Value::Null => json!({ "field": field, "operator": operator }),
        value => json!({ "field": field, "operator": operator, "value": value }),
    }
}

/// The cells of a table, line by line, as they stand between the bars.
fn table<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    text.trim().lines().map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells
            .try_into()
            .unwrap_or_else(|_| panic!("{N} cells in {line}"))
    })
}

/// A cell that holds JSON; an empty one is no value.
fn value_of(cell: &str) -> Value {
    if cell.is_empty() {
        Value::Null
    } else {
        serde_json::from_str(cell).unwrap()
    }
}

/// Refused at exactly this place, with these words in the suggestion.
#[track_caller]
fn assert_refused(answer: &Answer, param: &str, hint: &str) {
    assert_problem(answer, 400, "INVALID_REQUEST", Some(param));
    let suggestion = answer["error"]["suggestion"].as_str().unwrap();
    assert!(suggestion.contains(hint), "{param}: {suggestion}");
}
