//! What the cells of a file say.

use serde_json::Value;

use crate::contacts::field::{FieldName, FieldType, FieldValue};
use crate::contract::catalog::Code;
use crate::contract::problem::{Problem, excerpt};
use crate::time::When;

/// Characters of a header or a cell that a message shows.
pub(super) const SHOWN: usize = 100;

/// A cell in the type of its field. Text stays as written, formulas included.
pub(super) fn cell_value(cell: &str, kind: FieldType, name: &FieldName) -> Result<Value, Problem> {
    let trimmed = cell.trim();
    let number = || trimmed.parse().ok().filter(|n: &f64| n.is_finite());
    let value = match kind {
        FieldType::String => Some(Value::from(cell)),
        FieldType::Number => number().map(|n| FieldValue::Number(n).to_json()),
        FieldType::Boolean => flag(trimmed).map(Value::from),
        // A day stays text until it is written: only then is it known where the brand is.
        FieldType::Date => number()
            .map(|seconds| FieldValue::Number(seconds.floor()).to_json())
            .or_else(|| When::parse(trimmed).map(When::to_json)),
    };
    value.ok_or_else(|| {
        let message = format!(
            "`{}` does not fit the field, which is a {}.",
            excerpt(trimmed, SHOWN),
            kind.as_str()
        );
        Problem::new(Code::FieldTypeMismatch, message).param(format!("customFields.{name}"))
    })
}

pub(super) fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Some(true),
        "false" | "0" | "no" => Some(false),
        _ => None,
    }
}
