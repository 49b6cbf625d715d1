//! The way from a connection into the pipeline: there is one, and the table says the rest.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response};

use crate::api::pipeline;
use crate::api::table::RouteTable;
use crate::app::App;

/// What is served. Cheap to clone.
#[derive(Clone)]
pub struct Site {
    app: App,
    routes: Arc<RouteTable>,
}

impl Site {
    pub fn new(app: App, routes: Arc<RouteTable>) -> Self {
        Self { app, routes }
    }

    pub fn answer(
        &self,
        request: Request<Body>,
    ) -> impl Future<Output = Response<Body>> + Send + use<> {
        pipeline::handle(self.app.clone(), Arc::clone(&self.routes), request)
    }
}
