//! One payload against its contract.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::contract::{Contract, Enforcement, PayloadField, PayloadType};
use super::depth::{MAX_DEPTH, is_too_deep};
use crate::contacts::address::EmailAddress;
use crate::contacts::field::FieldType;

/// Bytes of a payload as JSON.
pub const MAX_PAYLOAD: usize = 64 << 10;

/// What is wrong with a payload, without its values: they may be personal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PayloadError {
    pub code: &'static str,
    pub field: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_type: Option<&'static str>,
}

/// What was done with a payload that the caller may not have meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PayloadWarning {
    /// `UNKNOWN_FIELD`, `FIELD_TYPE_MISMATCH`, `FIELD_VALUE_SKIPPED` or `RESERVED_NAME`
    pub code: &'static str,
    pub field: String,
    pub message: String,
}

/// A payload that may be used: with fallbacks, the address as addresses are stored.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedPayload {
    pub email: EmailAddress,
    pub values: Map<String, Value>,
    pub warnings: Vec<PayloadWarning>,
}

/// What of a payload is written to the contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landing {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub subscribed: Option<bool>,
    /// Custom fields by name, with the type that they are made with.
    pub custom: Vec<(String, FieldType, Value)>,
}

pub fn check_payload(
    contract: &Contract,
    mut values: Map<String, Value>,
) -> Result<CheckedPayload, Vec<PayloadError>> {
    if values.values().any(is_too_deep) {
        return Err(vec![too_deep()]);
    }
    let mut errors = Vec::new();
    for field in &contract.fields {
        errors.extend(check_value(field, &mut values));
    }
    // What comes from fallbacks was not there when the caller's payload was measured.
    let has_fallbacks = contract.fields.iter().any(|field| field.fallback.is_some());
    if has_fallbacks && bytes(&values) > MAX_PAYLOAD {
        return Err(vec![too_large()]);
    }
    let mut warnings = Vec::new();
    let unknown: Vec<String> = values
        .keys()
        .filter(|key| !contract.declares(key))
        .cloned()
        .collect();
    for field in unknown {
        match contract.enforcement {
            Enforcement::Strict => errors.push(not_declared(field)),
            Enforcement::Prune => {
                values.remove(&field);
                warnings.push(undeclared(field, "dropped"));
            }
            Enforcement::Warn => warnings.push(undeclared(field, "kept in the payload")),
        }
    }
    match address_of(&mut values) {
        Some(email) if errors.is_empty() => Ok(CheckedPayload {
            email,
            values,
            warnings,
        }),
        Some(_) => Err(errors),
        None => {
            if errors.iter().all(|error| error.field != "email") {
                errors.push(no_address());
            }
            Err(errors)
        }
    }
}

/// The address, which from here on is spelled as addresses are stored.
fn address_of(values: &mut Map<String, Value>) -> Option<EmailAddress> {
    let Some(Value::String(text)) = values.get_mut("email") else {
        return None;
    };
    let email = EmailAddress::parse(text).ok()?;
    email.as_str().clone_into(text);
    Some(email)
}

/// Null is the same as nothing: the fallback counts.
fn check_value(field: &PayloadField, values: &mut Map<String, Value>) -> Option<PayloadError> {
    if values.get(&field.key).is_none_or(Value::is_null) {
        values.remove(&field.key);
        return match &field.fallback {
            Some(fallback) => {
                values.insert(field.key.clone(), fallback.clone());
                None
            }
            None => field.required.then(|| missing(field)),
        };
    }
    let value = &values[&field.key];
    (!field.kind.takes(value)).then(|| wrong_type(field, value))
}

impl Contract {
    /// Declared scalars land on the contact; everything else stays in the payload. A provider's own fields are
    /// written by its adapter: of those only the columns land.
    pub fn landing(&self, values: &Map<String, Value>) -> Landing {
        let mut landing = Landing::default();
        for field in &self.fields {
            let Some(value) = values.get(&field.key) else {
                continue;
            };
            let text = || value.as_str().map(str::to_owned);
            match field.key.as_str() {
                "email" => {}
                "firstName" => landing.first_name = text(),
                "lastName" => landing.last_name = text(),
                "subscribed" => landing.subscribed = value.as_bool(),
                key => {
                    if let Some(kind) = field.kind.field_type() {
                        landing.custom.push((key.to_owned(), kind, value.clone()));
                    }
                }
            }
        }
        landing
    }
}

fn bytes(values: &Map<String, Value>) -> usize {
    serde_json::to_vec(values).map_or(usize::MAX, |json| json.len())
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => PayloadType::Boolean.as_str(),
        Value::Number(_) => PayloadType::Number.as_str(),
        Value::String(_) => PayloadType::String.as_str(),
        Value::Array(_) => PayloadType::Array.as_str(),
        Value::Object(_) => PayloadType::Object.as_str(),
    }
}

fn missing(field: &PayloadField) -> PayloadError {
    PayloadError {
        code: "MISSING_FIELD",
        field: field.key.clone(),
        message: format!("`{}` is required and has no fallback.", field.key),
        expected_type: Some(field.kind.as_str()),
        actual_type: None,
    }
}

fn wrong_type(field: &PayloadField, value: &Value) -> PayloadError {
    PayloadError {
        code: "WRONG_TYPE",
        field: field.key.clone(),
        message: format!("`{}` is declared as {}.", field.key, field.kind.as_str()),
        expected_type: Some(field.kind.as_str()),
        actual_type: Some(type_of(value)),
    }
}

fn not_declared(field: String) -> PayloadError {
    PayloadError {
        code: "UNKNOWN_FIELD",
        message: format!("The trigger does not declare `{field}`."),
        field,
        expected_type: None,
        actual_type: None,
    }
}

fn no_address() -> PayloadError {
    PayloadError {
        code: "INVALID_EMAIL",
        field: "email".to_owned(),
        message: "`email` is not an email address.".to_owned(),
        expected_type: None,
        actual_type: None,
    }
}

fn too_deep() -> PayloadError {
    PayloadError {
        code: "TOO_DEEP",
        field: String::new(),
        message: format!("The payload is nested deeper than {MAX_DEPTH} levels."),
        expected_type: None,
        actual_type: None,
    }
}

fn too_large() -> PayloadError {
    let limit = MAX_PAYLOAD >> 10;
    PayloadError {
        code: "TOO_LARGE",
        field: String::new(),
        message: format!("With the fallbacks, the payload is larger than {limit} KiB."),
        expected_type: None,
        actual_type: None,
    }
}

fn undeclared(field: String, fate: &str) -> PayloadWarning {
    PayloadWarning {
        code: "UNKNOWN_FIELD",
        message: format!("The trigger does not declare `{field}`: it was {fate}."),
        field,
    }
}

#[cfg(test)]
mod tests;
