//! Headers of answers, as the document declares them.

use postrider_domain::accounts::credits::Metering;
use serde_json::{Map, Value, json};

use crate::api::row::Row;

/// On every answer.
const ALWAYS: [&str; 4] = [
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
];

pub fn components() -> Value {
    let mut headers = Map::new();
    let mut add = |name: &str, kind: &str, description: &str| {
        let mut header = json!({ "description": description, "schema": { "type": kind } });
        if ALWAYS.contains(&name) {
            header["required"] = json!(true);
        }
        headers.insert(name.to_owned(), header);
    };
    add(
        "X-Request-Id",
        "string",
        "Names this request in the server's log.",
    );
    add(
        "X-RateLimit-Limit",
        "integer",
        "Calls that the window holds.",
    );
    add(
        "X-RateLimit-Remaining",
        "integer",
        "Calls left in the window.",
    );
    add(
        "X-RateLimit-Reset",
        "integer",
        "Unix second in which the oldest counted call leaves the window.",
    );
    add(
        "Retry-After",
        "integer",
        "Seconds after which the call may succeed; where waiting helps.",
    );
    add(
        "Idempotent-Replayed",
        "boolean",
        "`true` if the answer is the stored one of an earlier call with this `Idempotency-Key`.",
    );
    add(
        "X-Credit-Cost",
        "integer",
        "Credits that this call took, where it has a price.",
    );
    add(
        "X-Credits-Remaining",
        "integer",
        "Credits left in this month, where the plan has a limit.",
    );
    Value::Object(headers)
}

/// What a 2xx of the row may carry.
pub fn of_success(row: &Row) -> Value {
    let mut names = ALWAYS.to_vec();
    if row.idempotent {
        names.push("Idempotent-Replayed");
    }
    if row.metering != Metering::Free {
        names.extend(["X-Credit-Cost", "X-Credits-Remaining"]);
    }
    references(&names)
}

pub fn of_error() -> Value {
    let mut names = ALWAYS.to_vec();
    names.push("Retry-After");
    references(&names)
}

fn references(names: &[&str]) -> Value {
    let reference = |name: &&str| {
        let reference = json!({ "$ref": format!("#/components/headers/{name}") });
        ((*name).to_owned(), reference)
    };
    names.iter().map(reference).collect::<Map<_, _>>().into()
}
