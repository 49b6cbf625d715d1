//! What is shown where the dashboard would be, in a binary that was built without it.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, Response, StatusCode};

use crate::pages::docs::html::{Frame, escape};

/// Style, script and picture from this server, and nothing else from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub fn page(public_url: &str) -> Response<Body> {
    let main = format!(
        "<article class=\"prose\"><h1>Postrider is running</h1>\
         <p>This binary serves the API and was built without the dashboard. <code>make run</code> builds it where Node is \
         installed, 20.19 or newer.</p>\
         <ul><li><a href=\"/docs\">API reference</a></li><li><a href=\"/docs/errors\">Error codes</a></li>\
         <li><a href=\"/openapi.json\">OpenAPI document</a></li></ul>\
         <pre class=\"code\" tabindex=\"0\">curl \"{url}/v1/brand\" \\\n  -H \"Authorization: Bearer $POSTRIDER_KEY\"</pre>\
         </article>",
        url = escape(public_url),
    );
    let frame = Frame {
        title: "Postrider",
        side: "",
        main: &main,
    };
    let mut response = Response::new(Body::from(frame.page()));
    *response.status_mut() = StatusCode::NOT_FOUND;
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}
