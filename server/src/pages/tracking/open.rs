//! The pixel that tells that a mail was opened.

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, PRAGMA};
use axum::http::{HeaderValue, Response};
use postrider_domain::sending::tracking::{Purpose, Read};
use postrider_engine::tracking::{Seen, What};

use super::evidence::machine_reason;
use super::token::read_token;
use crate::api::handler::Visit;

/// One transparent pixel.
const GIF: &[u8; 43] =
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\
    \x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// Whatever the token is, the answer is the same: nobody learns from it which are good.
pub(super) async fn pixel(visit: Visit) -> Response<Body> {
    let app = visit.app();
    let token = visit.path("name").strip_suffix(".gif");
    let read = token.and_then(|token| read_token(app, token, |purpose| purpose == Purpose::Open));
    if let Some(Read { token, .. }) = read {
        let seen = Seen {
            recipient: token.into(),
            what: What::Open,
            at: app.clock.now(),
            machine: machine_reason(visit.method(), visit.headers()),
        };
        app.tracker.record(seen).await;
    }
    let mut response = Response::new(Body::from(Bytes::from_static(GIF)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/gif"));
    let kept = HeaderValue::from_static("private, no-store, no-cache, must-revalidate, max-age=0");
    headers.insert(CACHE_CONTROL, kept);
    headers.insert(PRAGMA, HeaderValue::from_static("no-cache"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}
