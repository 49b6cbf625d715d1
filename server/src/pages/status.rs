//! How the process is, for those who run it: alive, ready, and its numbers.

use axum::body::Body;
use axum::http::header::AUTHORIZATION;
use axum::http::{Method, Response, StatusCode};
use metrics_exporter_prometheus::PrometheusHandle;
use postrider_domain::contract::paths;
use subtle::ConstantTimeEq;

use crate::api::handler::Visit;
use crate::api::plain::text;
use crate::api::row::Row;

/// Every process answers these, whatever its role.
pub fn rows() -> Vec<Row> {
    vec![
        Row::page("status.health", Method::GET, paths::HEALTH, None, alive),
        Row::page("status.ready", Method::GET, paths::READY, None, ready),
        Row::page("status.metrics", Method::GET, paths::METRICS, None, metrics),
    ]
}

/// What the listener for those who watch over the service answers, and nothing else.
pub fn operator_rows() -> Vec<Row> {
    vec![
        Row::page("status.health", Method::GET, paths::HEALTH, None, alive),
        Row::page("status.ready", Method::GET, paths::READY, None, ready),
        Row::page(
            "status.metrics",
            Method::GET,
            paths::METRICS,
            None,
            operator_metrics,
        ),
    ]
}

async fn alive(_: Visit) -> Response<Body> {
    text(StatusCode::OK, "alive\n")
}

/// Ready means that the database answers, and that nobody has asked the process to stop.
async fn ready(visit: Visit) -> Response<Body> {
    if visit.app().stopping.is_cancelled() {
        return text(StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match visit.app().db.ping().await {
        Ok(()) => text(StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::warn!(error = %error, "not ready: the database does not answer");
            text(
                StatusCode::SERVICE_UNAVAILABLE,
                "the database does not answer\n",
            )
        }
    }
}

/// What a proxy adds to the requests it passes on.
const FORWARDED: [&str; 3] = ["forwarded", "x-forwarded-for", "via"];

/// Numbers about the service are not for strangers. With a token they are for its bearer alone. Without one they are shown
/// here only while the service is this machine's alone: a proxy in front of it comes from loopback too, on behalf of
/// anybody, and need not say so.
async fn metrics(visit: Visit) -> Response<Body> {
    let headers = visit.headers();
    let is_local = visit.app().config.is_local()
        && visit.peer().is_some_and(|peer| peer.ip().is_loopback())
        && !FORWARDED.iter().any(|name| headers.contains_key(*name));
    let without_token = if is_local {
        WithoutToken::Shown
    } else {
        WithoutToken::Refused
    };
    numbers(&visit, without_token)
}

/// The same where only those come who may: the operator chose the address.
async fn operator_metrics(visit: Visit) -> Response<Body> {
    numbers(&visit, WithoutToken::Shown)
}

/// What becomes of a request while no token is set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WithoutToken {
    Shown,
    Refused,
}

fn numbers(visit: &Visit, without_token: WithoutToken) -> Response<Body> {
    let app = visit.app();
    let is_allowed = match &app.config.metrics_token {
        Some(token) => bears(visit, token),
        None => without_token == WithoutToken::Shown,
    };
    if !is_allowed {
        return text(
            StatusCode::FORBIDDEN,
            "metrics are not for everybody: send the token of POSTRIDER_METRICS_TOKEN as `Authorization: Bearer …`, \
             or read them at the address of POSTRIDER_METRICS_LISTEN\n",
        );
    }
    let rendered = app.metrics.as_ref().map(PrometheusHandle::render);
    text(StatusCode::OK, &rendered.unwrap_or_default())
}

fn bears(visit: &Visit, token: &str) -> bool {
    let sent = visit.headers().get(AUTHORIZATION);
    sent.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
        .is_some_and(|sent| sent.as_bytes().ct_eq(token.as_bytes()).into())
}
