//! A page that is made once and then only sent, or not even that: browsers ask with the tag they have.

use std::sync::{Arc, OnceLock};

use aws_lc_rs::digest;
use axum::body::{Body, Bytes};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, REFERRER_POLICY,
};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use data_encoding::HEXLOWER;

use crate::api::handler::Visit;
use crate::api::row::Row;
use crate::app::App;
use crate::config::process_role::ProcessRole;
use crate::pages::entity_tag;

/// Style, script and picture from this server, and nothing else from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// A row whose answer `make` gives, which is asked at the first request.
pub fn page<F>(name: &'static str, path: &'static str, kind: &'static str, make: F) -> Row
where
    F: Fn(&App) -> String + Send + Sync + 'static,
{
    let (once, make) = (Arc::new(OnceLock::new()), Arc::new(make));
    Row::page(
        name,
        Method::GET,
        path,
        Some(ProcessRole::Api),
        move |visit: Visit| {
            let (once, make) = (Arc::clone(&once), Arc::clone(&make));
            async move {
                let page: &Page = once.get_or_init(|| Page::new(kind, make(visit.app())));
                page.answer(visit.headers())
            }
        },
    )
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
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(ETAG, tag);
        }
        response
    }
}
