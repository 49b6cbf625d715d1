//! The dashboard: what `web/` was built to, inside the binary. Whatever address below it is opened, the same page comes and finds
//! its screen itself.

mod encoding;
mod missing;
mod shelf;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, LOCATION,
    REFERRER_POLICY, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use postrider_domain::contract::paths;

use crate::api::handler::Visit;
use crate::api::plain::text;
use crate::api::row::Row;
use crate::config::process_role::ProcessRole;
use crate::pages::entity_tag;
use shelf::{BuiltFile, Shelf};

const PAGE: &str = "index.html";
/// Names with the hash of what they hold: another content has another name.
const HASHED: &str = "assets/";
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Kept, and asked for each time by its tag: a new version of the service is seen at the next visit.
const ASKED_FOR: &str = "no-cache";

/// Scripts and calls of this server alone. Styles may stand in the page, because the libraries that place menus write them there.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; \
     font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

pub fn rows() -> Vec<Row> {
    let role = Some(ProcessRole::Api);
    vec![
        Row::page("pages.home", Method::GET, paths::HOME, role, lead),
        Row::page("pages.appStart", Method::GET, paths::APP, role, lead),
        Row::page("pages.app", Method::GET, paths::APP_HOME, role, open),
        Row::page("pages.appScreen", Method::GET, paths::APP_BELOW, role, open),
    ]
}

/// The way to the dashboard, which is not at the root: older routes of the API are there.
async fn lead(_: Visit) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    let headers = response.headers_mut();
    headers.insert(LOCATION, HeaderValue::from_static(paths::APP_HOME));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(ASKED_FOR));
    response
}

async fn open(visit: Visit) -> Response<Body> {
    let name = visit.path("path");
    answer(shelf::built, name, visit.headers()).unwrap_or_else(missing::page)
}

/// A file by its name, or the page for every other address; nothing where there is no page.
fn answer(shelf: Shelf, name: &str, request: &HeaderMap) -> Option<Response<Body>> {
    if name.starts_with(HASHED) {
        let file = find(shelf, name, request);
        return Some(file.map_or_else(not_found, |file| send(name, file, FOREVER, request)));
    }
    let (name, file) = match find(shelf, name, request) {
        Some(file) => (name, file),
        None => (PAGE, find(shelf, PAGE, request)?),
    };
    Some(send(name, file, ASKED_FOR, request))
}

/// In the smallest form that the browser reads. One that reads none of them gets the one that all have read for decades.
fn find(shelf: Shelf, name: &str, request: &HeaderMap) -> Option<FoundFile> {
    let compressed = |coding: &'static str, ending: &str| {
        let file = shelf(&format!("{name}{ending}"))?;
        Some(FoundFile {
            file,
            coding: Some(coding),
        })
    };
    let br = || compressed("br", ".br");
    let gzip = || compressed("gzip", ".gz");
    let plain = || {
        Some(FoundFile {
            file: shelf(name)?,
            coding: None,
        })
    };
    let wanted = encoding::accepted(request);
    let best = wanted.br.then(br).flatten();
    best.or_else(|| wanted.gzip.then(gzip).flatten())
        .or_else(plain)
        .or_else(gzip)
}

struct FoundFile {
    file: BuiltFile,
    coding: Option<&'static str>,
}

fn send(name: &str, found: FoundFile, kept: &'static str, request: &HeaderMap) -> Response<Body> {
    let mut response = if entity_tag::is_known(&found.file.tag, request) {
        let mut empty = Response::new(Body::empty());
        *empty.status_mut() = StatusCode::NOT_MODIFIED;
        empty
    } else {
        Response::new(Body::from(found.file.bytes))
    };
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static(content_type(name));
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    let alone = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(alone, HeaderValue::from_static("same-origin"));
    if let Some(coding) = found.coding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    if let Ok(tag) = HeaderValue::from_str(&found.file.tag) {
        headers.insert(ETAG, tag);
    }
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

fn not_found() -> Response<Body> {
    text(StatusCode::NOT_FOUND, "there is no such file\n")
}

#[cfg(test)]
mod tests;
