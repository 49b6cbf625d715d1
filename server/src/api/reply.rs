//! What a handler answers, and the form in which the pipeline keeps it.

use bytes::Bytes;
use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use schemars::JsonSchema;
use serde::Serialize;

/// A typed answer.
pub struct Reply<T> {
    status: u16,
    body: T,
    /// Credits that usage-metered work took; fixed costs come from the route's row.
    usage: i64,
}

impl<T> Reply<T> {
    pub fn ok(body: T) -> Self {
        Self {
            status: 200,
            body,
            usage: 0,
        }
    }

    pub fn created(body: T) -> Self {
        Self {
            status: 201,
            body,
            usage: 0,
        }
    }

    pub fn accepted(body: T) -> Self {
        Self {
            status: 202,
            body,
            usage: 0,
        }
    }

    #[must_use]
    pub fn used(mut self, credits: i64) -> Self {
        self.usage = credits;
        self
    }
}

/// What a route answers with.
pub trait Output: Serialize + JsonSchema + Send + 'static {}
impl<T: Serialize + JsonSchema + Send + 'static> Output for T {}

/// A finished 2xx answer: stored for replays byte for byte.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Bytes,
    pub usage: i64,
}

impl Answer {
    pub fn from_reply<T: Serialize>(reply: &Reply<T>) -> Result<Self, Problem> {
        let body = serde_json::to_vec(&reply.body).map_err(|error| {
            Problem::new(
                Code::InternalError,
                format!("Cannot write the answer: {error}"),
            )
        })?;
        Ok(Self {
            status: reply.status,
            body: body.into(),
            usage: reply.usage,
        })
    }
}
