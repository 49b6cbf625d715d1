//! How a model behaves, by its name.

use std::io;
use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::stream::{Ends, INPUT_TOKENS, OUTPUT_TOKENS, events};
use super::{Asked, Spoken, http};

/// Between two bytes of one that drips.
const DRIP: Duration = Duration::from_secs(1);
/// Before the first word of one that thinks.
pub const THINKS: Duration = Duration::from_millis(1_500);
/// Longer than anybody waits.
const FOR_EVER: Duration = Duration::from_mins(10);

/// In which one draws that draws in few.
const SIZES: [&str; 3] = ["1024x1024", "1024x1536", "1536x1024"];
const SQUARES: [&str; 1] = ["1024x1024"];

const STREAM: (&str, &str) = ("content-type", "text/event-stream; charset=utf-8");
const CHUNKED: (&str, &str) = ("transfer-encoding", "chunked");
const JSON: (&str, &str) = ("content-type", "application/json");

pub(super) enum Behaviour {
    /// Streams, and ends so.
    Says(Ends),
    /// With words before and behind.
    Prose,
    /// Half of it.
    Truncated,
    /// All at once, though a stream was asked for.
    AtOnce,
    /// A status and a body.
    Refuses(u16, &'static [(&'static str, &'static str)], String),
    /// An error in the middle of a stream.
    BreaksDown,
    /// A byte a second.
    Drips,
    /// A status at once, and the rest a while later.
    Thinks,
    /// Not even a status.
    Silent,
    /// A beginning, and then nothing.
    FallsSilent,
    /// All but the end, and then nothing.
    Stalls,
    /// Hangs up in the middle.
    HangsUp,
    /// Ten megabytes.
    Endless,
}

impl Behaviour {
    /// `good`, `prose`, `truncated`, … ; `busy`, `overloaded` and `html` only the first time, `always-busy` always;
    /// `as-asked` as the prompt says behind "behave as".
    pub fn of(asked: &Asked) -> Self {
        let name = name(asked);
        let is_first = asked.nth == 0;
        match name.as_str() {
            "prose" => Self::Prose,
            "truncated" => Self::Truncated,
            "at-once" => Self::AtOnce,
            "uncounted" => Self::Says(Ends::Uncounted),
            "refusal" if asked.protocol == Spoken::Images => Self::not_drawn(),
            "refusal" => Self::Says(Ends::Refused),
            "busy" if is_first => Self::busy(&[JSON, ("retry-after", "0")]),
            "always-busy" => Self::busy(&[JSON]),
            "busy-for-long" => Self::busy(&[JSON, ("retry-after", "120")]),
            "overloaded" if is_first => Self::overloaded(),
            "html" if is_first => Self::bad_gateway(),
            "denied" => Self::refuses(
                401,
                "authentication_error",
                "Incorrect API key provided.",
                None,
            ),
            "unknown" => Self::refuses(404, "not_found_error", "The model does not exist.", None),
            "no-schema" => Self::without(asked, &["response_format", "output_config"]),
            "no-json" => {
                let is_plain = asked.body.get("response_format").is_none();
                if is_plain {
                    Self::Says(Ends::Well)
                } else {
                    Self::without(asked, &["response_format"])
                }
            }
            "new-tokens"
                if asked.body.get("max_tokens").is_some()
                    && asked.protocol == Spoken::ChatCompletions =>
            {
                Self::refuses(
                    400,
                    "invalid_request_error",
                    "Unsupported parameter: use 'max_completion_tokens'.",
                    Some("max_tokens"),
                )
            }
            "few-sizes" => Self::in_sizes(&SIZES, asked),
            "squares" => Self::in_sizes(&SQUARES, asked),
            "too-much" => Self::refuses(
                400,
                "invalid_request_error",
                "The prompt is too long.",
                None,
            ),
            "breaks-down" if is_first => Self::BreaksDown,
            "drips" => Self::Drips,
            "thinks" => Self::Thinks,
            "silent" => Self::Silent,
            "silent-once" if is_first => Self::Silent,
            "falls-silent" => Self::FallsSilent,
            "stalls" => Self::Stalls,
            "hangs-up" => Self::HangsUp,
            "endless" => Self::Endless,
            _ => Self::Says(Ends::Well),
        }
    }

    fn bad_gateway() -> Self {
        let page = "<html><body><h1>502 Bad Gateway</h1></body></html>";
        Self::Refuses(502, &[("content-type", "text/html")], page.to_owned())
    }

    fn busy(headers: &'static [(&'static str, &'static str)]) -> Self {
        let body =
            json!({ "error": { "type": "rate_limit_error", "message": "Too many requests." } });
        Self::Refuses(429, headers, body.to_string())
    }

    fn not_drawn() -> Self {
        let kind = "image_generation_user_error";
        Self::refuses(400, kind, "That is not drawn here.", None)
    }

    fn overloaded() -> Self {
        Self::refuses(529, "overloaded_error", "Overloaded.", None)
    }

    fn refuses(status: u16, kind: &str, message: &str, param: Option<&str>) -> Self {
        let error = json!({ "type": kind, "message": message, "param": param });
        let body = json!({ "type": "error", "error": error });
        Self::Refuses(status, &[JSON], body.to_string())
    }

    /// Draws in these sizes alone, and takes no word about the form, as `OpenAI`'s newer ones do.
    fn in_sizes(sizes: &[&str], asked: &Asked) -> Self {
        if sizes.contains(&asked.body["size"].as_str().unwrap_or_default()) {
            return Self::without(asked, &["response_format"]);
        }
        let message = format!("Invalid value. Supported values are: {sizes:?}.");
        Self::refuses(400, "invalid_request_error", &message, Some("size"))
    }

