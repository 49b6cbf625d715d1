//! What a trigger says about its payloads.

use std::collections::HashSet;

use data_encoding::HEXLOWER;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::depth::is_too_deep;
use crate::contacts::field::FieldType;
use crate::contract::catalog::Code;
use crate::contract::ids;
use crate::contract::problem::Problem;
use crate::designs::merge::is_reserved;
use crate::time::When;

/// The `provider` of triggers that callers make.
pub const SERVICE_API: &str = "service_api";
pub const MAX_FIELDS: usize = 200;
const MAX_KEY: usize = 100;
/// Of the fields as JSON: their fallbacks go into payloads, which have a limit of their own.
const MAX_BYTES: usize = 32 << 10;
const FIELDS: &str = "payloadSchema.fields";

/// A key that payloads have or may have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayloadField {
    pub key: String,
    #[serde(rename = "type")]
    pub kind: PayloadType,
    #[serde(default)]
    pub required: bool,
    /// Taken where the key is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<Value>,
    /// Personal: never shown in logs and events.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pii: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PayloadType {
    String,
    Number,
    /// A number without a fraction.
    Integer,
    Boolean,
    /// An ISO time or date, or Unix seconds.
    Date,
    Object,
    Array,
}

impl PayloadType {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Date => "date",
            Self::Object => "object",
            Self::Array => "array",
        }
    }

    /// The type that its values have as a field of contacts. Objects and lists stay in the payload.
    pub const fn field_type(self) -> Option<FieldType> {
        match self {
            Self::String => Some(FieldType::String),
            Self::Number | Self::Integer => Some(FieldType::Number),
            Self::Boolean => Some(FieldType::Boolean),
            Self::Date => Some(FieldType::Date),
            Self::Object | Self::Array => None,
        }
    }

    pub fn takes(self, value: &Value) -> bool {
        match self {
            Self::String => value.is_string(),
            Self::Number => value.is_number(),
            Self::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            Self::Boolean => value.is_boolean(),
            Self::Date => When::of_json(value).is_some(),
            Self::Object => value.is_object(),
            Self::Array => value.is_array(),
        }
    }
}

/// What becomes of keys that the contract does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Enforcement {
    /// Kept, and reported in `warnings`.
    #[default]
    Warn,
    /// Dropped, and reported in `warnings`.
    Prune,
    /// The fire is refused.
    Strict,
}

impl Enforcement {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Warn => "warn",
            Self::Prune => "prune",
            Self::Strict => "strict",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        let all = [Self::Warn, Self::Prune, Self::Strict];
        all.into_iter().find(|one| one.as_str() == word)
    }
}

/// The fields of a payload, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    pub fields: Vec<PayloadField>,
    pub enforcement: Enforcement,
}

impl Contract {
    /// Refuses a contract that could not be kept.
    pub fn check(fields: Vec<PayloadField>, enforcement: Enforcement) -> Result<Self, Problem> {
        if fields.len() > MAX_FIELDS {
            let message = format!("A payload has at most {MAX_FIELDS} fields.");
            return Err(Problem::invalid(FIELDS, message));
        }
        let mut seen = HashSet::new();
        for (index, field) in fields.iter().enumerate() {
            let place = format!("{FIELDS}[{index}]");
            check_field(field).map_err(|problem| problem.within(&place))?;
            if !seen.insert(field.key.as_str()) {
                let message = format!("`{}` is declared twice.", field.key);
                return Err(Problem::invalid("key", message).within(&place));
            }
        }
        if json!(fields).to_string().len() > MAX_BYTES {
            let message = format!("The fields have at most {} KiB as JSON.", MAX_BYTES >> 10);
            return Err(Problem::invalid(FIELDS, message));
        }
        let is_address =
            |f: &PayloadField| f.key == "email" && f.kind == PayloadType::String && f.required;
        if !fields.iter().any(is_address) {
            let message = "The payload must declare `email` as a required string.";
            return Err(Problem::new(Code::PayloadSchemaEmailRequired, message).param(FIELDS));
        }
        Ok(Self {
            fields,
            enforcement,
        })
    }

    pub fn field(&self, key: &str) -> Option<&PayloadField> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The keys that hold dates: only here does anybody say so.
    pub fn date_keys(&self) -> impl Iterator<Item = &str> {
        let dates = self.fields.iter();
        let dates = dates.filter(|field| field.kind == PayloadType::Date);
        dates.map(|field| field.key.as_str())
    }

    pub fn declares(&self, key: &str) -> bool {
        self.field(key).is_some()
    }

    /// Changes with everything that fires are checked by. Maps of JSON values are sorted by key.
    pub fn hash(&self) -> String {
        let canonical = json!({ "enforcement": self.enforcement, "fields": self.fields });
        HEXLOWER.encode(&ids::sha256(canonical.to_string().as_bytes()))
    }

    /// The fields as they are stored.
    pub fn fields_json(&self) -> String {
        json!(self.fields).to_string()
    }

    pub fn from_stored(fields: &str, enforcement: &str) -> Option<Self> {
        Some(Self {
            fields: serde_json::from_str(fields).ok()?,
            enforcement: Enforcement::parse(enforcement)?,
        })
    }
}

