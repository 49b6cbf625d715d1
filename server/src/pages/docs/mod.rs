//! Pages that the server renders about itself, from the table that serves the API: complete without
//! scripts, and with nothing from elsewhere.

pub mod entry;
mod errors;
mod example;
mod fields;
mod groups;
mod html;
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

use postrider_domain::contract::paths;
use postrider_domain::palette;

use crate::api::openapi::{self, WrittenFor};
use crate::api::row::{JSON, Row};
use crate::app::App;
use crate::style::{MARK, escape};
use html::Frame;
use page::page;
use reference::Reference;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Each page is made when somebody first asks for it.
pub fn rows(contract: &[Row]) -> Vec<Row> {
    let contract: Arc<[Row]> = contract.into();
    let described = Arc::clone(&contract);
    vec![
        page("pages.docs", paths::DOCS, HTML, move |app| {
            index(app, &contract)
        }),
        page("pages.errors", paths::DOCS_ERRORS, HTML, |_| {
            errors::errors()
        }),
        page("pages.docsStyle", paths::DOCS_STYLE, CSS, |_| style()),
        page("pages.docsScript", paths::DOCS_SCRIPT, SCRIPT, |_| script()),
        page("pages.docsIcon", paths::DOCS_ICON, SVG, |_| MARK.to_owned()),
        page("pages.openapi", paths::OPENAPI, JSON, move |app| {
            openapi::document(
                described.iter(),
                WrittenFor::Program,
                &app.config.public_url,
            )
            .to_string()
        }),
    ]
}

fn style() -> String {
    palette::variables() + &palette::painted(include_str!("assets/reference.css"))
}

fn script() -> String {
    include_str!("assets/reference.js").to_owned()
}

/// Every route on one page.
fn index(app: &App, contract: &[Row]) -> String {
    let reference = Reference::of(contract, |policy| app.limiter.limit(policy));
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
