//! How deep payloads may be.

use serde_json::Value;

/// The payload itself is the first level.
pub(super) const MAX_DEPTH: usize = 10;

/// Whether a value of a payload makes it deeper than payloads may be.
pub(super) fn is_too_deep(value: &Value) -> bool {
    is_deeper(value, MAX_DEPTH - 1)
}

/// Whether a value goes deeper than so many levels.
fn is_deeper(value: &Value, levels: usize) -> bool {
    let is_too_deep = |value| is_deeper(value, levels - 1);
    match value {
        Value::Array(list) => levels == 0 || list.iter().any(is_too_deep),
        Value::Object(map) => levels == 0 || map.values().any(is_too_deep),
        _ => false,
    }
}
