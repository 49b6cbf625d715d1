//! Background work on both databases: `SQLite` always, PostgreSQL when `POSTRIDER_TEST_POSTGRES` names a
//! server.
#![expect(clippy::unwrap_used, reason = "tests")]
#![expect(
    clippy::disallowed_methods,
    reason = "tests spawn tasks, read the real clock and find their server in the environment"
)]

mod accounts;
#[expect(dead_code, reason = "the data layer's own tests use more of it")]
#[path = "../../../store/tests/db/harness.rs"]
mod harness;
mod jobs;
mod lives;
mod worker;
