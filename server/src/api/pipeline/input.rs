//! Where the input of a row stands: in the query, in a JSON body, or in bytes that its handler reads itself.

use std::sync::Arc;

use postrider_domain::contract::problem::Problem;
use serde_json::Value;

use super::body::ReceivedBody;
use crate::api::facts::Facts;
use crate::api::input;
use crate::api::row::{Row, Types};

pub fn of_query(facts: &Facts, types: &Types) -> Result<Value, Problem> {
    input::read_query(&types.form, facts.query.as_deref())
}

pub fn of_request(
    facts: &Arc<Facts>,
    row: &Row,
    types: &Types,
    received: &mut ReceivedBody,
) -> Result<Value, Problem> {
    if row.takes_query() {
        return of_query(facts, types);
    }
    let given = facts.query.as_deref().unwrap_or_default();
    if let Some(pair) = given.split('&').find(|pair| !pair.is_empty()) {
        let key = pair.split('=').next().unwrap_or_default();
        return Err(Problem::invalid(key, format!("Unknown query key `{key}`."))
            .suggest("This route takes its input in the body."));
    }
    received.json(&facts.headers)
}
