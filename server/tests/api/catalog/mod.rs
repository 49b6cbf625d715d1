//! Templates and flows: there for everybody, and how they become a brand's own.

mod flows;
mod meaning;
mod templates;
mod used_flows;
mod used_templates;
mod walked;

use std::collections::HashMap;

use crate::support::{Answer, Caller};

const TEMPLATES: &str = "/v1/templates";
const FLOWS: &str = "/v1/flows";

/// What the list calls them.
fn titles(page: &Answer) -> Vec<&str> {
    let rows = page["data"].as_array().unwrap();
    rows.iter()
        .map(|row| row["title"].as_str().unwrap())
        .collect()
}

/// The ids of all templates by their titles.
async fn template_ids(caller: &Caller) -> HashMap<String, String> {
    let page = caller.get(TEMPLATES).await.expect(200);
    let rows = page["data"].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let ids: HashMap<String, String> = rows
        .map(|row| (text(&row["title"]), text(&row["emailId"])))
        .collect();
    assert_eq!(ids.len(), 76);
    ids
}
