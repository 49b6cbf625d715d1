//! Reads the operations that a model answers.

use postrider_domain::contract::problem::Problem;
use serde_json::Value;

use super::Operation;
use crate::sketch::json;

/// What an answer holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// All that could be read.
    pub operations: Vec<Operation>,
    /// Why it is not good yet.
    pub problems: Vec<Problem>,
}

/// The operations in `{ "operations": […] }`, and what of it is none.
pub fn read(answer: &str) -> Answer {
    let (object, problem) = json::object(answer);
    let mut problems: Vec<Problem> = problem.into_iter().collect();
    let mut operations = Vec::new();
    match object.and_then(|mut object| object.remove("operations")) {
        Some(Value::Array(values)) => {
            for (index, value) in values.into_iter().enumerate() {
                match serde_json::from_value(value) {
                    Ok(operation) => operations.push(operation),
                    Err(error) => {
                        let path = format!("operations[{index}]");
                        problems.push(Problem::invalid(path, format!("Cannot be read: {error}.")));
                    }
                }
            }
        }
        _ if problems.is_empty() => {
            problems.push(Problem::invalid("operations", "Must be a list."));
        }
        _ => {}
    }
    Answer {
        operations,
        problems,
    }
}
