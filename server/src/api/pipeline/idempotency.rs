//! Replay-safe calls: the same `Idempotency-Key` and request have one effect and one answer.

use std::time::Duration;

use aws_lc_rs::digest::{Context, SHA256};
use axum::http::HeaderMap;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::idempotency::{self, KeptBody, KeyState, StoredAnswer};
use serde_json::{Value, json};

use super::meter;
use super::respond::Answered;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Answer;
use crate::api::row::Row;

const MAX_KEY: usize = 100;
/// How long a finished answer is kept for replays.
const KEPT_MS: i64 = 24 * 60 * 60 * 1000;
/// How long after its process has ended the key of work outside a transaction frees itself.
pub const LEASE_MS: i64 = 2 * 60 * 1000;
const TWIN_POLL: Duration = Duration::from_millis(50);

const HEADER: &str = "Idempotency-Key";

/// What names a request, and where its caller wrote it.
pub struct Key {
    text: String,
    param: &'static str,
}

impl Key {
    fn check(text: &str, param: &'static str) -> Result<Self, Problem> {
        let printable = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if text.is_empty() || text.len() > MAX_KEY || !printable {
            return Err(Problem::invalid(
                param,
                "Must have 1 to 100 printable ASCII characters.",
            ));
        }
        Ok(Self {
            text: text.to_owned(),
            param,
        })
    }
}

/// The header of a row that honours it; other rows ignore it.
pub fn key(row: &Row, headers: &HeaderMap) -> Result<Option<Key>, Problem> {
    let Some(value) = headers.get("idempotency-key").filter(|_| row.idempotent) else {
        return Ok(None);
    };
    let text = value.to_str().unwrap_or_default().trim();
    Key::check(text, HEADER).map(Some)
}

/// The key in the body of a row that takes one there. What is no text is refused with the rest of the body.
pub fn key_in_body(row: &Row, body: &Value) -> Result<Option<Key>, Problem> {
    let Some(param) = row.key_in_body else {
        return Ok(None);
    };
    match body.get(param).and_then(Value::as_str) {
        Some(text) => Key::check(text.trim(), param).map(Some),
        None => Ok(None),
    }
}

/// A key together with the request it stands for.
#[derive(Clone)]
pub struct Claim {
    pub key: String,
    pub fingerprint: Vec<u8>,
    /// Where the caller wrote the key.
    param: &'static str,
}

/// What tells one request from another, taken from its body as it arrives.
pub struct Fingerprint(Context);

impl Fingerprint {
    pub fn new(cx: &Cx, target: &str) -> Self {
        let mut hash = Context::new(&SHA256);
        let brand = cx.brand().map_or(0, |brand| brand.key.brand);
        hash.update(target.as_bytes());
        hash.update(&[0]);
        hash.update(&brand.to_be_bytes());
        Self(hash)
    }

    pub fn update(&mut self, body: &[u8]) {
        self.0.update(body);
    }

    pub fn claim(self, key: Key) -> Claim {
        Claim {
            key: key.text,
            param: key.param,
            fingerprint: self.0.finish().as_ref().to_vec(),
        }
    }
}

impl Claim {
    pub fn new(key: Key, cx: &Cx, target: &str, body: &[u8]) -> Self {
        let mut fingerprint = Fingerprint::new(cx, target);
        fingerprint.update(body);
        fingerprint.claim(key)
    }

    /// Takes the key inside a transaction: either it is ours, or somebody has answered, or is at it.
    pub async fn take(&self, tx: &Tx, cx: &Cx, fence: i64) -> ApiResult<KeyState> {
        let claim = idempotency::NewClaim {
            org: cx.caller().org,
            key: &self.key,
            fingerprint: &self.fingerprint,
            fence,
            lease_until: cx.now() + LEASE_MS,
            expires_at: cx.now() + KEPT_MS,
        };
        Ok(idempotency::claim(tx, &claim, cx.now()).await?)
    }

