//! Counts of audiences and searches for a part of a text.

use std::time::Duration;

use serde_json::{Value, json};

use crate::child::Served;
use crate::contacts::email;
use crate::http::{Connection, request};
use crate::machine::now;
use crate::outcome::Result;

const TIMES: usize = 9;

/// The median of some answers to one question.
pub struct Asked {
    pub question: &'static str,
    pub took: Duration,
    /// What the largest size must not exceed.
    pub at_most: Duration,
}

struct Question {
    name: &'static str,
    at_most_ms: u64,
    request: Vec<u8>,
}

pub async fn ask(server: &Served, contacts: u64) -> Result<Vec<Asked>> {
    let mut connection = Connection::open(&server.address).await?;
    let mut questions = Vec::new();
    for (name, at_most_ms, filters) in audiences() {
        let body =
            json!({ "name": name, "filters": { "logicalOperator": "and", "filters": filters } });
        let made = request("POST", "/v1/audiences", &server.secret, &body.to_string());
        let answer = connection.exchange(&made).await?;
        let audience: Value = serde_json::from_slice(&answer.body)?;
        let id = audience["audienceId"]
            .as_str()
            .ok_or_else(|| format!("no audience was made: {}", answer.text()))?;
        let path = format!("/v1/audiences/{id}?include=count");
        questions.push(Question {
            name,
            at_most_ms,
            request: request("GET", &path, &server.secret, ""),
        });
    }
    let one = email(contacts / 3);
    let rare = one.get(2..14).unwrap_or_default().to_owned();
    for (name, text) in [
        ("search: part of one address", rare),
        ("search: part of a name, 1 in 1000", "first77 ".to_owned()),
        ("search: part of every address", "example".to_owned()),
    ] {
        let body = json!({ "search": text, "limit": 25 }).to_string();
        questions.push(Question {
            name,
            at_most_ms: 50,
            request: request("POST", "/v1/contacts/search", &server.secret, &body),
        });
    }
    let mut asked = Vec::new();
    for question in questions {
        asked.push(repeat(&mut connection, question).await?);
    }
    Ok(asked)
}

fn audiences() -> [(&'static str, u64, Value); 5] {
    let filter = |field: &str, operator: &str, value: Value| json!({ "field": format!("customFields.{field}"), "operator": operator, "value": value });
    let selective = filter("company", "equals", json!("Company 77"));
    let broad = filter("orders", "lt", json!(48));
    let subscribed = json!({ "field": "subscribed", "operator": "is_true" });
    [
        ("count: 1 in 500", 150, json!([selective.clone()])),
        (
            "count: 1 in 500, and subscribed",
            150,
            json!([selective, subscribed.clone()]),
        ),
        ("count: every second", 400, json!([broad.clone()])),
        (
            "count: every second, and subscribed",
            400,
            json!([broad, subscribed]),
        ),
        (
            "count: part of a custom text",
            400,
            json!([filter("company", "contains", json!("ny 77"))]),
        ),
    ]
}

async fn repeat(connection: &mut Connection, question: Question) -> Result<Asked> {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let start = now();
        let answer = connection.exchange(&question.request).await?;
        times.push(start.elapsed());
        if answer.status != 200 {
            return Err(format!("{}: {}", question.name, answer.text()).into());
        }
    }
    times.sort_unstable();
    Ok(Asked {
        question: question.name,
        took: times[TIMES / 2],
        at_most: Duration::from_millis(question.at_most_ms),
    })
}
