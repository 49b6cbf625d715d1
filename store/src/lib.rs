//! Every SQL statement of the product, one text for `SQLite` and PostgreSQL.

pub mod analytics;
pub mod assets;
pub mod audiences;
pub mod automations;
pub mod brands;
pub mod comments;
pub mod connections;
pub mod contacts;
pub mod db;
pub mod delivery;
pub mod departures;
pub mod domains;
pub mod emails;
pub mod fields;
pub mod groups;
pub mod idempotency;
pub mod imports;
pub mod jobs;
pub mod keys;
pub mod mail_domains;
pub mod meta;
pub mod notifications;
pub mod organizations;
pub mod processes;
pub mod returned;
pub mod sends;
mod statement_list;
pub mod tracking;
pub mod triggers;
pub mod usage;
pub mod users;
pub mod uses;
pub mod validations;
mod words;

pub use statement_list::statements;
