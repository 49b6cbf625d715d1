//! What a request says, apart from its body.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, Method};

use postrider_store::db::Db;

use crate::app::App;

/// What the routes of the contract begin with.
const API: &str = "/v1/";
/// What links to files begin with; the brand comes next.
pub const DOWNLOADS: &str = "/app/api/downloads/";

/// Shared: the steps of a request may run inside a transaction, on another thread.
pub struct Facts {
    pub app: App,
    /// The database, with what this request asks of it counted by itself.
    pub db: Db,
    pub method: Method,
    pub headers: HeaderMap,
    pub path: String,
    pub query: Option<String>,
    /// The other end of the connection, which may be a proxy.
    pub peer: Option<SocketAddr>,
    /// From where the caller calls, as far as those who are trusted say.
    pub address: Option<IpAddr>,
    /// Whether it was asked at the host where nothing but content is served.
    pub on_content_host: bool,
    pub request_id: String,
    pub now: i64,
}

impl Facts {
    /// The brand that the caller names. What is not text names none that exists. A link that a browser follows sends no
    /// header: it has the brand in its path.
    pub fn named_brand(&self) -> Option<&str> {
        if let Some(linked) = self.path.strip_prefix(DOWNLOADS) {
            return linked.split('/').next();
        }
        self.headers
            .get("x-brand-id")
            .map(|value| value.to_str().unwrap_or_default())
    }

    /// Whether a person's browser has opened the address, for whom JSON is no answer. Whoever opens a route of the API looks at
    /// that very answer; and what stands on the host of content leads to no page of ours.
    pub fn is_visit(&self) -> bool {
        let accept = self
            .headers
            .get(ACCEPT)
            .and_then(|value| value.to_str().ok());
        self.method == Method::GET
            && !self.on_content_host
            && !self.path.starts_with(API)
            && accept.is_some_and(|accept| accept.contains("text/html"))
    }

    /// Path and query, as an idempotency key is bound to them.
    pub fn target(&self) -> String {
        match &self.query {
            Some(query) => format!("{} {}?{query}", self.method, self.path),
            None => format!("{} {}", self.method, self.path),
        }
    }
}
