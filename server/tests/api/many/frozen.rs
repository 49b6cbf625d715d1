//! One of two stands still for longer than it is waited for, and goes on.

use super::{Two, installation, until_both_mail};
use crate::kill::sending::{evidence, patiently};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_a_process_that_stood_still_mails_nothing_that_is_no_longer_its_own() {
    let Some(installation) = installation().await else {
        return;
    };
    let installation = installation.set("POSTRIDER_TAKEOVER_AFTER", "6");
    let Two { rig, first, second } = Two::start(installation, 2_000).await;
    // Slow enough for the second to have mails ready that it has not begun.
    rig.misbehave("tarpit=20");
    let send = rig.send(&first).await;
    until_both_mail(&rig, 400).await;
    second.freeze().await;
    let ended = evidence::of_ended(&rig, &first, &send).await;
    assert!(
        (1..=2 * rig.connections).contains(&ended.in_doubt),
        "{} in doubt",
        ended.in_doubt
    );
    second.thaw().await;
    patiently("it has heard what became of its claims", async || {
        let left = rig.number("SELECT count(*) FROM claims").await;
        (left == 0).then_some(())
    })
    .await;
    let report = rig.sink.report();
    assert_eq!(report.duplicates, 0);
    // Those whose dots were leaving when it stopped; the others of its window were not begun.
    assert!(
        rig.mailed() - ended.mailed <= rig.connections,
        "{} mails came late",
        rig.mailed() - ended.mailed
    );
    let shown = rig.read(&second, &send).await;
    let count = |name: &str| shown["delivery"][name].as_u64().unwrap() as usize;
    assert_eq!(count("delivered") + count("inDoubt"), rig.people, "{shown}");
    assert!(count("delivered") >= ended.delivered, "{shown}");
    assert!(count("delivered") <= rig.mailed(), "{shown}");

    // It is one of them again.
    let before = rig.mailed();
    let next = rig.send(&second).await;
    rig.misbehave("ok");
    let shown = rig.until_ended(&second, &next).await;
    assert_eq!(shown["delivery"]["delivered"], rig.people, "{shown}");
    assert_eq!(rig.mailed(), before + rig.people);
}
