//! The API over HTTP, and the binary around it. How to write a test: `support`.
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

mod account;
mod analytics;
mod assets;
mod audiences;
mod auth;
mod backup;
mod bad_input;
mod brand;
mod comments;
mod contacts;
mod contract;
mod credits;
mod delivery;
mod docs;
mod doctor;
mod domains;
mod emails;
mod export;
mod fields;
mod groups;
mod idempotency;
mod import;
mod inbound;
mod inbox;
mod input;
mod isolation;
mod jsx;
mod kill;
mod limits;
mod many;
mod notifications;
mod older;
mod operations;
mod postfix;
mod rehearsal;
mod routes;
mod search;
mod sends;
mod sink;
mod track;
mod transactional;
mod validation;
mod walking;