    /// Stores the answer if the key is still ours.
    pub async fn settle(&self, tx: &Tx, cx: &Cx, fence: i64, answered: &Answered) -> ApiResult<()> {
        let stored = StoredAnswer {
            status: answered.answer.status,
            body: if answered.is_made_anew() {
                KeptBody::Anew
            } else {
                KeptBody::Whole(answered.answer.kept())
            },
            cost: answered.cost,
        };
        let (org, most) = (cx.caller().org, cx.app().config.kept_answers);
        if idempotency::finish(tx, org, &self.key, fence, stored, most).await? {
            return Ok(());
        }
        Err(in_progress().into())
    }
}

impl Claim {
    /// The work goes on until then.
    pub async fn extend(&self, tx: &Tx, cx: &Cx, fence: i64, until: i64) -> ApiResult<()> {
        idempotency::extend(tx, cx.caller().org, &self.key, fence, until).await?;
        Ok(())
    }

    /// Frees the key of work that failed.
    pub async fn release(&self, tx: &Tx, cx: &Cx, fence: i64) -> ApiResult<()> {
        idempotency::release(tx, cx.caller().org, &self.key, fence).await?;
        Ok(())
    }
}

/// The stored answer of an earlier twin, after waiting for one that still runs.
pub async fn replay(cx: &Cx, claim: Option<&Claim>) -> ApiResult<Option<Answered>> {
    let Some(claim) = claim else { return Ok(None) };
    let deadline = tokio::time::Instant::now() + cx.app().twin_wait;
    loop {
        let (org, now, twin) = (cx.caller().org, cx.app().clock.now(), claim.clone());
        let found = cx
            .db()
            .read(move |tx| {
                let twin = twin.clone();
                async move { idempotency::look(&tx, org, &twin.key, &twin.fingerprint, now).await }
            })
            .await?;
        match claim.answer_of(cx, found).await? {
            Resolved::Free => return Ok(None),
            Resolved::Answered(answered) => return Ok(Some(answered)),
            Resolved::Running if tokio::time::Instant::now() >= deadline => {
                return Err(in_progress().into());
            }
            Resolved::Running => tokio::time::sleep(TWIN_POLL).await,
        }
    }
}

pub enum Resolved {
    /// Nobody has asked, or whoever did changed nothing: the handler answers.
    Free,
    Running,
    Answered(Answered),
}

impl Claim {
    pub async fn answer_of(&self, cx: &Cx, found: KeyState) -> ApiResult<Resolved> {
        Ok(match found {
            KeyState::Free => Resolved::Free,
            KeyState::Running => Resolved::Running,
            KeyState::Conflict => {
                let message = format!(
                    "This `{}` was used with another request in the last 24 hours.",
                    self.param
                );
                let problem = Problem::new(Code::IdempotencyConflict, message);
                return Err(problem.param(self.param).into());
            }
            KeyState::Done(stored) => match stored.body {
                KeptBody::Anew => Resolved::Free,
                KeptBody::Dropped => return Err(self.not_kept(stored.status).into()),
                KeptBody::Whole(body) => Resolved::Answered(Answered {
                    credits_remaining: match stored.cost {
                        Some(_) => meter::remaining(cx).await?,
                        None => None,
                    },
                    answer: Answer {
                        set_cookie: None,
                        forgives: None,
                        status: stored.status,
                        body: body.into(),
                        usage: 0,
                        changed_nothing: false,
                        is_partial: false,
                        hold: None,
                        told: None,
                        secrets: &[],
                        refusal: None,
                    },
                    cost: stored.cost,
                    replayed: true,
                }),
            },
        })
    }

    /// It was done and is not done again; what it answered is not here any more.
    fn not_kept(&self, status: u16) -> Problem {
        let message = format!(
            "This request was done before under this `{}` and answered with {status}; it is not done again. Its answer \
             was not kept, because the organization has as many bytes of kept answers as it may have.",
            self.param
        );
        Problem::new(Code::IdempotencyConflict, message)
            .param(self.param)
            .suggest("Read what the request made or changed; its effect is there.")
            .details(json!({ "status": status }))
    }
}

pub fn in_progress() -> Problem {
    Problem::new(
        Code::IdempotencyInProgress,
        "The first request with this key is still running.",
    )
    .retry_after(1)
}
