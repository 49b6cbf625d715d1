//! Documents of blocks: what is read, what is refused, what it looks like.
#![expect(clippy::unwrap_used, reason = "tests")]

mod cleaning;
mod facts;
mod reading;
mod rendering;

use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_content::html::Rules;
use postrider_content::rendered::Rendered;
use postrider_content::report::AssetReport;
use postrider_domain::contract::problem::Problem;
use serde_json::{Value, json};

fn options() -> RenderOptions {
    RenderOptions {
        footer: Footer::WhereMissing,
        icons: "https://mail.example/icons".to_owned(),
    }
}

fn newsletter() -> Value {
    serde_json::from_str(include_str!("../../documents/newsletter.json")).unwrap()
}

fn blocks(blocks: &Value) -> Value {
    json!({ "schema": 1, "kind": "blocks", "blocks": blocks })
}

fn read(value: &Value) -> Document {
    try_read(value).unwrap()
}

fn try_read(value: &Value) -> Result<Document, Problem> {
    let rules = Rules {
        own: vec!["http://localhost:8080".to_owned()],
        ..Rules::default()
    };
    document::read(value, "document", &rules, &mut AssetReport::default())
}

fn render(value: &Value) -> Rendered {
    document::render(&read(value), &options())
}

/// The HTML of one block.
fn html_of(block: &Value) -> String {
    render(&blocks(&json!([block]))).html
}
