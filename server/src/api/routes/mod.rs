//! The whole surface: every route of the contract is a row here, built or not, in the order of its
//! parts. Each noun's rows stand in one list below.

mod automations;
mod contacts;
mod content;
mod emails;
mod meta;
mod receivers;
mod runs;
mod sends;
mod triggers;

use axum::http::Method;
use postrider_domain::contract::policy::Policy;

use super::row::Row;

fn get(name: &'static str, path: &'static str, policy: Policy, summary: &'static str) -> Row {
    Row::new(name, Method::GET, path, policy).summary(summary)
}

fn post(name: &'static str, path: &'static str, policy: Policy, summary: &'static str) -> Row {
    Row::new(name, Method::POST, path, policy).summary(summary)
}

fn patch(name: &'static str, path: &'static str, policy: Policy, summary: &'static str) -> Row {
    Row::new(name, Method::PATCH, path, policy).summary(summary)
}

fn delete(name: &'static str, path: &'static str, policy: Policy, summary: &'static str) -> Row {
    Row::new(name, Method::DELETE, path, policy).summary(summary)
}

pub use receivers::rows as receivers;

/// The rows of the contract.
pub fn contract() -> Vec<Row> {
    [
        contacts::rows(),
        emails::rows(),
        sends::rows(),
        automations::rows(),
        runs::rows(),
        triggers::rows(),
        content::rows(),
        meta::rows(),
    ]
    .concat()
}
