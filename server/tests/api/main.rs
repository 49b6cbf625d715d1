//! The API over HTTP, and the binary around it. How to write a test: `support`.
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

mod account;
mod audiences;
mod auth;
mod bad_input;
mod brand;
mod contacts;
mod credits;
mod fields;
mod idempotency;
mod import;
mod input;
mod isolation;
mod kill;
mod limits;
mod older;
mod operations;
mod routes;
mod search;
