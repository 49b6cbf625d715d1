//! JSON as the product reads and keeps it.

use serde_json::Value;

/// JSON knows one kind of number: `54.0` is the whole number 54, and so it is read where one is wanted.
pub fn write_whole(value: &mut Value) {
    /// Every whole number up to here is exact as a float.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or_default();
            if float.fract() == 0.0 && float.abs() <= EXACT {
                #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
                let whole = float as i64;
                *value = Value::from(whole);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(write_whole),
        Value::Object(map) => map.values_mut().for_each(write_whole),
        _ => {}
    }
}
