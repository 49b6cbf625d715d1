//! What a route takes beside its body, as the document declares it.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::api::row::{Row, Tenant};

/// Parameters that follow from the row alone.
pub fn of_row(row: &Row) -> Vec<Value> {
    let mut parameters = path_parameters(row.path);
    if row.tenant == Tenant::Brand {
        parameters.push(json!({
            "name": "X-Brand-Id", "in": "header", "required": false,
            "description": "The brand of this call; organization keys only.",
            "schema": { "type": "string" },
        }));
    }
    if row.idempotent {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "Makes the call safe to repeat for 24 hours.",
            "schema": { "type": "string", "maxLength": 100, "pattern": "^[!-~]([ -~]*[!-~])?$" },
        }));
    }
    parameters
}

fn path_parameters(path: &str) -> Vec<Value> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            let mut parameter = json!({
                "name": name, "in": "path", "required": true, "description": path_meaning(name),
                "schema": { "type": "string" },
            });
            match name {
                "email" => parameter["example"] = json!("ada@example.com"),
                "fieldName" => parameter["example"] = json!("city"),
                _ => {}
            }
            parameter
        })
        .collect()
}

fn path_meaning(name: &str) -> String {
    match name {
        "email" => "The contact's address.".to_owned(),
        "fieldName" => "The field's name.".to_owned(),
        "slug" => "The flow's short name.".to_owned(),
        id => {
            let noun = id.trim_end_matches("Id").chars();
            let words: String = noun
                .flat_map(|c| {
                    c.is_uppercase()
                        .then_some(' ')
                        .into_iter()
                        .chain(c.to_lowercase())
                })
                .collect();
            format!("The id of the {words}.")
        }
    }
}

/// The schema itself, where it is a reference to one.
pub fn definition(schema: &Schema, generator: &SchemaGenerator) -> Value {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => {
            let name = reference.rsplit('/').next().unwrap_or_default();
            generator
                .definitions()
                .get(name)
                .cloned()
                .unwrap_or_default()
        }
        None => schema.as_value().clone(),
    }
}

/// Whether an input may not be left out, because something in it may not.
pub fn has_required(definition: &Value) -> bool {
    let list = definition["required"].as_array();
    let mut properties = definition["properties"].as_object().into_iter().flatten();
    list.is_some_and(|names| !names.is_empty())
        || properties.any(|(_, property)| property["x-required"] == true)
}

pub fn of_query(schema: &Schema, generator: &SchemaGenerator) -> Vec<Value> {
    let definition = definition(schema, generator);
    let required: Vec<&str> = definition["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let Some(properties) = definition["properties"].as_object() else {
        return Vec::new();
    };
    properties
        .iter()
        .map(|(name, schema)| {
            let schema = without_null(schema);
            let mut parameter = json!({
                "name": name, "in": "query", "required": required.contains(&name.as_str()), "schema": schema,
            });
            if schema.pointer("/type") == Some(&json!("array")) {
                parameter["style"] = json!("form");
                parameter["explode"] = json!(false);
            }
            parameter
        })
        .collect()
}

/// A query has no way to say null: a parameter that may be left out is just not required.
fn without_null(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let Some(map) = schema.as_object_mut() else {
        return schema;
    };
    if let Some(Value::Array(kinds)) = map.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            map.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(mut options)) = map.remove("anyOf") {
        options.retain(|option| option["type"] != "null");
        match options.as_slice() {
            [Value::Object(option)] => map.extend(option.clone()),
            _ => {
                map.insert("anyOf".to_owned(), Value::Array(options));
            }
        }
    }
    schema
}
