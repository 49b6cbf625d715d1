//! The pixel that tells that a mail was opened.

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, PRAGMA, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, Method, Response};
use postrider_domain::track::Purpose;
use postrider_engine::tracking::{Seen, What};

use super::evidence::machine_reason;
use crate::app::App;

/// One transparent pixel.
const GIF: &[u8; 43] =
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\
    \x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// Whatever the token is, the answer is the same: nobody learns from it which are good.
pub(super) async fn pixel(
    State(app): State<App>,
    method: Method,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response<Body> {
    let token = name.ok().and_then(|Path(name)| {
        let read = super::read(&app, name.strip_suffix(".gif")?, |purpose| {
            purpose == Purpose::Open
        });
        Some(read?.token)
    });
    if let Some(token) = token {
        let seen = Seen {
            recipient: token.into(),
            what: What::Open,
            at: app.clock.now(),
            machine: machine_reason(&method, &headers),
        };
        app.tracker.record(seen).await;
    }
    let mut response = Response::new(Body::from(Bytes::from_static(GIF)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/gif"));
    let kept = HeaderValue::from_static("private, no-store, no-cache, must-revalidate, max-age=0");
    headers.insert(CACHE_CONTROL, kept);
    headers.insert(PRAGMA, HeaderValue::from_static("no-cache"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}
