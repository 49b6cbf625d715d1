//! What a request says, apart from its body.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Method};

use postrider_store::db::Db;

use crate::app::App;

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

    /// Path and query, as an idempotency key is bound to them.
    pub fn target(&self) -> String {
        match &self.query {
            Some(query) => format!("{} {}?{query}", self.method, self.path),
            None => format!("{} {}", self.method, self.path),
        }
    }
}
