//! Reads the operations that a model answers.

use postrider_domain::contract::problem::Problem;
use serde_json::Value;

use super::Operation;
use crate::document::BLOCKS_MAX;
use crate::sketch::json::{self, PROBLEMS_MAX};

/// Operations of one answer: as many as a document may have blocks.
const OPERATIONS_MAX: usize = BLOCKS_MAX;

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
            if values.len() > OPERATIONS_MAX {
                let message = format!("Must have at most {OPERATIONS_MAX} entries.");
                problems.push(Problem::invalid("operations", message));
            }
            let values = values.into_iter().take(OPERATIONS_MAX);
            for (index, value) in values.enumerate() {
                match serde_json::from_value(value) {
                    Ok(operation) => operations.push(operation),
                    Err(_) if problems.len() >= PROBLEMS_MAX => {}
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_end_is_read_to_its_bound() {
        let good = r#"{"kind":"remove","block":"x"}"#;
        let many = [good; OPERATIONS_MAX + 2].join(",");
        let answer = read(&format!(r#"{{"operations":[{many}]}}"#));
        assert_eq!(
            (answer.operations.len(), answer.problems.len()),
            (OPERATIONS_MAX, 1)
        );
        let bad = ["1"; 2 * OPERATIONS_MAX].join(",");
        let answer = read(&format!(r#"{{"operations":[{bad}]}}"#));
        assert_eq!(
            (answer.operations.len(), answer.problems.len()),
            (0, PROBLEMS_MAX)
        );
    }
}
