//! Requests as servers of models take them.

use serde_json::{Value, json};

use super::form::{Form, SchemaForm, TokensForm, UsageForm};
use super::{Protocol, Question, Speaker};

/// Where requests go, below the address that the operator gave.
pub fn path(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::ChatCompletions => "chat/completions",
        Protocol::Messages => "messages",
    }
}

/// The version of the messages protocol that is spoken.
const MESSAGES_VERSION: &str = "2023-06-01";

/// Names and values of the headers beside the usual ones. A server of one's own may need no key.
pub fn headers(protocol: Protocol, key: Option<&str>) -> Vec<(&'static str, String)> {
    let mut headers = vec![("accept", "text/event-stream".to_owned())];
    match protocol {
        Protocol::ChatCompletions => {
            headers.extend(key.map(|key| ("authorization", format!("Bearer {key}"))));
        }
        Protocol::Messages => {
            headers.push(("anthropic-version", MESSAGES_VERSION.to_owned()));
            headers.extend(key.map(|key| ("x-api-key", key.to_owned())));
        }
    }
    headers
}

pub fn body(protocol: Protocol, model: &str, question: &Question, form: Form) -> Value {
    let schema: Value = serde_json::from_str(&question.schema.json).unwrap_or_default();
    let system = match form.schema {
        SchemaForm::Strict => question.system.clone(),
        SchemaForm::JsonObject | SchemaForm::InPrompt => format!(
            "{}\n\nAnswer with one JSON object and nothing else. It keeps to this JSON schema:\n{schema}",
            question.system
        ),
    };
    let turns = question.turns.iter().map(|turn| {
        let role = match turn.by {
            Speaker::Author => "user",
            Speaker::Model => "assistant",
        };
        json!({ "role": role, "content": turn.text })
    });
    match protocol {
        Protocol::ChatCompletions => {
            let first = json!({ "role": "system", "content": system });
            let messages: Vec<Value> = [first].into_iter().chain(turns).collect();
            let mut body = json!({ "model": model, "stream": true, "messages": messages });
            shape_chat(&mut body, question, &schema, form);
            body
        }
        Protocol::Messages => {
            let messages: Vec<Value> = turns.collect();
            let mut body = json!({
                "model": model, "stream": true, "max_tokens": question.most_tokens, "system": system,
                "messages": messages,
            });
            if form.schema == SchemaForm::Strict {
                let format = json!({ "type": "json_schema", "schema": schema });
                body["output_config"] = json!({ "format": format });
            }
            body
        }
    }
}

/// What servers of chat completions do not all know.
fn shape_chat(body: &mut Value, question: &Question, schema: &Value, form: Form) {
    let tokens = match form.tokens {
        TokensForm::MaxTokens => "max_tokens",
        TokensForm::MaxCompletionTokens => "max_completion_tokens",
    };
    body[tokens] = question.most_tokens.into();
    if form.usage == UsageForm::Asked {
        body["stream_options"] = json!({ "include_usage": true });
    }
    match form.schema {
        SchemaForm::Strict => {
            let named = json!({ "name": question.schema.name, "strict": true, "schema": schema });
            body["response_format"] = json!({ "type": "json_schema", "json_schema": named });
        }
        SchemaForm::JsonObject => body["response_format"] = json!({ "type": "json_object" }),
        SchemaForm::InPrompt => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AnswerSchema, Turn};
    use super::*;

    fn question() -> Question {
        Question {
            system: "You write mails.".to_owned(),
            turns: vec![
                Turn {
                    by: Speaker::Author,
                    text: "A sale".to_owned(),
                },
                Turn {
                    by: Speaker::Model,
                    text: "{}".to_owned(),
                },
            ],
            schema: AnswerSchema {
                name: "mail",
                json: r#"{"type":"object"}"#.into(),
            },
            most_tokens: 900,
        }
    }

    #[test]
    fn chat_completions_get_a_schema_and_count_at_the_end() {
        assert_eq!(
            body(Protocol::ChatCompletions, "m", &question(), Form::default()),
            json!({
                "model": "m", "stream": true, "max_tokens": 900, "stream_options": { "include_usage": true },
                "messages": [
                    { "role": "system", "content": "You write mails." },
                    { "role": "user", "content": "A sale" },
                    { "role": "assistant", "content": "{}" },
                ],
                "response_format": {
                    "type": "json_schema",
                    "json_schema": { "name": "mail", "strict": true, "schema": { "type": "object" } },
                },
            })
        );
    }

    #[test]
    fn messages_get_a_schema_and_a_system_text() {
        assert_eq!(
            body(Protocol::Messages, "m", &question(), Form::default()),
            json!({
                "model": "m", "stream": true, "max_tokens": 900, "system": "You write mails.",
                "messages": [
                    { "role": "user", "content": "A sale" },
                    { "role": "assistant", "content": "{}" },
                ],
                "output_config": { "format": { "type": "json_schema", "schema": { "type": "object" } } },
            })
        );
        let names = |protocol| -> Vec<&str> {
            let headers = headers(protocol, Some("k"));
            headers.iter().map(|(name, _)| *name).collect()
        };
        assert_eq!(
            names(Protocol::Messages),
            ["accept", "anthropic-version", "x-api-key"]
        );
        assert_eq!(
            names(Protocol::ChatCompletions),
            ["accept", "authorization"]
        );
    }

    #[test]
    fn a_server_that_takes_no_schema_reads_it_in_the_prompt() {
        let refusal = "response_format is not supported";
        let form = Form::default()
            .after(Protocol::ChatCompletions, refusal)
            .unwrap();
        let object = body(Protocol::ChatCompletions, "m", &question(), form);
        assert_eq!(object["response_format"], json!({ "type": "json_object" }));
        let form = form.after(Protocol::ChatCompletions, refusal).unwrap();
        let words = body(Protocol::ChatCompletions, "m", &question(), form);
        assert_eq!(words.get("response_format"), None);
        for body in [object, words] {
            let system = body["messages"][0]["content"].as_str().unwrap();
            assert!(system.ends_with(r#"{"type":"object"}"#), "{system}");
        }
    }
}
