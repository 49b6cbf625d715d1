//! One of two is killed and does not come back, or comes back late.

use std::time::Duration;

use postrider_server::clock::Clock;
use serde_json::Value;

use super::{Two, installation, open_claims, until_both_mail};
use crate::kill::sending::{Rig, evidence, patiently};
use crate::support::{Binary, Loop};

/// How long the other waits for it: longer than it needs for the rest, on a busy machine too. Of 1,400 mails such a one
/// was seen to send 80 in a second, which was too few.
const TAKEOVER_S: i64 = 20;
const PEOPLE: usize = 600;
const MAILED_BEFORE: usize = 300;

/// Everybody but those whom the dead process had taken has an outcome.
async fn until_the_rest_is_done(rig: &Rig, server: &Binary, send: &str) -> Value {
    patiently("the rest is mailed", async || {
        let shown = rig.read(server, send).await;
        let open =
            shown["delivery"]["pending"].as_i64()? + shown["delivery"]["deferred"].as_i64()?;
        // Some of a claim may be settled while others of it are not.
        let (owners, taken) = open_claims(rig).await;
        (owners == 1 && 0 < open && open <= taken).then_some(shown)
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_what_a_dead_process_had_taken_is_in_doubt_and_the_rest_is_mailed_at_once() {
    let Some(installation) = installation().await else {
        return;
    };
    let installation = installation.set("POSTRIDER_TAKEOVER_AFTER", &TAKEOVER_S.to_string());
    let Two { rig, first, second } = Two::start(installation, PEOPLE).await;
    rig.misbehave("tarpit=10");
    let send = rig.send(&first).await;
    until_both_mail(&rig, MAILED_BEFORE).await;
    // Slowly, so that it dies with mails under way and not between two.
    rig.misbehave("tarpit=100");
    tokio::time::sleep(Duration::from_millis(250)).await;
    second.kill().await;
    rig.misbehave("ok");
    let clock = Clock::machine();
    let killed = clock.now();
    until_the_rest_is_done(&rig, &first, &send).await;
    let rest = clock.now() - killed;
    let ended = evidence::of_ended(&rig, &first, &send).await;
    assert!(
        rest < TAKEOVER_S * 1000,
        "the others did not wait for the dead: {rest} ms"
    );
    assert!(
        (1..=2 * rig.connections).contains(&ended.in_doubt),
        "{} in doubt",
        ended.in_doubt
    );

    // It comes back after all, and its journal knows more than the others did.
    let second = rig.installation.serve_beside().await;
    let left = rig.number("SELECT count(*) FROM claims").await;
    assert_eq!(left, 0, "it has been heard");
    let shown = rig.read(&second, &send).await;
    let count = |name: &str| shown["delivery"][name].as_u64().unwrap() as usize;
    assert_eq!(count("delivered") + count("inDoubt"), rig.people, "{shown}");
    assert!(count("delivered") >= ended.delivered, "{shown}");
    assert!(count("delivered") <= rig.mailed(), "{shown}");
    for process in [&first, &second] {
        process.whole_round(Loop::Mailing).await;
        process.whole_round(Loop::MailingLook).await;
    }
    assert_eq!(rig.mailed(), ended.mailed, "nobody is mailed again");
    assert_eq!(rig.sink.report().duplicates, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_the_freeze_of_a_dead_process_is_finished_by_the_other() {
    let Some(installation) = installation().await else {
        return;
    };
    let installation = installation.set("POSTRIDER_TAKEOVER_AFTER", "5");
    let Two { rig, first, second } = Two::start(installation, 6_000).await;
    let send = rig.send(&first).await;
    patiently("it has begun", async || {
        let planned = rig.number("SELECT count(*) FROM recipients").await;
        (planned > 0).then_some(())
    })
    .await;
    first.kill().await;
    let figures = evidence::of_ended(&rig, &second, &send).await;
    assert!(
        figures.in_doubt <= 2 * rig.connections,
        "{} in doubt",
        figures.in_doubt
    );
}