fn check_field(field: &PayloadField) -> Result<(), Problem> {
    let key = field.key.as_str();
    let refuse = |message: &str| Err(Problem::invalid("key", message));
    if key.is_empty() || key.chars().count() > MAX_KEY {
        return refuse("A key has 1 to 100 characters.");
    }
    if key.contains(['.', '{', '}', '|', '"']) || key.chars().any(char::is_control) {
        return refuse("A key cannot contain `.`, `{`, `}`, `|`, `\"` or control characters.");
    }
    if key.trim() != key {
        return refuse("A key cannot start or end with a space.");
    }
    if is_reserved(key) {
        let message = format!("`{key}` is a merge tag that the product fills in itself.");
        return Err(Problem::invalid("key", message).suggest("Choose another key."));
    }
    if let Some(kind) = column_type(key)
        && kind != field.kind
        && key != "email"
    {
        let message = format!(
            "`{key}` is written to the contact and is a {}.",
            kind.as_str()
        );
        return Err(Problem::invalid("type", message));
    }
    let Some(fallback) = &field.fallback else {
        return Ok(());
    };
    if key == "email" {
        let message = "An address has no fallback: it says who the contact is.";
        return Err(Problem::invalid("fallback", message));
    }
    if !field.kind.takes(fallback) {
        let message = format!("The fallback of `{key}` is no {}.", field.kind.as_str());
        return Err(Problem::invalid("fallback", message));
    }
    if is_too_deep(fallback) {
        let message = "In a payload, the fallback would be nested too deep.";
        return Err(Problem::invalid("fallback", message));
    }
    Ok(())
}

/// Keys that land in columns of the contact.
fn column_type(key: &str) -> Option<PayloadType> {
    match key {
        "email" | "firstName" | "lastName" => Some(PayloadType::String),
        "subscribed" => Some(PayloadType::Boolean),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: Value) -> Vec<PayloadField> {
        serde_json::from_value(json).unwrap()
    }

    fn checked(mut more: Vec<Value>, enforcement: Enforcement) -> Result<Contract, Problem> {
        let mut all = vec![json!({ "key": "email", "type": "string", "required": true })];
        all.append(&mut more);
        Contract::check(fields(all.into()), enforcement)
    }

    #[test]
    fn the_hash_follows_fields_and_enforcement_alone() {
        let plan = json!({ "key": "plan", "type": "string", "required": false });
        let one = checked(vec![plan.clone()], Enforcement::Warn).unwrap();
        // Written in another order, with what is the default anyway.
        let same = json!({ "pii": false, "required": false, "fallback": null, "type": "string", "key": "plan" });
        let same = checked(vec![same], Enforcement::Warn).unwrap();
        assert_eq!(one.hash(), same.hash());
        assert_eq!(one.hash().len(), 64);
        let strict = checked(vec![plan], Enforcement::Strict).unwrap();
        let other = json!({ "key": "plan", "type": "string", "required": true });
        let other = checked(vec![other], Enforcement::Warn).unwrap();
        assert_ne!(one.hash(), strict.hash());
        assert_ne!(one.hash(), other.hash());
        let stored = Contract::from_stored(&one.fields_json(), "warn").unwrap();
        assert_eq!(stored, one);
    }

    #[test]
    fn the_address_is_a_required_string() {
        for email in [
            json!({ "key": "email", "type": "string" }),
            json!({ "key": "email", "type": "object", "required": true }),
            json!({ "key": "Email", "type": "string", "required": true }),
        ] {
            let problem = Contract::check(fields(json!([email])), Enforcement::Warn).unwrap_err();
            assert_eq!(problem.code, Code::PayloadSchemaEmailRequired);
            assert_eq!(problem.param.as_deref(), Some("payloadSchema.fields"));
        }
    }

    #[test]
    fn contracts_that_could_not_be_kept_are_refused_at_their_place() {
        let long = "x".repeat(101);
        for (field, param) in [
            (json!({ "key": "", "type": "string" }), "key"),
            (json!({ "key": long, "type": "string" }), "key"),
            (json!({ "key": "a.b", "type": "string" }), "key"),
            (json!({ "key": " a", "type": "string" }), "key"),
            (json!({ "key": "a\u{0}", "type": "string" }), "key"),
            (json!({ "key": "unsubscribeUrl", "type": "string" }), "key"),
            (json!({ "key": "email", "type": "string" }), "key"),
            (json!({ "key": "firstName", "type": "number" }), "type"),
            (json!({ "key": "subscribed", "type": "string" }), "type"),
            (
                json!({ "key": "n", "type": "integer", "fallback": 1.5 }),
                "fallback",
            ),
            (
                json!({ "key": "n", "type": "date", "fallback": "soon" }),
                "fallback",
            ),
        ] {
            let problem = checked(vec![field.clone()], Enforcement::Warn).unwrap_err();
            let place = format!("payloadSchema.fields[1].{param}");
            assert_eq!(problem.param, Some(place), "{field}");
        }
        let deep = (0..10).fold(json!(1), |inner, _| json!([inner]));
        let field = json!({ "key": "n", "type": "array", "fallback": deep });
        let problem = checked(vec![field], Enforcement::Warn).unwrap_err();
        let place = "payloadSchema.fields[1].fallback";
        assert_eq!(problem.param.as_deref(), Some(place));
        let long = "x".repeat(MAX_BYTES);
        let field = json!({ "key": "n", "type": "string", "fallback": long });
        let problem = checked(vec![field], Enforcement::Warn).unwrap_err();
        assert_eq!(problem.param.as_deref(), Some("payloadSchema.fields"));
        let many = (0..MAX_FIELDS).map(|n| json!({ "key": format!("k{n}"), "type": "string" }));
        let problem = checked(many.collect(), Enforcement::Warn).unwrap_err();
        assert_eq!(problem.param.as_deref(), Some("payloadSchema.fields"));
    }
}
