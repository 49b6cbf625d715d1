//! The whole surface: every route of the contract is a row here, built or not, in the order of its
//! parts. Each noun's rows stand in one list below.

mod automations;
mod contacts;
mod content;
mod emails;
mod meta;
mod runs;
mod sends;
mod triggers;

use axum::http::Method;
use postrider_domain::policy::Policy;

use super::row::Row;

fn get(path: &'static str, policy: Policy, summary: &'static str) -> Row {
    Row::new(Method::GET, path, policy, summary)
}

fn post(path: &'static str, policy: Policy, summary: &'static str) -> Row {
    Row::new(Method::POST, path, policy, summary)
}

fn patch(path: &'static str, policy: Policy, summary: &'static str) -> Row {
    Row::new(Method::PATCH, path, policy, summary)
}

fn delete(path: &'static str, policy: Policy, summary: &'static str) -> Row {
    Row::new(Method::DELETE, path, policy, summary)
}

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
