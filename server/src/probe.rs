//! Answers what the server asks through the tracking hosts of domains, to see whether they lead here.

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{Response, StatusCode};
use axum::routing::get;
use postrider_engine::domains::PROBE_PATH;

use crate::app::App;
use crate::plain::text;

pub fn router<S: Clone + Send + Sync + 'static>(app: &App) -> Router<S> {
    Router::new()
        .route(&format!("{PROBE_PATH}{{question}}"), get(answer))
        .with_state(app.clone())
}

async fn answer(
    State(app): State<App>,
    question: Result<Path<String>, PathRejection>,
) -> Response<Body> {
    let answer = question
        .ok()
        .and_then(|Path(question)| app.keys().probe.answer(&question));
    match answer {
        Some(answer) => text(StatusCode::OK, &answer),
        None => text(StatusCode::NOT_FOUND, "this is no question of ours\n"),
    }
}
