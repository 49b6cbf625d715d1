//! Background work on both databases: `SQLite` always, PostgreSQL when `POSTRIDER_TEST_POSTGRES` names a
//! server.
#![expect(clippy::unwrap_used, reason = "tests")]
#![expect(
    clippy::disallowed_methods,
    reason = "tests spawn tasks, read the real clock and find their server in the environment"
)]

mod accounts;
mod job_turns;
mod jobs;
mod lives;
mod models;
mod worker;

use postrider_test_support::database as harness;
