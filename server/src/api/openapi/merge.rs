//! Rows that share method and path. The format has one operation there, so it is widened to all of them; what each
//! takes and gives alone stands beside it, under its own name.

use serde_json::{Value, json};

/// Where the rows of one operation are told apart: by the media type of the body, or by `x-body-key`, the key
/// that only bodies of that row have.
const APART: &str = "x-operations";

/// They differ in their bodies, or in what stands in the query beside a file.
pub fn into(first: &mut Value, second: Value) {
    if first.get(APART).is_none() {
        first[APART] = json!([first.clone()]);
    }
    widen(first, &second);
    if let Some(apart) = first[APART].as_array_mut() {
        apart.push(second);
    }
    if let Some(merged) = first.as_object_mut() {
        merged.remove("x-body-key");
    }
}

fn widen(first: &mut Value, second: &Value) {
    for pointer in [
        "/requestBody/content/application~1json/schema",
        "/responses/200/content/application~1json/schema",
    ] {
        if let (Some(one), Some(other)) = (first.pointer_mut(pointer), second.pointer(pointer)) {
            *one = json!({ "anyOf": [one.clone(), other] });
        }
    }
    for pointer in ["/x-error-codes", "/parameters"] {
        if let (Some(Value::Array(all)), Some(Value::Array(more))) =
            (first.pointer_mut(pointer), second.pointer(pointer))
        {
            let new = more.iter().filter(|each| !all.contains(each)).cloned();
            let new: Vec<Value> = new.collect();
            all.extend(new);
        }
    }
    // The contents of a response before the responses: one that only the second has is whole already.
    for pointer in [
        "/requestBody/content",
        "/responses/202/content",
        "/responses",
    ] {
        if let (Some(Value::Object(all)), Some(Value::Object(more))) =
            (first.pointer_mut(pointer), second.pointer(pointer))
        {
            for (key, each) in more {
                all.entry(key).or_insert_with(|| each.clone());
            }
        }
    }
}
