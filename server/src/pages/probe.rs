//! Answers what the server asks through the tracking hosts of domains, to see whether they lead here.

use axum::body::Body;
use axum::http::{Method, Response, StatusCode};
use postrider_domain::contract::paths::PROBE;

use crate::api::handler::Visit;
use crate::api::plain::text;
use crate::api::row::Row;
use crate::config::process_role::ProcessRole;

pub fn rows() -> Vec<Row> {
    let role = Some(ProcessRole::Track);
    vec![Row::page(
        "pages.probe",
        Method::GET,
        PROBE.pattern,
        role,
        answer,
    )]
}

async fn answer(visit: Visit) -> Response<Body> {
    match visit.app().keys().probe.answer(visit.path("question")) {
        Some(answer) => text(StatusCode::OK, &answer),
        None => text(StatusCode::NOT_FOUND, "this is no question of ours\n"),
    }
}
