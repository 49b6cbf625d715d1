//! One of two is killed and started again, in turn.

use super::{Two, installation};
use crate::kill::sending::evidence;
use crate::support::settings;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_kill_one_of_two_in_turn() {
    let Some(installation) = installation().await else {
        return;
    };
    let (people, kills) = if settings::torture() {
        (50_000, 30)
    } else {
        (4_000, 6)
    };
    let Two {
        rig,
        mut first,
        mut second,
    } = Two::start(installation, people).await;
    rig.misbehave("tarpit=2");
    let send = rig.send(&first).await;
    for kill in 1..=kills {
        rig.until_mailed((people * 9 / 10) * kill / kills).await;
        if kill % 2 == 0 {
            first.kill().await;
            first = rig.installation.serve().await;
        } else {
            second.kill().await;
            second = rig.installation.serve_beside().await;
        }
    }
    rig.misbehave("ok");
    let figures = evidence::of_ended(&rig, &first, &send).await;
    assert!(
        figures.in_doubt <= kills * rig.connections,
        "{} in doubt",
        figures.in_doubt
    );
}
