//! Runs as callers see them, and tests of automations.

mod cancel;
mod list;
mod read;
mod refusals;
pub mod test_run;
mod test_run_faults;
mod test_run_limits;

use serde_json::Value;

use crate::support::{Answer, Caller};

pub const PATH: &str = "/v1/automations/runs";

async fn list(brand: &Caller, query: &str) -> Answer {
    brand.get(&format!("{PATH}?{query}")).await.expect(200)
}

fn ids(page: &Answer) -> Vec<String> {
    let rows = page["data"].as_array().unwrap().iter();
    rows.map(|row| row["automationRunId"].as_str().unwrap().to_owned())
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
