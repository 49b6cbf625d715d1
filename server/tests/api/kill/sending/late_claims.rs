//! A database may finish the commit of a process that is dead already, after its next life has looked.

use super::evidence;
use super::{Plan, Rig};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_dead_process_took_without_knowing_is_given_back() {
    let (rig, server) = Rig::new(Plan {
        people: 400,
        connections: 4,
        dkim: "relay",
    })
    .await;
    rig.misbehave("tarpit=5");
    let send = rig.send(&server).await;
    rig.until_mailed(50).await;
    rig.control(&server, &send, "pause").await;
    rig.until_settled().await;
    let database = &rig.installation.database;
    // As the commit would have: somebody is taken, and nobody mails them.
    let late = "
        INSERT INTO claims (owner, id, org, brand, send, ordinals, expires_at)
        SELECT p.id, 1, h.org, h.brand, h.send,
            '[' || h.next_ordinal || ',' || (h.next_ordinal + 1) || ']', 0
        FROM heads AS h CROSS JOIN processes AS p";
    database.sql(late).await;
    let passed = "UPDATE heads SET next_ordinal = next_ordinal + 2";
    database.sql(passed).await;
    rig.misbehave("ok");
    rig.control(&server, &send, "resume").await;
    let figures = evidence::of_ended(&rig, &server, &send).await;
    assert_eq!((figures.mailed, figures.in_doubt), (rig.people, 0));
}
