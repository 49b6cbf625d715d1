//! Documents of blocks: what is read, what is refused, what it looks like.
#![expect(clippy::unwrap_used, reason = "tests")]

mod cleaning;
mod reading;
mod rendering;

use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_content::rendered::Rendered;
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
    document::read(value, "document").unwrap()
}

fn render(value: &Value) -> Rendered {
    document::render(&read(value), &options())
}

/// The HTML of one block.
fn html_of(block: &Value) -> String {
    render(&blocks(&json!([block]))).html
}
