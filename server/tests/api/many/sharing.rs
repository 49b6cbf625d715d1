//! Two processes, one send.

use super::{Two, delivered_by_each, installation};
use crate::kill::sending::evidence;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_share_a_send() {
    let Some(installation) = installation().await else {
        return;
    };
    let two = Two::start(installation, 3_000).await;
    two.rig.misbehave("tarpit=5");
    let send = two.rig.send(&two.first).await;
    let figures = evidence::of_ended(&two.rig, &two.second, &send).await;
    assert_eq!((figures.mailed, figures.in_doubt), (two.rig.people, 0));
    let each = delivered_by_each(&two.rig).await;
    assert!(
        each.len() == 2 && each[0] * 5 >= 3_000,
        "each mails a good part: {each:?}"
    );
}
