//! An answer as a stream of events.

use serde_json::{Value, json};

use super::Spoken;

/// How an answer ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    Well,
    AtItsBound,
    Refused,
    /// Without a count of tokens.
    Uncounted,
}

pub(super) const INPUT_TOKENS: u64 = 1_000;
const CACHED_TOKENS: u64 = 200;
pub(super) const OUTPUT_TOKENS: u64 = 300;

/// The events of an answer, a few characters each.
pub(super) fn events(spoken: Spoken, text: &str, ends: Ends) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let pieces = characters
        .chunks(24)
        .map(|piece| piece.iter().collect::<String>());
    match spoken {
        Spoken::ChatCompletions => chat(pieces, ends),
        Spoken::Messages => messages(pieces, ends),
        // Pictures come at once.
        Spoken::Images => pieces.collect(),
    }
}

fn chat(pieces: impl Iterator<Item = String>, ends: Ends) -> Vec<String> {
    let said =
        pieces.map(|piece| json!({ "choices": [{ "index": 0, "delta": { "content": piece } }] }));
    let mut events: Vec<Value> = said.collect();
    let reason = match ends {
        Ends::Well | Ends::Uncounted => "stop",
        Ends::AtItsBound => "length",
        Ends::Refused => "content_filter",
    };
    events.push(json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] }));
    if ends != Ends::Uncounted {
        events.push(json!({ "choices": [], "usage": {
            "prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS,
            "prompt_tokens_details": { "cached_tokens": CACHED_TOKENS },
        } }));
    }
    let mut events: Vec<String> = events
        .iter()
        .map(|event| format!("data: {event}\n\n"))
        .collect();
    events.push("data: [DONE]\n\n".to_owned());
    events
}

fn messages(pieces: impl Iterator<Item = String>, ends: Ends) -> Vec<String> {
    let is_counted = ends != Ends::Uncounted;
    let asked = json!({ "input_tokens": INPUT_TOKENS - CACHED_TOKENS, "cache_read_input_tokens": CACHED_TOKENS });
    let start =
        json!({ "type": "message_start", "message": { "usage": is_counted.then_some(asked) } });
    let mut events = vec![start, json!({ "type": "ping" })];
    events.extend(pieces.map(|piece| {
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": piece } })
    }));
    let reason = match ends {
        Ends::Well | Ends::Uncounted => "end_turn",
        Ends::AtItsBound => "max_tokens",
        Ends::Refused => "refusal",
    };
    let said = is_counted.then(|| json!({ "output_tokens": OUTPUT_TOKENS }));
    events.push(
        json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": said }),
    );
    events.push(json!({ "type": "message_stop" }));
    let named = |event: &Value| {
        format!(
            "event: {}\ndata: {event}\n\n",
            event["type"].as_str().unwrap()
        )
    };
    events.iter().map(named).collect()
}
