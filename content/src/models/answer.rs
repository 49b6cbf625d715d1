//! What a model answers, piece by piece or all at once.

use postrider_domain::accounts::prices::Tokens;
use serde_json::Value;

use super::Protocol;
use super::sse::Event;
use super::trouble::Trouble;

/// Bytes of an answer: ten times what a long mail needs.
pub const ANSWER_MAX: usize = 512 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    /// What the server counted, if it did.
    pub tokens: Option<Tokens>,
    pub end: End,
}

/// Why an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Said,
    /// It had said as much as it may.
    CutOff,
    /// The model would not.
    Refused,
    /// The connection ended before the model had.
    Broken,
}

/// What was used where nobody counted: four bytes are about a token.
pub fn estimated(question_bytes: usize, answer_bytes: usize) -> Tokens {
    Tokens {
        input: question_bytes.div_ceil(4) as u64,
        cached_input: 0,
        output: answer_bytes.div_ceil(4) as u64,
    }
}

/// Takes the events of a stream together.
#[derive(Debug)]
pub struct AnswerReader {
    protocol: Protocol,
    text: String,
    tokens: Option<Tokens>,
    end: Option<End>,
    is_over: bool,
}

impl AnswerReader {
    pub fn new(protocol: Protocol) -> Self {
        Self {
            protocol,
            text: String::new(),
            tokens: None,
            end: None,
            is_over: false,
        }
    }