    /// Takes no schema: whoever sends one reads which parameter is not known.
    fn without(asked: &Asked, parameters: &[&str]) -> Self {
        let given = parameters
            .iter()
            .find(|name| asked.body.get(**name).is_some());
        let is_strict =
            asked.body["response_format"]["type"] != "json_object" || parameters.len() == 1;
        match given {
            Some(name) if is_strict => {
                let message = format!("{name}: this server does not know it.");
                Self::refuses(400, "invalid_request_error", &message, None)
            }
            _ => Self::Says(Ends::Well),
        }
    }

    pub fn ends_connection(&self) -> bool {
        matches!(self, Self::HangsUp)
    }

    /// An error if the caller has gone before all was said.
    pub async fn answer(
        &self,
        caller: &mut TcpStream,
        asked: &Asked,
        text: &str,
    ) -> io::Result<()> {
        let spoken = asked.protocol;
        match self {
            Self::Says(_) if spoken == Spoken::Images => {
                http::answer(caller, 200, &[JSON], &whole(spoken, text)).await
            }
            Self::Says(ends) => stream(caller, &events(spoken, text, *ends)).await,
            Self::Prose => {
                let text =
                    format!("Sure! Here is your {{mail}}:\n\n```json\n{text}\n```\n\nEnjoy it!");
                stream(caller, &events(spoken, &text, Ends::Well)).await
            }
            Self::Truncated => {
                let half: String = text.chars().take(text.chars().count() / 2).collect();
                stream(caller, &events(spoken, &half, Ends::AtItsBound)).await
            }
            Self::AtOnce => http::answer(caller, 200, &[JSON], &whole(spoken, text)).await,
            Self::Refuses(status, headers, body) => {
                http::answer(caller, *status, headers, body).await
            }
            Self::BreaksDown => stream(caller, &broken_down(spoken, text)).await,
            Self::Drips => drip(caller, &events(spoken, text, Ends::Well)).await,
            Self::Thinks => {
                http::head(caller, 200, &[STREAM, CHUNKED]).await?;
                wait(caller, THINKS).await?;
                goes_on(caller, &events(spoken, text, Ends::Well)).await
            }
            Self::Silent => wait(caller, FOR_EVER).await,
            Self::FallsSilent | Self::Stalls => {
                let all = events(spoken, text, Ends::Well);
                let is_almost_done = matches!(self, Self::Stalls);
                let said = if is_almost_done { all.len() - 5 } else { 3 };
                begins(caller, &all[..said]).await?;
                wait(caller, FOR_EVER).await
            }
            Self::HangsUp => {
                let all = events(spoken, text, Ends::Well);
                begins(caller, &all[..3]).await?;
                caller.shutdown().await
            }
            Self::Endless => {
                http::head(caller, 200, &[STREAM, CHUNKED]).await?;
                let some = events(spoken, &text.repeat(20), Ends::Well);
                let some = some[..some.len() / 2].concat();
                for _ in 0..10 * 1024 * 1024 / some.len() {
                    http::piece(caller, some.as_bytes()).await?;
                }
                http::piece(caller, &[]).await
            }
        }
    }
}

fn name(asked: &Asked) -> String {
    let name = asked.model.split('/').next().unwrap_or_default();
    if name != "as-asked" {
        return name.to_owned();
    }
    let body = asked.body.to_string();
    let said = body.split_once("behave as ").map_or("", |(_, said)| said);
    said.split(' ').next().unwrap_or_default().to_owned()
}

/// The first events of a stream.
async fn begins(caller: &mut TcpStream, events: &[String]) -> io::Result<()> {
    http::head(caller, 200, &[STREAM, CHUNKED]).await?;
    http::piece(caller, events.concat().as_bytes()).await
}

async fn stream(caller: &mut TcpStream, events: &[String]) -> io::Result<()> {
    http::head(caller, 200, &[STREAM, CHUNKED]).await?;
    goes_on(caller, events).await
}

fn broken_down(spoken: Spoken, text: &str) -> Vec<String> {
    let error = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } });
    let mut some = events(spoken, text, Ends::Well);
    some.truncate(3);
    some.push(format!("event: error\ndata: {error}\n\n"));
    some
}

async fn drip(caller: &mut TcpStream, events: &[String]) -> io::Result<()> {
    http::head(caller, 200, &[STREAM, CHUNKED]).await?;
    for byte in events.concat().bytes() {
        http::piece(caller, &[byte]).await?;
        wait(caller, DRIP).await?;
    }
    http::piece(caller, &[]).await
}

async fn goes_on(caller: &mut TcpStream, events: &[String]) -> io::Result<()> {
    for event in events {
        http::piece(caller, event.as_bytes()).await?;
    }
    http::piece(caller, &[]).await
}

/// Waits, unless the caller leaves before.
async fn wait(caller: &mut TcpStream, time: Duration) -> io::Result<()> {
    let mut byte = [0];
    tokio::select! {
        () = sleep(time) => Ok(()),
        gone = caller.peek(&mut byte) => match gone {
            Ok(0) | Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
            Ok(_) => Ok(()),
        },
    }
}

fn whole(spoken: Spoken, text: &str) -> String {
    let body = match spoken {
        Spoken::ChatCompletions => json!({
            "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS },
        }),
        Spoken::Messages => json!({
            "content": [{ "type": "text", "text": text }], "stop_reason": "end_turn",
            "usage": { "input_tokens": INPUT_TOKENS, "output_tokens": OUTPUT_TOKENS },
        }),
        Spoken::Images => json!({ "created": 0, "data": [{ "b64_json": text }] }),
    };
    body.to_string()
}
