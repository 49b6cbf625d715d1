use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

/// What a write does to one column: in JSON absent, `null` or a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    #[default]
    Keep,
    Clear,
    Set(T),
}

impl<T> Patch<T> {
    /// The column after the write.
    pub fn apply(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Keep => before,
            Self::Clear => None,
            Self::Set(value) => Some(value),
        }
    }
}

/// Needs `#[serde(default)]` on the field, which is what an absent key gives.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Clear, Self::Set))
    }
}

impl<T: JsonSchema> JsonSchema for Patch<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Option::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<T>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Body {
        #[serde(default)]
        name: Patch<String>,
    }

    #[test]
    fn absent_null_and_value_are_three_things() {
        let cases = [
            ("{}", Patch::Keep, Some("before")),
            (r#"{"name":null}"#, Patch::Clear, None),
            (
                r#"{"name":"Ada"}"#,
                Patch::Set("Ada".to_owned()),
                Some("Ada"),
            ),
        ];
        for (json, patch, after) in cases {
            let body: Body = serde_json::from_str(json).unwrap();
            assert_eq!(body.name, patch, "{json}");
            let applied = patch.apply(Some("before".to_owned()));
            assert_eq!(applied.as_deref(), after, "{json}");
        }
    }
}
