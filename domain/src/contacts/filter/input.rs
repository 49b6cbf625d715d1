//! A filter as JSON: what callers send and audiences store.

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::field_ref::FieldRef;
use super::limits::MAX_LEVELS;
use super::nearest::nearest;
use super::operator::Operator;
use crate::contract::problem::Problem;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LogicalOperator {
    #[default]
    And,
    Or,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FilterGroup {
    pub logical_operator: LogicalOperator,
    pub filters: Vec<FilterNode>,
}

/// A condition or a nested group.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FilterNode {
    Condition(FilterCondition),
    Group(FilterGroup),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FilterCondition {
    /// A core column, `customFields.<name>` or an `engagement.` field. In the graph of an automation: `payload.<path>`,
    /// `contact.<column>`, `contact.customFields.<name>` or an `engagement.` field. `customFields.` may be left out.
    pub field: String,
    #[schemars(with = "Operator")]
    pub operator: String,
    /// What to compare with: a value, a list, `[min, max]`, or `{ amount, unit }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The type that the caller takes the field to have; refused if it has another.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub field_type: Option<String>,
}

impl<'de> Deserialize<'de> for FilterNode {
    /// The derived form tries one kind after the other and can only say that neither fits.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let node = match value.as_object() {
            Some(object) if is_group(object) => serde_json::from_value(value).map(Self::Group),
            _ => serde_json::from_value(value).map(Self::Condition),
        };
        node.map_err(Error::custom)
    }
}

impl FilterGroup {
    /// The filter of an audience as it was stored; it passed [`FilterGroup::read`] then.
    pub fn from_stored(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// Whether a condition at any depth looks at the custom field of this name.
    pub fn names_custom(&self, name: &str) -> bool {
        self.filters.iter().any(|node| match node {
            FilterNode::Condition(condition) => {
                FieldRef::custom_name(&condition.field) == Some(name)
            }
            FilterNode::Group(group) => group.names_custom(name),
        })
    }

    /// Reads strictly; problems name the exact place below `at`.
    pub fn read(value: &Value, at: &str) -> Result<Self, Problem> {
        read_group(value, at, 1)
    }
}

impl FilterNode {
    /// The flat form of contact search, where the list stands by itself at `at`.
    pub fn read_list(value: &Value, at: &str) -> Result<Vec<Self>, Problem> {
        read_nodes(value, at, 1)
    }
}

fn is_group(object: &Map<String, Value>) -> bool {
    object.contains_key("filters") || object.contains_key("logicalOperator")
}

fn read_group(value: &Value, at: &str, level: usize) -> Result<FilterGroup, Problem> {
    if level > MAX_LEVELS {
        return Err(Problem::invalid(
            at,
            "Filters are nested at most 5 levels deep.",
        ));
    }
    let object = read_object(value, at, &["logicalOperator", "filters"])?;
    let operator = match object.get("logicalOperator") {
        Some(Value::String(word)) if word == "and" => LogicalOperator::And,
        Some(Value::String(word)) if word == "or" => LogicalOperator::Or,
        _ => {
            let param = format!("{at}.logicalOperator");
            return Err(Problem::invalid(
                param,
                "`logicalOperator` is `and` or `or`.",
            ));
        }
    };
    let list = object.get("filters").unwrap_or(&Value::Null);
    let filters = read_nodes(list, &format!("{at}.filters"), level)?;
    Ok(FilterGroup {
        logical_operator: operator,
        filters,
    })
}

fn read_nodes(value: &Value, at: &str, level: usize) -> Result<Vec<FilterNode>, Problem> {
    let Value::Array(items) = value else {
        return Err(Problem::invalid(
            at,
            "`filters` is a list of conditions and groups.",
        ));
    };
    let node = |(index, item): (usize, &Value)| {
        let at = format!("{at}[{index}]");
        match item.as_object() {
            Some(object) if is_group(object) => {
                read_group(item, &at, level + 1).map(FilterNode::Group)
            }
            _ => read_condition(item, &at).map(FilterNode::Condition),
        }
    };
    items.iter().enumerate().map(node).collect()
}

fn read_condition(value: &Value, at: &str) -> Result<FilterCondition, Problem> {
    let object = read_object(value, at, &["field", "operator", "value", "type"])?;
    let text = |key: &str| match object.get(key) {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(Problem::invalid(
            format!("{at}.{key}"),
            format!("`{key}` is needed, as text."),
        )),
    };
    Ok(FilterCondition {
        field: text("field")?,
        operator: text("operator")?,
        value: object
            .get("value")
            .filter(|value| !value.is_null())
            .cloned(),
        field_type: match object.get("type") {
            None | Some(Value::Null) => None,
            Some(_) => Some(text("type")?),
        },
    })
}

fn read_object<'v>(
    value: &'v Value,
    at: &str,
    keys: &[&str],
) -> Result<&'v Map<String, Value>, Problem> {
    let object = value
        .as_object()
        .ok_or_else(|| Problem::invalid(at, "A filter is a JSON object."))?;
    if let Some(unknown) = object.keys().find(|key| !keys.contains(&key.as_str())) {
        let problem = Problem::invalid(
            format!("{at}.{unknown}"),
            format!("Unknown key `{unknown}`."),
        );
        return Err(match nearest(unknown, keys.iter().copied()) {
            Some(near) => problem.suggest(format!("Did you mean `{near}`?")),
            None => problem.suggest(format!("Accepted here: {}.", keys.join(", "))),
        });
    }
    Ok(object)
}
