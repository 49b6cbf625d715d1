//! A page that is made once and then only sent, or not even that: browsers ask with the tag they have.

use std::sync::{Arc, LazyLock};

use aws_lc_rs::digest;
use axum::body::{Body, Bytes};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use axum::routing::{MethodRouter, get};
use data_encoding::HEXLOWER;

use crate::entity_tag;

/// Style, script and picture from this server, and nothing else from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// A route that answers with what `make` gives, which is asked at the first request.
pub fn page<S, F>(kind: &'static str, make: F) -> MethodRouter<S>
where
    S: Clone + Send + Sync + 'static,
    F: FnOnce() -> String + Send + 'static,
{
    let page = Arc::new(LazyLock::new(move || Page::new(kind, make())));
    get(move |headers: HeaderMap| {
        let page = Arc::clone(&page);
        async move { page.answer(&headers) }
    })
}

struct Page {
    kind: &'static str,
    body: Bytes,
    tag: String,
}

impl Page {
    fn new(kind: &'static str, body: String) -> Self {
        let hash = digest::digest(&digest::SHA256, body.as_bytes());
        Self {
            kind,
            tag: format!("\"{}\"", HEXLOWER.encode(&hash.as_ref()[..16])),
            body: body.into(),
        }
    }

    fn answer(&self, request: &HeaderMap) -> Response<Body> {
        let mut response = if entity_tag::is_known(&self.tag, request) {
            let mut empty = Response::new(Body::empty());
            *empty.status_mut() = StatusCode::NOT_MODIFIED;
            empty
        } else {
            Response::new(Body::from(self.body.clone()))
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(ETAG, tag);
        }
        response
    }
}
