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
    if let (Some(all), Some(more)) = (
        first["x-error-codes"].as_array_mut(),
        second["x-error-codes"].as_array(),
    ) {
        let new: Vec<Value> = more
            .iter()
            .filter(|code| !all.contains(code))
            .cloned()
            .collect();
        all.extend(new);
    }
    for pointer in ["/requestBody/content", "/responses/202/content"] {
        let (Some(Value::Object(all)), Some(Value::Object(more))) =
            (first.pointer_mut(pointer), second.pointer(pointer))
        else {
            continue;
        };
        for (kind, content) in more {
            all.entry(kind).or_insert_with(|| content.clone());
        }
    }
    if let (Some(all), Some(more)) = (
        first["parameters"].as_array_mut(),
        second["parameters"].as_array(),
    ) {
        let new: Vec<Value> = more
            .iter()
            .filter(|parameter| !all.contains(parameter))
            .cloned()
            .collect();
        all.extend(new);
    }
    if let (Some(all), Some(more)) = (
        first["responses"].as_object_mut(),
        second["responses"].as_object(),
    ) {
        for (status, response) in more {
            all.entry(status.clone())
                .or_insert_with(|| response.clone());
        }
    }
}
