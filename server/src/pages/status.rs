//! How the process is, for those who run it: alive, ready, and its numbers.

use axum::body::Body;
use axum::http::header::AUTHORIZATION;
use axum::http::{Method, Response, StatusCode};
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

/// Numbers about the service are not for strangers: loopback, or a token.
async fn metrics(visit: Visit) -> Response<Body> {
    let (app, headers) = (visit.app(), visit.headers());
    let allowed = if let Some(token) = &app.config.metrics_token {
        headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .is_some_and(|sent| sent.as_bytes().ct_eq(token.as_bytes()).into())
    } else {
        // A proxy on this machine comes from loopback too, on behalf of somebody else.
        let is_local = visit.peer().is_some_and(|peer| peer.ip().is_loopback());
        is_local && !FORWARDED.iter().any(|name| headers.contains_key(*name))
    };
    match (&app.metrics, allowed) {
        (Some(handle), true) => text(StatusCode::OK, &handle.render()),
        (None, true) => text(StatusCode::OK, ""),
        (_, false) => text(
            StatusCode::FORBIDDEN,
            "metrics are for loopback or with the token\n",
        ),
    }
}
