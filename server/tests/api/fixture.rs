//! What fails a test at its end, whatever it looked at: dead tasks and undone jobs.

use crate::support::TestServer;

/// A job of a kind that nobody does.
const JOB: &str =
    "INSERT INTO jobs (org, id, brand, kind, subject, due_at, fence, attempts, created_at)
    VALUES (1, 1, 1, 'nobodys', 1, 1, 0, 0, 1)";

#[tokio::test]
async fn a_test_that_leaves_an_undone_job_fails() {
    let server = TestServer::start().await;
    if !server.database.is_sqlite() {
        return; // each test runs there too
    }
    server.sql(JOB).await;
    let end = std::panic::AssertUnwindSafe(move || drop(server));
    let failed = std::panic::catch_unwind(end).unwrap_err();
    let said = failed.downcast_ref::<String>().unwrap();
    assert!(
        said.contains("jobs are left undone: [\"nobodys\"]"),
        "{said}"
    );
}

#[tokio::test]
async fn a_test_may_say_why_it_leaves_a_job() {
    let server = TestServer::start().await;
    server.sql(JOB).await;
    server.leaves_jobs("this is what is tested");
}

#[tokio::test]
#[should_panic(expected = "tasks of the server have died: [\"short\"]")]
async fn a_test_in_which_a_task_of_the_server_dies_fails() {
    let mut server = TestServer::start().await;
    let tasks = server.tasks();
    tasks.spawn("short", std::future::ready(()));
    while tasks.dead().is_empty() {
        tokio::task::yield_now().await;
    }
    server.stop().await;
}
