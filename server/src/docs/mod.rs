//! Pages that the server renders about itself, from the table that serves the API: complete without
//! scripts, and with nothing from elsewhere.

pub mod entry;
mod errors;
mod example;
mod fields;
mod groups;
pub(crate) mod html;
mod json;
mod navigation;
mod operation;
mod page;
mod reader;
mod schema;
mod tables;
mod words;

pub mod reference;
pub mod request;

use std::sync::Arc;

use axum::Router;

use crate::api::openapi;
use crate::api::table::RouteTable;
use crate::app::App;
use html::{Frame, escape};
use page::page;
use reference::Reference;

const HTML: &str = "text/html; charset=utf-8";

/// Each page is made when somebody first asks for it.
pub fn router<S: Clone + Send + Sync + 'static>(app: &App, routes: &Arc<RouteTable>) -> Router<S> {
    let (home_app, index_app, document_app) = (app.clone(), app.clone(), app.clone());
    let (index_routes, document_routes) = (Arc::clone(routes), Arc::clone(routes));
    Router::new()
        .route("/", page(HTML, move || home(&home_app.config.public_url)))
        .route(
            "/docs",
            page(HTML, move || index(&index_app, &index_routes)),
        )
        .route("/docs/errors", page(HTML, errors::errors))
        .route(
            "/docs/reference.css",
            page("text/css; charset=utf-8", style),
        )
        .route(
            "/docs/reference.js",
            page("text/javascript; charset=utf-8", script),
        )
        .route("/docs/icon.svg", page("image/svg+xml", icon))
        .route(
            "/openapi.json",
            page("application/json", move || {
                let url = &document_app.config.public_url;
                openapi::document(document_routes.rows(), url).to_string()
            }),
        )
}

fn style() -> String {
    include_str!("assets/reference.css").to_owned()
}

fn script() -> String {
    include_str!("assets/reference.js").to_owned()
}

fn icon() -> String {
    include_str!("assets/icon.svg").to_owned()
}

/// Every route on one page.
fn index(app: &App, routes: &RouteTable) -> String {
    let reference = Reference::of(routes, |policy| app.limiter.limit(policy));
    let url = app.config.public_url.as_str();
    let (all, available) = (
        reference.operations().count(),
        reference.operations().filter(|one| one.available).count(),
    );
    let introduction = include_str!("assets/introduction.html")
        .replace("{url}", &escape(url))
        .replace("{all}", &all.to_string())
        .replace("{available}", &available.to_string())
        .replace("{common}", &operation::error_links(&openapi::PIPELINE));
    let groups: String = reference
        .groups
        .iter()
        .map(|group| operation::group(group, url))
        .collect();
    Frame {
        title: "API reference",
        side: &navigation::side(&reference),
        main: &format!("{introduction}{groups}"),
    }
    .page()
}

/// What a browser sees at `/` while there is no dashboard in the binary.
fn home(public_url: &str) -> String {
    let main = format!(
        "<article class=\"prose\"><h1>Postrider is running</h1>\
         <p>This binary serves the API and was built without the dashboard.</p>\
         <ul><li><a href=\"/docs\">API reference</a></li><li><a href=\"/docs/errors\">Error codes</a></li>\
         <li><a href=\"/openapi.json\">OpenAPI document</a></li></ul>\
         <pre class=\"code\" tabindex=\"0\">curl \"{url}/v1/brand\" \\\n  -H \"Authorization: Bearer $POSTRIDER_KEY\"</pre>\
         </article>",
        url = escape(public_url),
    );
    Frame {
        title: "Postrider",
        side: "",
        main: &main,
    }
    .page()
}
