//! The form of a request. Servers of one protocol do not all take the same parameters: one that refuses a parameter is
//! asked again without it, and the form that was taken is worth remembering.

use serde_json::Value;

use super::Protocol;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Form {
    pub(super) schema: SchemaForm,
    pub(super) tokens: TokensForm,
    pub(super) usage: UsageForm,
}

/// How a server is told what the answer is to look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum SchemaForm {
    #[default]
    Strict,
    /// That it is to be JSON; the schema stands in the prompt.
    JsonObject,
    /// In the prompt alone.
    InPrompt,
}

/// What chat completions call the bound of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum TokensForm {
    #[default]
    MaxTokens,
    MaxCompletionTokens,
}

/// Whether chat completions are asked to count at the end of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum UsageForm {
    #[default]
    Asked,
    NotAsked,
}

impl Form {
    /// The next form to try after a refusal that names a parameter; none if it names nothing that could be changed.
    pub fn after(self, protocol: Protocol, refusal: &str) -> Option<Self> {
        let blamed = named(refusal);
        let names = |words: &[&str]| words.iter().any(|word| blamed.contains(word));
        if protocol == Protocol::ChatCompletions {
            if self.tokens == TokensForm::MaxTokens
                && names(&["max_tokens", "max_completion_tokens"])
            {
                let tokens = TokensForm::MaxCompletionTokens;
                return Some(Self { tokens, ..self });
            }
            if self.usage == UsageForm::Asked && names(&["stream_options", "include_usage"]) {
                let usage = UsageForm::NotAsked;
                return Some(Self { usage, ..self });
            }
        }
        if !names(&[
            "response_format",
            "output_config",
            "output_format",
            "json_schema",
            "json_object",
            "schema",
            "grammar",
        ]) {
            return None;
        }
        let schema = match (self.schema, protocol) {
            (SchemaForm::Strict, Protocol::ChatCompletions) => SchemaForm::JsonObject,
            (SchemaForm::Strict, Protocol::Messages) | (SchemaForm::JsonObject, _) => {
                SchemaForm::InPrompt
            }
            (SchemaForm::InPrompt, _) => return None,
        };
        Some(Self { schema, ..self })
    }
}

/// What a refusal speaks of: the parameter if it says which, else all of its words.
fn named(refusal: &str) -> String {
    let json = serde_json::from_str::<Value>(refusal).unwrap_or_default();
    let param = json["error"]["param"]
        .as_str()
        .filter(|param| !param.is_empty());
    param.unwrap_or(refusal).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forms until the server has nothing more to say.
    fn ladder(protocol: Protocol, refusals: &[&str]) -> Option<Form> {
        refusals.iter().try_fold(Form::default(), |form, refusal| {
            form.after(protocol, refusal)
        })
    }

    #[test]
    fn a_refused_parameter_leads_to_another_form() {
        let tokens = r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens"}}"#;
        let format = r#"{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.","param":null}}"#;
        let form = ladder(Protocol::ChatCompletions, &[tokens, format]).unwrap();
        assert_eq!(form.tokens, TokensForm::MaxCompletionTokens);
        assert_eq!(form.schema, SchemaForm::JsonObject);
        let form = ladder(
            Protocol::ChatCompletions,
            &[format, format, "unknown field stream_options"],
        )
        .unwrap();
        assert_eq!(form.schema, SchemaForm::InPrompt);
        assert_eq!(form.usage, UsageForm::NotAsked);
        let output = r#"{"type":"error","error":{"type":"invalid_request_error","message":"output_config: Extra inputs are not permitted"}}"#;
        let form = ladder(Protocol::Messages, &[output]).unwrap();
        assert_eq!(form.schema, SchemaForm::InPrompt);
    }

    #[test]
    fn every_ladder_ends() {
        let format = "response_format";
        assert_eq!(
            ladder(Protocol::ChatCompletions, &[format, format, format]),
            None
        );
        assert_eq!(
            ladder(Protocol::ChatCompletions, &["max_tokens", "max_tokens"]),
            None
        );
        assert_eq!(ladder(Protocol::Messages, &["max_tokens"]), None);
        assert_eq!(
            ladder(Protocol::Messages, &["The prompt is too long"]),
            None
        );
        // The parameter counts, whatever the message speaks of.
        let other = r#"{"error":{"message":"schema and max_tokens","param":"model"}}"#;
        assert_eq!(ladder(Protocol::ChatCompletions, &[other]), None);
    }
}
