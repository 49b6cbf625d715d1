//! The API over HTTP, and the binary around it. How to write a test: `support`.
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

mod idempotency;
mod kill;
mod routes;
mod contacts;
mod search;
mod account;
mod audiences;
mod bad_input;
mod brand;
mod fields;
mod import;
mod isolation;
mod older;
mod auth;
mod credits;
mod input;
mod limits;
mod operations;
