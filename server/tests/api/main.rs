//! The API over HTTP, and the binary around it. How to write a test: `support`.
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

mod account;
mod audiences;
mod auth;
mod bad_input;
mod brand;
mod contacts;
mod contract;
mod credits;
mod docs;
mod export;
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
mod validation;
