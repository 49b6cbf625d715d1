//! Counted links: on to where they lead.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use axum::http::{HeaderValue, Response, StatusCode};
use postrider_domain::sending::tracking::{Purpose, Read, Token};
use postrider_engine::tracking::{Links, Seen, What};
use url::Url;

use super::evidence::machine_reason;
use super::page::{self, Language};
use super::token::read_token;
use crate::api::handler::Visit;
use crate::app::App;

pub(super) async fn redirect(visit: Visit) -> Response<Body> {
    let (app, headers) = (visit.app(), visit.headers());
    let language = || Language::of_request(headers);
    let read = read_token(app, visit.path("token"), |purpose| {
        matches!(purpose, Purpose::Click { .. } | Purpose::SealedClick)
    });
    let Some(read) = read else {
        return page::missing(language());
    };
    let found = match find(app, &read).await {
        Ok(Some(found)) => found,
        Ok(None) => return page::missing(language()),
        Err(error) => {
            tracing::warn!(error = %error, "where a link leads could not be read");
            return page::failed(language());
        }
    };
    let Ok(location) = HeaderValue::from_str(&found.target) else {
        return page::missing(language());
    };
    let seen = Seen {
        recipient: read.token.into(),
        what: What::Click {
            link: found.link,
            url: found.shown,
        },
        at: app.clock.now(),
        machine: machine_reason(visit.method(), headers),
    };
    app.tracker.record(seen).await;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    let headers = response.headers_mut();
    headers.insert(LOCATION, location);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}

struct Found {
    target: Arc<str>,
    /// What the event says: of a target that is one recipient's own, the origin alone. The rest may be personal.
    shown: Arc<str>,
    link: u64,
}

async fn find(app: &App, read: &Read) -> Result<Option<Found>, Arc<postrider_store::db::DbError>> {
    let Token { brand, send, .. } = read.token;
    if let Purpose::Click { link } = read.token.purpose {
        let target = app.links.target(brand, send, link).await?;
        return Ok(target.map(|target| Found {
            shown: Arc::clone(&target),
            target,
            link: link.into(),
        }));
    }
    let target = read.target.as_deref().and_then(Links::web);
    Ok(target.map(|target| {
        let mut hasher = DefaultHasher::new();
        target.hash(&mut hasher);
        let origin = Url::parse(&target).map(|url| url.origin().ascii_serialization());
        Found {
            shown: origin.unwrap_or_default().into(),
            link: hasher.finish(),
            target,
        }
    }))
}
