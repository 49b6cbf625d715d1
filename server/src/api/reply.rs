//! What a handler answers, and the form in which the pipeline keeps it.

use bytes::Bytes;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::people::audit::AuditTarget;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::app::tries::Try;

/// A typed answer.
pub struct Reply<T> {
    status: u16,
    body: Result<T, Box<Problem>>,
    /// Credits that usage-metered work took; fixed costs come from the route's row.
    usage: i64,
    changed_nothing: bool,
    is_partial: bool,
    hold: Option<Hold>,
    set_cookie: Option<String>,
    forgives: Option<Box<Try>>,
    /// Boxed: few answers have it, and all are moved about.
    told: Option<Box<Told>>,
    /// Keys of the answer that are shown once.
    secrets: &'static [&'static str],
}

/// What an answer costs is held for work that goes on in the background, which charges it or gives it back.
#[derive(Clone, Copy, Debug)]
pub struct Hold {
    /// By which whoever works gives it back.
    pub number: i64,
    /// When it ends by itself, should nobody do so.
    pub until: i64,
}

/// What the audit log tells of a call beside who did what, if a person did. Secrets and values of contacts have no place in
/// it.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Where the path does not name it.
    pub target: Option<AuditTarget>,
    pub before: Option<Value>,
    pub after: Option<Value>,
    /// Of an act on many rows.
    pub counts: Option<Value>,
}

impl<T> Reply<T> {
    pub fn ok(body: T) -> Self {
        Self::new(200, Ok(body))
    }

    pub fn created(body: T) -> Self {
        Self::new(201, Ok(body))
    }

    pub fn accepted(body: T) -> Self {
        Self::new(202, Ok(body))
    }

    /// What the handler has written stays, and the caller is told of this problem all the same: an
    /// `Err` would undo it. Like every refusal it costs nothing and frees the idempotency key.
    pub fn refusal(problem: Problem) -> Self {
        Self::new(problem.code.status(), Err(Box::new(problem)))
    }

    fn new(status: u16, body: Result<T, Box<Problem>>) -> Self {
        Self {
            status,
            body,
            usage: 0,
            changed_nothing: false,
            is_partial: false,
            hold: None,
            set_cookie: None,
            forgives: None,
            told: None,
            secrets: &[],
        }
    }

    /// Not all that was asked for could be done: it costs nothing, and its idempotency key is free for another try.
    #[must_use]
    pub fn partial(mut self) -> Self {
        self.is_partial = true;
        self
    }

    /// The work has only begun: its fixed cost is held, and not charged here.
    #[must_use]
    pub fn held(mut self, hold: Hold) -> Self {
        self.hold = Some(hold);
        self
    }

    /// The request only looked, as a dry run does, and would whenever it comes again: its answer is not kept under an
    /// idempotency key but made anew.
    #[must_use]
    pub fn changed_nothing(mut self) -> Self {
        self.changed_nothing = true;
        self
    }

    /// What the caller's browser is to keep, as `Set-Cookie` says it. It goes with this answer alone: one that is kept for
    /// an idempotency key is kept without.
    #[must_use]
    pub fn set_cookie(mut self, cookie: String) -> Self {
        self.set_cookie = Some(cookie);
        self
    }

    /// What stands under these keys is a secret: whoever repeats the request under its idempotency key is answered without.
    #[must_use]
    pub fn shown_once(mut self, secrets: &'static [&'static str]) -> Self {
        self.secrets = secrets;
        self
    }

    /// A try at a password or link that was right: once all is committed nothing is held against it.
    #[must_use]
    pub fn forgive(mut self, tried: &Try) -> Self {
        self.forgives = Some(Box::new(tried.clone()));
        self
    }

    /// What the audit log tells of it.
    #[must_use]
    pub fn tell(mut self, told: Told) -> Self {
        self.told = Some(Box::new(told));
        self
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
    pub changed_nothing: bool,
    pub is_partial: bool,
    pub hold: Option<Hold>,
    pub set_cookie: Option<String>,
    pub forgives: Option<Box<Try>>,
    pub told: Option<Box<Told>>,
    /// Keys of the body that are not kept.
    pub secrets: &'static [&'static str],
    /// Told instead of the answer, once the transaction is committed.
    pub refusal: Option<Box<Problem>>,
}

impl Answer {
    pub fn from_reply<T: Serialize>(reply: &Reply<T>) -> Result<Self, Problem> {
        let (body, refusal) = match &reply.body {
            Ok(body) => (serde_json::to_vec(body), None),
            Err(problem) => (Ok(Vec::new()), Some(problem.clone())),
        };
        let body = body.map_err(|error| {
            Problem::new(
                Code::InternalError,
                format!("Cannot write the answer: {error}"),
            )
        })?;
        Ok(Self {
            status: reply.status,
            body: body.into(),
            usage: reply.usage,
            changed_nothing: reply.changed_nothing,
            is_partial: reply.is_partial,
            hold: reply.hold,
            set_cookie: reply.set_cookie.clone(),
            forgives: reply.forgives.clone(),
            told: reply.told.clone(),
            secrets: reply.secrets,
            refusal,
        })
    }

    /// What is kept for whoever repeats the request.
    pub fn kept(&self) -> Vec<u8> {
        if self.secrets.is_empty() {
            return self.body.to_vec();
        }
        // What cannot be read is not kept either.
        let Ok(Value::Object(mut body)) = serde_json::from_slice(&self.body) else {
            return Vec::new();
        };
        body.retain(|key, _| !self.secrets.contains(&key.as_str()));
        Value::Object(body).to_string().into_bytes()
    }
}
