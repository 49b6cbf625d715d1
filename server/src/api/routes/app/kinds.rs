//! The kinds of rows that the app alone calls.

use axum::http::Method;
use postrider_domain::accounts::role::Permission;
use postrider_domain::contract::policy::Policy;

use crate::api::callers::Callers;
use crate::api::row::{Row, Tenant};

/// Rows for people alone, about themselves. What they answer may hold a secret, so nothing of it is kept for a request that
/// comes again.
pub fn own(name: &'static str, method: Method, path: &'static str, summary: &'static str) -> Row {
    let row = Row::new(name, method, path, Policy::Session).summary(summary);
    row.callers(Callers::Person)
        .tenant(Tenant::Person)
        .without_idempotency()
}

/// Also for whoever is not signed in.
pub fn anybody(
    name: &'static str,
    method: Method,
    path: &'static str,
    summary: &'static str,
) -> Row {
    own(name, method, path, summary).callers(Callers::Anybody)
}

/// Rows about the organization that the session looks at, for those who run it.
pub fn admin(name: &'static str, method: Method, path: &'static str, summary: &'static str) -> Row {
    let row = Row::new(name, method, path, Policy::Session).summary(summary);
    row.callers(Callers::Person)
        .tenant(Tenant::Organization)
        .permission(Permission::Administer)
}

/// Rows about a brand.
pub fn of_brand(
    name: &'static str,
    method: Method,
    path: &'static str,
    summary: &'static str,
) -> Row {
    let row = Row::new(name, method, path, Policy::Session).summary(summary);
    row.callers(Callers::Person)
}
