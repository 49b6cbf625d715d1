//! SIGTERM in the middle of a send: what is under way is finished, and the rest goes on after the next start.

use super::evidence;
use super::{Plan, Rig, stop};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_leaves_nothing_in_doubt() {
    let (rig, mut server) = Rig::new(Plan {
        people: 1_500,
        connections: 8,
        dkim: "relay",
    })
    .await;
    // Slow enough for transactions to be open whenever the signal comes.
    rig.misbehave("tarpit=5");
    let send = rig.send(&server).await;
    for part in 1..=3 {
        rig.until_mailed(part * 300).await;
        stop(server).await;
        let out = rig.mailed();
        assert!(out < rig.people, "the stop came too late");
        let open = rig.number("SELECT count(*) FROM claims").await;
        assert_eq!(open, 0, "claims are left");
        let settled = rig
            .number("SELECT CAST(sum(delivered) AS BIGINT) FROM tallies")
            .await;
        assert_eq!(usize::try_from(settled).unwrap(), out);
        server = rig.installation.serve().await;
    }
    rig.misbehave("ok");
    let figures = evidence::of_ended(&rig, &server, &send).await;
    assert_eq!((figures.in_doubt, figures.mailed), (0, rig.people));
}
