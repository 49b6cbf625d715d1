//! Reading a body: bounded, once, and only as far as the step that asks for it.

use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use serde_json::{Map, Value};

use crate::api::input;
use crate::api::row::JSON;

/// How long a body may take to arrive: a caller that drips bytes does not hold a place for ever.
pub const PATIENCE: Duration = Duration::from_mins(1);

pub struct ReceivedBody {
    unread: Option<Body>,
    read: Option<Result<Bytes, Problem>>,
    parsed: Option<Value>,
}

impl ReceivedBody {
    pub fn unread(body: Body) -> Self {
        Self {
            unread: Some(body),
            read: None,
            parsed: None,
        }
    }

    /// What has not been read, to be read by somebody else.
    pub fn take(&mut self) -> Body {
        self.unread.take().unwrap_or_default()
    }

    pub async fn read(&mut self, limit: usize) -> Result<Bytes, Problem> {
        if let Some(body) = self.unread.take() {
            self.read = Some(collect(body, limit).await);
        }
        self.read.clone().unwrap_or_else(|| Ok(Bytes::new()))
    }

    /// The body if it is JSON; what is wrong with it is said later, in its turn.
    pub async fn peek_json(&mut self, limit: usize) -> Option<&Value> {
        let bytes = self.read(limit).await.ok()?;
        self.parsed = input::parse_json(&bytes).ok();
        self.parsed.as_ref()
    }

    /// The JSON object in a body that was read; a missing body is an empty object.
    pub fn json(&mut self, headers: &HeaderMap) -> Result<Value, Problem> {
        let bytes = match &self.read {
            Some(Ok(bytes)) => bytes,
            Some(Err(problem)) => return Err(problem.clone()),
            None => return Ok(Value::Object(Map::new())),
        };
        if bytes.is_empty() {
            return Ok(Value::Object(Map::new()));
        }
        if !is_of_type(headers, JSON) {
            return Err(Problem::invalid(
                "Content-Type",
                "A body must be sent as application/json.",
            )
            .suggest("Add the header `Content-Type: application/json`."));
        }
        match self.parsed.take() {
            Some(value) => Ok(value),
            None => input::parse_json(bytes),
        }
    }
}

async fn collect(body: Body, limit: usize) -> Result<Bytes, Problem> {
    let Ok(collected) = tokio::time::timeout(PATIENCE, Limited::new(body, limit).collect()).await
    else {
        return Err(late());
    };
    match collected {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Problem::new(
            Code::PayloadTooLarge,
            format!("The body is larger than {} MiB.", limit >> 20),
        )),
        Err(_) => Err(cut_off()),
    }
}

pub fn late() -> Problem {
    Problem::new(Code::InvalidRequest, "The body did not arrive in time.")
}

pub fn cut_off() -> Problem {
    Problem::new(
        Code::InvalidRequest,
        "The body ended before it was complete.",
    )
}

/// Whether the body says that it is of a media type.
pub fn is_of_type(headers: &HeaderMap, media_type: &str) -> bool {
    headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case(media_type))
}
