//! Everything that is reached over HTTP: the API behind its pipeline, and the few pages beside it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use subtle::ConstantTimeEq;
use tokio_util::sync::CancellationToken;

use crate::api::pipeline;
use crate::api::table::RouteTable;
use crate::app::App;
use crate::docs;
use crate::files;
use crate::integrations;
use crate::plain::text;
use crate::probe;
use crate::roles::Role;
use crate::track;

#[derive(Clone)]
pub struct Site {
    pub app: App,
    pub routes: Arc<RouteTable>,
    pub metrics: Option<PrometheusHandle>,
    /// Cancelled when the process is to stop.
    pub stopping: CancellationToken,
}

pub fn router(site: Site) -> Router {
    Router::new()
        .merge(docs::router(&site.app, &site.routes))
        .merge(files::router(&site.app))
        .merge(integrations::router(&site.app))
        .merge(probe::router(&site.app))
        .merge(track::router(&site.app))
        .route("/healthz", get(async || text(StatusCode::OK, "alive\n")))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(async |State(site): State<Site>, request: Request| {
            pipeline::handle(site.app, &site.routes, request).await
        })
        .method_not_allowed_fallback(async |State(site): State<Site>, request: Request| {
            pipeline::wrong_verb(site.app, request, "GET, HEAD")
        })
        .layer(from_fn_with_state(site.app.clone(), in_its_role))
        .with_state(site)
}

/// A process answers what is its role, and says of the rest whom to ask.
async fn in_its_role(State(app): State<App>, request: Request, next: Next) -> Response<Body> {
    let roles = &app.config.roles;
    match Role::of_path(request.uri().path()) {
        Some(role) if !roles.have(role) => {
            let role = role.as_str();
            let said = format!(
                "this process does not answer here: its roles are {roles}. Ask one with the role {role}\n"
            );
            text(StatusCode::MISDIRECTED_REQUEST, &said)
        }
        _ => next.run(request).await,
    }
}

/// Ready means that the database answers, and that nobody has asked the process to stop.
async fn ready(State(site): State<Site>) -> Response<Body> {
    if site.stopping.is_cancelled() {
        return text(StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match site.app.db.ping().await {
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
async fn metrics(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response<Body> {
    let allowed = match &site.app.config.metrics_token {
        Some(token) => headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .is_some_and(|sent| sent.as_bytes().ct_eq(token.as_bytes()).into()),
        // A proxy on this machine comes from loopback too, on behalf of somebody else.
        None => {
            peer.ip().is_loopback() && !FORWARDED.iter().any(|name| headers.contains_key(*name))
        }
    };
    match (&site.metrics, allowed) {
        (Some(handle), true) => text(StatusCode::OK, &handle.render()),
        (None, true) => text(StatusCode::OK, ""),
        (_, false) => text(
            StatusCode::FORBIDDEN,
            "metrics are for loopback or with the token\n",
        ),
    }
}
