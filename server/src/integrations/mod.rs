//! Where providers post their events. Open to everybody: the signature is all the authority there is, and what is
//! answered is true once it is durable. Work on the event comes after (`postrider_engine::integrations`).

mod receive;

use std::panic::AssertUnwindSafe;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Method, Response, StatusCode};
use axum::routing::any;
use futures_util::FutureExt;
use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use serde_json::{Value, json};
use tokio::time::Instant;
use tracing::Instrument;

use crate::api::failure::Outcome;
use crate::api::pipeline::refused;
use crate::api::row::JSON;
use crate::app::App;
use crate::entropy;
use postrider_engine::integrations::Receipt;

const PATTERN: &str = "/api/integrations/{provider}/webhook/{connectionId}";

pub fn router<S: Clone + Send + Sync + 'static>(app: &App) -> Router<S> {
    Router::new()
        .route(PATTERN, any(handle))
        .with_state(app.clone())
}

async fn handle(
    State(app): State<App>,
    path: Result<Path<(String, String)>, PathRejection>,
    request: Request,
) -> Response<Body> {
    let (started, method) = (Instant::now(), request.method().clone());
    let request_id = entropy::request_id();
    let span = tracing::info_span!("request", request.id = %request_id);
    async {
        let answering = AssertUnwindSafe(answer(&app, path, request)).catch_unwind();
        let outcome = answering.await.unwrap_or_else(|_| {
            Err(Problem::new(Code::InternalError, "The event could not be taken.").into())
        });
        let mut response = match outcome {
            Ok(receipt) => answered(&receipt),
            Err(failure) => refused(failure, &app.config.public_url),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Ok(id) = HeaderValue::from_str(&request_id) {
            headers.insert("x-request-id", id);
        }
        if response.status() == StatusCode::METHOD_NOT_ALLOWED {
            let allow = HeaderValue::from_static("POST");
            response.headers_mut().insert(ALLOW, allow);
        }
        let (status, took) = (response.status(), started.elapsed());
        app.request_meter.record(&method, PATTERN, status, took);
        if !status.is_success() {
            tracing::info!(http.status = status.as_u16(), "refused an event");
        }
        response
    }
    .instrument(span)
    .await
}

async fn answer(
    app: &App,
    path: Result<Path<(String, String)>, PathRejection>,
    request: Request,
) -> Outcome<Receipt> {
    if request.method() != Method::POST {
        let problem = Problem::new(Code::MethodNotAllowed, "This path takes POST.");
        return Err(problem.suggest("Use POST.").into());
    }
    let (parts, body) = request.into_parts();
    let Path((provider, connection_id)) = path.map_err(|_| receive::not_found())?;
    let connection = receive::connection(app, &provider, &connection_id).await?;
    let read = receive::read(app, connection, &parts.headers, body).await?;
    receive::keep(app, read).await
}

fn answered(receipt: &Receipt) -> Response<Body> {
    let body: Value = match receipt {
        Receipt::Ignored => json!({ "received": true, "ignored": true }),
        Receipt::Duplicate => json!({ "received": true, "duplicate": true }),
        Receipt::Received { instance_id } => {
            json!({ "received": true, "triggerInstanceId": instance_id })
        }
    };
    Response::new(Body::from(body.to_string()))
}
