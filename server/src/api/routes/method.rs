//! Rows by the method they answer to.

use axum::http::Method;
use postrider_domain::contract::policy::Policy;

use crate::api::row::Row;

pub(super) fn get(
    name: &'static str,
    path: &'static str,
    policy: Policy,
    summary: &'static str,
) -> Row {
    Row::new(name, Method::GET, path, policy).summary(summary)
}

pub(super) fn post(
    name: &'static str,
    path: &'static str,
    policy: Policy,
    summary: &'static str,
) -> Row {
    Row::new(name, Method::POST, path, policy).summary(summary)
}

pub(super) fn patch(
    name: &'static str,
    path: &'static str,
    policy: Policy,
    summary: &'static str,
) -> Row {
    Row::new(name, Method::PATCH, path, policy).summary(summary)
}

pub(super) fn delete(
    name: &'static str,
    path: &'static str,
    policy: Policy,
    summary: &'static str,
) -> Row {
    Row::new(name, Method::DELETE, path, policy).summary(summary)
}
