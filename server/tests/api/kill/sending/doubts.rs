//! A receiver that hangs up after the dot may have the mail or not.

use super::evidence;
use super::{Plan, Rig};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whom_the_receiver_left_without_an_answer_is_in_doubt_and_not_mailed_again() {
    let (rig, server) = Rig::new(Plan {
        people: 500,
        connections: 8,
        dkim: "sign",
    })
    .await;
    rig.misbehave("drop-at-dot=10%,permfail=5%");
    let send = rig.send(&server).await;
    rig.until_mailed(200).await;
    server.kill().await;
    let server = rig.installation.serve().await;
    let figures = evidence::of_ended(&rig, &server, &send).await;
    let report = rig.sink.report();
    assert!(report.dropped > 0 && figures.bounced > 0);
    let dropped = usize::try_from(report.dropped).unwrap();
    assert!(
        figures.in_doubt >= dropped,
        "{} of {dropped}",
        figures.in_doubt
    );
    assert!(figures.in_doubt <= dropped + rig.connections);
    assert_eq!(report.headers.without_signature, 0, "all are signed");
}
