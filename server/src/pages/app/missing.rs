//! What is shown where the dashboard would be, in a binary that was built without it.

use axum::body::Body;
use axum::http::{Response, StatusCode};

use crate::style::Notice;

pub fn page() -> Response<Body> {
    Notice {
        title: "Postrider is running",
        lead: "This binary serves the API and was built without the dashboard.",
        suggestion: "`make run` builds it where Node is installed, 20.19 or newer.",
        links: &[
            ("/docs", "API reference"),
            ("/docs/errors", "Error codes"),
            ("/openapi.json", "OpenAPI"),
        ],
        reference: "",
    }
    .respond(StatusCode::NOT_FOUND)
}