    /// What has been said so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether nothing comes any more, though the connection may still be open.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    pub fn event(&mut self, event: &Event) -> Result<(), Trouble> {
        if event.data.trim() == "[DONE]" {
            self.is_over = true;
            return Ok(());
        }
        let data: Value = serde_json::from_str(&event.data).map_err(|_| Trouble::Garbled)?;
        if data["error"].is_object() {
            return Err(Trouble::in_stream(&data["error"]));
        }
        match self.protocol {
            Protocol::ChatCompletions => self.chunk(&data, "delta"),
            Protocol::Messages => self.message_event(&data),
        }
    }

    /// The whole answer at once, from a server that does not stream.
    pub fn whole(&mut self, body: &[u8]) -> Result<(), Trouble> {
        let data: Value = serde_json::from_slice(body).map_err(|_| Trouble::Garbled)?;
        if data["error"].is_object() {
            return Err(Trouble::in_stream(&data["error"]));
        }
        self.is_over = true;
        match self.protocol {
            Protocol::ChatCompletions => self.chunk(&data, "message"),
            Protocol::Messages => {
                let blocks = data["content"].as_array().ok_or(Trouble::Garbled)?;
                for block in blocks {
                    self.say(block["text"].as_str())?;
                }
                self.message_usage(&data["usage"]);
                self.stopped(data["stop_reason"].as_str());
                Ok(())
            }
        }
    }

    /// An answer that says nothing at all, without a reason, is none.
    pub fn finish(self) -> Result<Answer, Trouble> {
        let end = match self.end {
            Some(end) => end,
            None if self.is_over => End::Said,
            None => End::Broken,
        };
        if self.text.trim().is_empty() && end != End::Refused {
            return Err(Trouble::Later {
                status: None,
                wait: None,
            });
        }
        Ok(Answer {
            text: self.text,
            tokens: self.tokens,
            end,
        })
    }

    fn say(&mut self, text: Option<&str>) -> Result<(), Trouble> {
        let text = text.unwrap_or_default();
        if self.text.len() + text.len() > ANSWER_MAX {
            return Err(Trouble::TooLong);
        }
        self.text.push_str(text);
        Ok(())
    }

    fn stopped(&mut self, reason: Option<&str>) {
        let Some(reason) = reason else { return };
        self.end = Some(match reason {
            "length" | "max_tokens" | "model_context_window_exceeded" => End::CutOff,
            "content_filter" | "refusal" => End::Refused,
            _ => End::Said,
        });
    }

    /// A piece of a chat completion, or a whole one: what is said stands under another key then.
    fn chunk(&mut self, data: &Value, key: &str) -> Result<(), Trouble> {
        let usage = &data["usage"];
        if usage.is_object() {
            let cached = count(&usage["prompt_tokens_details"]["cached_tokens"]);
            self.tokens = Some(Tokens {
                input: count(&usage["prompt_tokens"]).saturating_sub(cached),
                cached_input: cached,
                output: count(&usage["completion_tokens"]),
            });
        }
        let choice = &data["choices"][0];
        self.say(choice[key]["content"].as_str())?;
        self.stopped(choice["finish_reason"].as_str());
        if choice[key]["refusal"]
            .as_str()
            .is_some_and(|words| !words.is_empty())
        {
            self.end = Some(End::Refused);
        }
        Ok(())
    }

    fn message_event(&mut self, data: &Value) -> Result<(), Trouble> {
        match data["type"].as_str().unwrap_or_default() {
            "message_start" => self.message_usage(&data["message"]["usage"]),
            "content_block_delta" => self.say(data["delta"]["text"].as_str())?,
            "message_delta" => {
                self.message_usage(&data["usage"]);
                self.stopped(data["delta"]["stop_reason"].as_str());
            }
            "message_stop" => self.is_over = true,
            // Pings, the edges of blocks, and what is yet to be invented.
            _ => {}
        }
        Ok(())
    }

    /// Counts come twice: what was asked at the start, what was said at the end.
    fn message_usage(&mut self, usage: &Value) {
        if !usage.is_object() {
            return;
        }
        let counted = self.tokens.get_or_insert_default();
        let input = count(&usage["input_tokens"]) + count(&usage["cache_creation_input_tokens"]);
        counted.input = counted.input.max(input);
        counted.cached_input = counted
            .cached_input
            .max(count(&usage["cache_read_input_tokens"]));
        counted.output = counted.output.max(count(&usage["output_tokens"]));
    }
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(protocol: Protocol, events: &[&str]) -> Result<Answer, Trouble> {
        let mut reader = AnswerReader::new(protocol);
        for data in events {
            reader.event(&Event {
                name: String::new(),
                data: (*data).to_owned(),
            })?;
        }
        reader.finish()
    }

    fn chat(events: &[&str]) -> Result<Answer, Trouble> {
        read(Protocol::ChatCompletions, events)
    }

    #[test]
    fn a_chat_completion_is_put_together() {
        let answer = chat(&[
            r#"{"choices":[{"delta":{"role":"assistant","content":""}}]}"#,
            r#"{"choices":[{"delta":{"content":"{\"a\""}}]}"#,
            r#"{"choices":[{"delta":{"content":":1}"},"finish_reason":null}]}"#,
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}],"usage":null}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":6}}}"#,
            "[DONE]",
        ]);
        let tokens = Tokens {
            input: 4,
            cached_input: 6,
            output: 4,
        };
        assert_eq!(
            answer,
            Ok(Answer {
                text: r#"{"a":1}"#.to_owned(),
                tokens: Some(tokens),
                end: End::Said
            })
        );
    }

    #[test]
    fn messages_are_put_together() {
        let answer = read(
            Protocol::Messages,
            &[
                r#"{"type":"message_start","message":{"usage":{"input_tokens":7,"cache_read_input_tokens":3,"output_tokens":1}}}"#,
                r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
                r#"{"type":"ping"}"#,
                r#"{"type":"content_block_delta","delta":{"type":"text_delta","text":"Hi"}}"#,
                r#"{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":9}}"#,
                r#"{"type":"message_stop"}"#,
            ],
        );
        let tokens = Tokens {
            input: 7,
            cached_input: 3,
            output: 9,
        };
        assert_eq!(
            answer,
            Ok(Answer {
                text: "Hi".to_owned(),
                tokens: Some(tokens),
                end: End::CutOff
            })
        );
    }

    #[test]
    fn every_end_is_told() {
        let said = r#"{"choices":[{"delta":{"content":"x"}}]}"#;
        let end = |events: &[&str]| chat(events).map(|answer| answer.end);
        assert_eq!(end(&[said]), Ok(End::Broken));
        assert_eq!(end(&[said, "[DONE]"]), Ok(End::Said));
        assert_eq!(
            end(&[said, r#"{"choices":[{"finish_reason":"length"}]}"#]),
            Ok(End::CutOff)
        );
        assert_eq!(
            end(&[r#"{"choices":[{"delta":{"refusal":"No."}}]}"#]),
            Ok(End::Refused)
        );
        assert!(end(&["[DONE]"]).is_err_and(|trouble| trouble.is_passing()));
        assert_eq!(end(&["<html>"]), Err(Trouble::Garbled));
        let overloaded = r#"{"type":"error","error":{"type":"overloaded_error","message":"x"}}"#;
        assert!(read(Protocol::Messages, &[overloaded]).is_err_and(|trouble| trouble.is_passing()));
    }

    #[test]
    fn an_answer_at_once_is_read_too() {
        let mut reader = AnswerReader::new(Protocol::ChatCompletions);
        let body = br#"{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}"#;
        reader.whole(body).unwrap();
        assert_eq!(reader.finish().unwrap().text, "Hi");
        let mut reader = AnswerReader::new(Protocol::Messages);
        let body = br#"{"content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}"#;
        reader.whole(body).unwrap();
        let answer = reader.finish().unwrap();
        assert_eq!((answer.text.as_str(), answer.end), ("Hi", End::Said));
        assert_eq!(answer.tokens.unwrap().output, 2);
    }

    #[test]
    fn an_answer_without_end_is_cut_off() {
        let piece = format!(
            r#"{{"choices":[{{"delta":{{"content":"{}"}}}}]}}"#,
            "x".repeat(8192)
        );
        let mut reader = AnswerReader::new(Protocol::ChatCompletions);
        let event = Event {
            name: String::new(),
            data: piece,
        };
        assert!((0..100).any(|_| reader.event(&event) == Err(Trouble::TooLong)));
    }
}
