//! A mail as its recipient got it, in the browser.

use axum::body::Body;
use axum::http::{HeaderValue, Response};
use postrider_domain::sending::tracking::{Purpose, Token};

use super::page::{self, Language};
use super::token::read_token;
use crate::api::handler::Visit;
use crate::style::html;

/// What a brand wrote: it may show, and lead away, and do nothing else.
const POLICY: &str = "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; font-src https: data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

pub(super) async fn page(visit: Visit) -> Response<Body> {
    let (app, language) = (visit.app(), Language::of_request(visit.headers()));
    let read = read_token(app, visit.path("token"), |purpose| purpose == Purpose::View);
    let Some(read) = read else {
        return page::missing(language);
    };
    let Token {
        brand,
        send,
        ordinal,
        ..
    } = read.token;
    match app.mailer.view(brand, send, ordinal).await {
        Ok(Some(page)) => html(page, HeaderValue::from_static(POLICY)),
        Ok(None) => page::missing(language),
        Err(error) => {
            tracing::warn!(error = %error, "a mail could not be shown in the browser");
            page::failed(language)
        }
    }
}
