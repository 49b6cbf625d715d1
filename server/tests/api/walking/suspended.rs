//! Runs of a suspended organization hold, whatever time passes, and go on when it is resumed.

use serde_json::json;

use super::{ADA, DAY, Walk, line, steps, wait};
use crate::support::{Loop, Measures};

#[tokio::test]
async fn a_run_that_is_due_waits_for_its_organization() {
    let measures = Measures::begin();
    let walk = Walk::begin().await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("again", "automation").await,
    ];
    walk.publish(nodes, line(&["pause", "again"])).await;
    let run = walk.fire(json!({ "email": ADA })).await;
    walk.at(&run, "pause").await;
    walk.brand.org.suspend().await;
    walk.server.clock.advance(3 * DAY);
    measures.whole_round(&walk.server, Loop::Automations).await;
    let waiting = "SELECT count(*) FROM runs WHERE status = 'running' AND completed_at IS NULL";
    assert_eq!(walk.server.number(waiting).await, 1);
    assert_eq!(walk.server.number("SELECT count(*) FROM timers").await, 1);
    walk.brand.org.resume().await;
    let ended = walk.ended(&run).await;
    assert_eq!(ended["status"], "completed");
    assert_eq!(
        steps(&ended),
        ["start completed", "pause completed", "again completed"]
    );
    walk.mails(&run, 1).await;
}
