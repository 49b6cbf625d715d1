//! Looks whether a request is as its protocol wants it.

use serde_json::{Value, json};

use super::http::HttpRequest;
use super::{Asked, KEY, Spoken};

pub(super) fn look(request: &HttpRequest) -> Asked {
    let mut faults = Faults::default();
    faults.expect("the method", request.method.as_str(), "POST");
    let kind = request.header("content-type").unwrap_or_default();
    let body: Value = match kind.split_once("multipart/form-data; boundary=") {
        Some((_, mark)) => form(&request.body, mark),
        None => serde_json::from_slice(&request.body).unwrap_or_default(),
    };
    let protocol = match request.path.as_str() {
        "/v1/messages" => Spoken::Messages,
        "/v1/images/generations" | "/v1/images/edits" => Spoken::Images,
        path => {
            faults.expect("the path", path, "/v1/chat/completions");
            Spoken::ChatCompletions
        }
    };
    let is_form = request.path == "/v1/images/edits";
    let is_json = kind == "application/json";
    faults.expect("the media type", is_json, !is_form);
    // A picture comes at once.
    let streams = body["stream"] == true;
    faults.expect("`stream`", streams, protocol != Spoken::Images);
    match protocol {
        Spoken::Images => images(request, &body, &mut faults),
        Spoken::ChatCompletions => chat(request, &body, &mut faults),
        Spoken::Messages => messages(request, &body, &mut faults),
    }
    let model = body["model"].as_str().unwrap_or_default().to_owned();
    faults.expect("`model`", model.is_empty(), false);
    Asked {
        protocol,
        model,
        body,
        nth: 0,
        faults: faults.0,
    }
}

/// The models that there are: one. Whoever brings another key is not told.
pub(super) fn list(request: &HttpRequest) -> (u16, String) {
    let bearer = format!("Bearer {KEY}");
    let is_known = request.header("authorization") == Some(&bearer)
        || request.header("x-api-key") == Some(KEY);
    match (is_known, request.path.as_str()) {
        (true, "/v1/models") => (200, json!({ "data": [{ "id": "good" }] }).to_string()),
        (true, _) => (404, String::new()),
        (false, _) => (
            401,
            json!({ "error": { "type": "authentication_error" } }).to_string(),
        ),
    }
}

#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn expect<T: Copy + PartialEq>(&mut self, what: &str, seen: T, wanted: T) {
        if seen != wanted {
            self.0.push(what.to_owned());
        }
    }
}

fn chat(request: &HttpRequest, body: &Value, faults: &mut Faults) {
    let key = format!("Bearer {KEY}");
    let given = request.header("authorization");
    faults.expect("`authorization`", given, Some(&key));
    let all = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
    let (first, rest) = all.split_at(all.len().min(1));
    let role = first.first().and_then(|first| first["role"].as_str());
    faults.expect("the first role", role, Some("system"));
    turns(rest, faults);
    let bounds = ["max_tokens", "max_completion_tokens"];
    let bounds = bounds.iter().filter(|name| body[**name].is_u64()).count();
    faults.expect("one bound of tokens", bounds, 1);
    let format = &body["response_format"];
    if format["type"] == "json_schema" {
        let format = &format["json_schema"];
        faults.expect("the schema's name", format["name"].is_string(), true);
        faults.expect("`strict`", &format["strict"], &Value::Bool(true));
        schema(&format["schema"], faults);
    }
}

fn images(request: &HttpRequest, body: &Value, faults: &mut Faults) {
    let key = format!("Bearer {KEY}");
    let given = request.header("authorization");
    faults.expect("`authorization`", given, Some(&key));
    let prompt = body["prompt"].as_str().unwrap_or_default();
    faults.expect("`prompt`", prompt.is_empty(), false);
    faults.expect("`size`", body["size"].is_string(), true);
    let is_edit = request.path == "/v1/images/edits";
    faults.expect("`image`", body["image"].is_string(), is_edit);
}

/// The fields of a form; of a file its media type.
fn form(bytes: &[u8], mark: &str) -> Value {
    let text = String::from_utf8_lossy(bytes);
    let mark = format!("--{mark}");
    let parts = text.split(&mark).filter_map(|part| {
        let (head, value) = part.split_once("\r\n\r\n")?;
        let name = head.split_once("name=\"")?.1.split('"').next()?;
        let kind = head.split_once("Content-Type: ").map(|(_, kind)| kind);
        let value = kind.unwrap_or_else(|| value.trim_end_matches("\r\n"));
        Some((name.to_owned(), Value::from(value)))
    });
    Value::Object(parts.collect())
}

fn messages(request: &HttpRequest, body: &Value, faults: &mut Faults) {
    faults.expect("`x-api-key`", request.header("x-api-key"), Some(KEY));
    let version = request.header("anthropic-version");
    faults.expect("`anthropic-version`", version, Some("2023-06-01"));
    faults.expect("`max_tokens`", body["max_tokens"].is_u64(), true);
    faults.expect("`system`", body["system"].is_string(), true);
    let all = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
    turns(all, faults);
    let format = &body["output_config"]["format"];
    if format.is_object() {
        let kind = format["type"].as_str();
        faults.expect("`output_config.format`", kind, Some("json_schema"));
        schema(&format["schema"], faults);
    }
}

/// The author speaks first and last, and nobody twice in a row.
fn turns(turns: &[Value], faults: &mut Faults) {
    let is_in_turn = turns.iter().enumerate().all(|(at, turn)| {
        let role = if at % 2 == 0 { "user" } else { "assistant" };
        let text = turn["content"].as_str().unwrap_or_default();
        turn["role"] == role && !text.is_empty()
    });
    faults.expect("the turns", is_in_turn && turns.len() % 2 == 1, true);
}

/// What vendors do not all take.
const BOUNDS: [&str; 7] = [
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "oneOf",
    "$ref",
];

/// What all vendors take: every property required, nothing beside them, no bounds.
fn schema(schema: &Value, faults: &mut Faults) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                let required = fields.get("required").and_then(Value::as_array);
                let required = required.map_or(0, Vec::len);
                faults.expect("`required` of the schema", required, properties.len());
                let open = fields.get("additionalProperties");
                faults.expect(
                    "`additionalProperties` of the schema",
                    open,
                    Some(&Value::Bool(false)),
                );
            }
            for bound in BOUNDS {
                // A property may have such a name.
                let is_bound = fields.get(bound).is_some_and(|value| !value.is_object());
                faults.expect(bound, is_bound, false);
            }
            for inner in fields.values() {
                self::schema(inner, faults);
            }
        }
        Value::Array(all) => all.iter().for_each(|inner| self::schema(inner, faults)),
        _ => {}
    }
}
