//! Turns what a request came to into a response with every header the contract promises.

use axum::body::{Body, HttpBody};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, Response, StatusCode};
use postrider_domain::contract::paths;
use postrider_domain::contract::problem::Problem;

use super::call::Call;
use super::download::Download;
use super::envelope::{Envelope, problem_of};
use super::meter::Charged;
use crate::api::failure::{ApiResult, Failure};
use crate::api::reply::Answer;
use crate::api::row::JSON;
use crate::style::Notice;

/// A 2xx, fresh or replayed.
#[derive(Debug)]
pub struct Answered {
    pub answer: Answer,
    /// What a fixed-cost operation took.
    pub cost: Option<i64>,
    /// The balance after it; `None` where the plan has no limit.
    pub credits_remaining: Option<i64>,
    pub replayed: bool,
}

impl Answered {
    pub fn fresh(answer: Answer) -> Self {
        Self::charged(answer, Charged::default())
    }

    pub fn charged(answer: Answer, charged: Charged) -> Self {
        Self {
            answer,
            cost: charged.cost,
            credits_remaining: charged.remaining,
            replayed: false,
        }
    }

    /// Nothing was changed, and nothing was charged for it: who asks again may have it made again.
    pub fn is_made_anew(&self) -> bool {
        self.answer.changed_nothing && self.answer.usage == 0 && self.cost.unwrap_or(0) == 0
    }
}

/// What goes out after a success.
pub enum Outgoing {
    Answer(Answered),
    File(Download),
    /// What a page wrote, whatever it says.
    Page(Response<Body>),
}

impl From<Answered> for Outgoing {
    fn from(answered: Answered) -> Self {
        Self::Answer(answered)
    }
}

pub fn respond(call: &Call, outcome: ApiResult<Outgoing>) -> Response<Body> {
    let mut response = match outcome {
        Ok(Outgoing::Answer(answered)) => of_api(success(answered)),
        Ok(Outgoing::File(download)) => of_api(download.into_response()),
        Ok(Outgoing::Page(page)) => page,
        Err(failure) if call.facts.is_visit() => page(&problem_of(failure), call),
        Err(failure) => refused(failure, &call.facts.app.config.public_url),
    };
    if call.facts.method == Method::HEAD {
        response = without_body(response);
    }
    let headers = response.headers_mut();
    // Whatever it is, it is what its type says: no browser takes a stranger's text for a page.
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(value) = HeaderValue::from_str(&call.facts.request_id) {
        headers.insert("x-request-id", value);
    }
    if let Some(window) = &call.window {
        headers.insert("x-ratelimit-limit", window.limit.into());
        headers.insert("x-ratelimit-remaining", window.remaining.into());
        headers.insert("x-ratelimit-reset", window.reset_at.into());
    }
    if let Some(Ok(allow)) = call.allow.as_deref().map(HeaderValue::from_str) {
        headers.insert(ALLOW, allow);
    }
    record(call, response.status());
    response
}

fn success(answered: Answered) -> Response<Body> {
    let mut response = Response::new(Body::from(answered.answer.body));
    *response.status_mut() = status(answered.answer.status);
    let headers = response.headers_mut();
    if let Some(cost) = answered.cost {
        headers.insert("x-credit-cost", cost.into());
        if let Some(remaining) = answered.credits_remaining {
            headers.insert("x-credits-remaining", remaining.into());
        }
    }
    let cookie = answered.answer.set_cookie.as_deref();
    if let Some(Ok(cookie)) = cookie.map(HeaderValue::from_str) {
        headers.insert(SET_COOKIE, cookie);
    }
    if answered.replayed {
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    response
}

/// What every answer of the API says, where it says nothing else.
fn of_api(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    headers
        .entry(CONTENT_TYPE)
        .or_insert(HeaderValue::from_static(JSON));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Who asks for the headers alone learns how long the rest would have been.
fn without_body(response: Response<Body>) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    if let Some(length) = body.size_hint().exact() {
        parts.headers.entry(CONTENT_LENGTH).or_insert(length.into());
    }
    Response::from_parts(parts, Body::empty())
}

/// What went wrong, in the one envelope.
pub fn refused(failure: Failure, public_url: &str) -> Response<Body> {
    of_api(refusal(problem_of(failure), public_url))
}

fn refusal(problem: Problem, public_url: &str) -> Response<Body> {
    let code = problem.code;
    let retry_after = problem.retry_after;
    let body = serde_json::to_vec(&Envelope::of(problem, public_url)).unwrap_or_default();
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status(code.status());
    with_retry(response, retry_after)
}

/// The same for a person, whose browser has opened the address.
fn page(problem: &Problem, call: &Call) -> Response<Body> {
    let code = problem.code;
    let title = match code.status() {
        401 => "Sign in first",
        403 => "This is not for you",
        404 => "There is nothing here",
        429 => "Too many requests",
        500.. => "That did not work",
        _ => "That cannot be answered",
    };
    let suggestion = problem.suggestion.as_deref().unwrap_or_default();
    let notice = Notice {
        title,
        lead: &problem.message,
        suggestion,
        links: &[
            (paths::APP_HOME, "Dashboard"),
            (paths::DOCS, "API reference"),
        ],
        reference: &call.facts.request_id,
    };
    with_retry(notice.respond(status(code.status())), problem.retry_after)
}

fn with_retry(mut response: Response<Body>, retry_after: Option<u64>) -> Response<Body> {
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

fn status(number: u16) -> StatusCode {
    StatusCode::from_u16(number).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn record(call: &Call, status: StatusCode) {
    let took = call.started.elapsed();
    let duration_ms = took.as_millis();
    let spent = call.facts.db.spent();
    let (statements, transactions) = (spent.statements(), spent.transactions());
    call.facts
        .app
        .request_meter
        .record(&call.facts.method, call.pattern, status, took);
    // Successes are counted by the metrics; a line for each would cost more than answering it.
    if !status.is_client_error() && !status.is_server_error() {
        tracing::debug!(
            http.method = %call.facts.method, http.route = call.pattern, http.status = status.as_u16(), duration_ms,
            db.statements = statements, db.transactions = transactions,
            "answered a request"
        );
    } else {
        tracing::info!(
            http.method = %call.facts.method, http.route = call.pattern, http.status = status.as_u16(), duration_ms,
            db.statements = statements, db.transactions = transactions,
            "refused a request"
        );
    }
}
