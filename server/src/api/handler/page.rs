//! A page beside the API: it reads what it likes of the request and writes the whole answer.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Response};

use crate::api::cx::{PathParams, path_param};
use crate::api::facts::Facts;
use crate::app::App;

pub type PageHandler =
    Arc<dyn Fn(Visit) -> Pin<Box<dyn Future<Output = Response<Body>> + Send>> + Send + Sync>;

/// A request for a page.
pub struct Visit {
    facts: Arc<Facts>,
    params: PathParams,
    body: Body,
}

impl Visit {
    pub fn new(facts: Arc<Facts>, params: PathParams, body: Body) -> Self {
        Self {
            facts,
            params,
            body,
        }
    }

    pub fn app(&self) -> &App {
        &self.facts.app
    }

    pub fn method(&self) -> &Method {
        &self.facts.method
    }

    pub fn headers(&self) -> &HeaderMap {
        &self.facts.headers
    }

    pub fn peer(&self) -> Option<SocketAddr> {
        self.facts.peer
    }

    /// A part of the path; what is no text is no name of ours.
    pub fn path(&self, name: &str) -> &str {
        path_param(&self.params, name)
    }

    pub fn take_body(&mut self) -> Body {
        std::mem::take(&mut self.body)
    }
}

pub fn page<F, Fut>(handler: F) -> PageHandler
where
    F: Fn(Visit) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Response<Body>> + Send + 'static,
{
    Arc::new(move |visit| Box::pin(handler(visit)))
}
