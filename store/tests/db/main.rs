//! The data layer on both databases: `SQLite` always, PostgreSQL when `POSTRIDER_TEST_POSTGRES` names a
//! server (`scripts/with-postgres` starts one).
#![expect(clippy::unwrap_used, reason = "tests")]
#![expect(
    clippy::disallowed_methods,
    reason = "tests spawn tasks, read the real clock and find their server in the environment"
)]

mod audiences;
mod bulk;
mod client_previews;
mod comments;
mod connections;
mod contacts;
mod deadlocks;
mod email_groups;
mod emails;
mod errors;
mod fields;
mod files;
mod generations;
mod groups;
mod idempotency;
mod imports;
mod insights;
mod keys;
mod limits;
mod mail_domains;
mod measures;
mod migrations;
mod notifications;
mod numbers;
mod people;
mod plans;
mod proxy;
mod removal;
mod reports;
mod settling;
mod shared_connections;
mod statistics;
mod storage;
mod tenants;
mod tokens;
mod transactions;
mod turns;
mod upgrades;
mod usage;
mod validations;
mod values;
mod young_tables;

use postrider_test_support::database as harness;
