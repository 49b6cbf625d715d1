//! The way from a connection into the pipeline: there is one, and the table says the rest.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};

use crate::api::pipeline;
use crate::api::table::RouteTable;
use crate::app::App;

#[derive(Clone)]
struct Site {
    app: App,
    routes: Arc<RouteTable>,
}

pub fn router(app: App, routes: Arc<RouteTable>) -> Router {
    Router::new()
        .fallback(async |State(site): State<Site>, request: Request| {
            pipeline::handle(site.app, &site.routes, request).await
        })
        .with_state(Site { app, routes })
}
