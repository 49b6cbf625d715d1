//! The API over HTTP, and the binary around it. How to write a test: `support`.
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

mod idempotency;
mod kill;
mod routes;
mod contacts;
mod search;
