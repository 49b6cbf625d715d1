//! The public API: the only part that knows HTTP and the API's field names.

pub mod callers;
pub mod cx;
mod facts;
pub mod failure;
pub mod handler;
pub mod input;
pub mod openapi;
pub mod page;
pub mod pipeline;
pub mod plain;
pub mod reply;
pub mod routes;
pub mod row;
pub mod table;

mod account;
mod analytics;
mod audience_runs;
mod audiences;
mod automations;
mod brand;
mod claim;
mod comments;
mod contacts;
mod domains;
mod emails;
mod fields;
mod groups;
mod help;
mod integrations;
mod notifications;
mod profile;
mod runs;
mod sends;
mod sessions;
mod triggers;
