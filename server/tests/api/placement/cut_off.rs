//! Work that is cut off between any two of its steps: nobody is mailed twice, and nothing is charged twice.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use postrider_test_support::servers::{Dovecot, Folder};
use serde_json::json;

use super::{Means, Rig, codes, ended, mailbox, seed_at, used};
use crate::support::{TestServer, until};

const LONG_MS: i64 = 60_000;

/// Each of the points is met once by whoever works there, and then cuts the work off.
fn cutting(points: &'static [&'static str]) -> impl Fn(&'static str) + Send + Sync + 'static {
    let met: Arc<Mutex<HashSet<&'static str>>> = Arc::default();
    move |point| {
        let is_new = points.contains(&point) && met.lock().unwrap().insert(point);
        assert!(!is_new, "cut off at {point}, on purpose");
    }
}

#[tokio::test]
async fn whatever_was_finished_before_it_was_cut_off_is_not_done_again() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (maildir, seed) = mailbox(dovecot, "one", "cut-off-around");
    let points = &[
        "placement.begun",
        "placement.judging",
        "placement.judged",
        "placement.sent",
        "placement.looked",
        "placement.ending",
        "placement.ended",
    ];
    let builder = TestServer::with().fault_point(cutting(points));
    let rig = Rig::with(builder, Means::looking(vec![seed], LONG_MS)).await;
    let id = rig.ask().await;
    let message = rig.mailed("cut-off-around@seeds.test").await;
    maildir.deliver(Folder::Inbox, &message);
    let test = ended(&rig.brand, &id).await;
    assert_eq!(test["results"]["overall"]["inbox"], 1, "{test}");
    rig.server.at_rest().await;
    assert_eq!(rig.times_mailed("cut-off-around@seeds.test"), 1);
    assert_eq!((used(&rig.brand).await, rig.held().await), (10, 0));
}

#[tokio::test]
async fn what_may_have_left_is_looked_for_and_never_mailed_again() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (maildir, seed) = mailbox(dovecot, "one", "cut-off-between");
    let builder = TestServer::with().fault_point(cutting(&["placement.left"]));
    let rig = Rig::with(builder, Means::looking(vec![seed], LONG_MS)).await;
    let id = rig.ask().await;
    let message = rig.mailed("cut-off-between@seeds.test").await;
    until("it is in doubt", async || {
        let doubted = "SELECT count(*) FROM placement_seeds WHERE state = 'in_doubt'";
        (rig.server.number(doubted).await == 1).then_some(())
    })
    .await;
    maildir.deliver(Folder::Inbox, &message);
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        (&test["status"], &test["results"]["overall"]["inbox"]),
        (&json!("completed"), &json!(1))
    );
    assert_eq!(rig.times_mailed("cut-off-between@seeds.test"), 1);
    assert_eq!((used(&rig.brand).await, rig.held().await), (10, 0));
}

#[tokio::test]
async fn what_is_in_doubt_and_not_found_is_not_missing() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (_maildir, seed) = mailbox(dovecot, "one", "cut-off-before");
    let builder = TestServer::with().fault_point(cutting(&["placement.leaving"]));
    let rig = Rig::with(builder, Means::looking(vec![seed], 3_000)).await;
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 1, "inbox": 0, "spam": 0, "missing": 0, "pending": 1 })
    );
    assert!(codes(&test).contains(&"SEED_IN_DOUBT"), "{test}");
    assert_eq!(rig.times_mailed("cut-off-before@seeds.test"), 0);
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 0));
}

#[tokio::test]
async fn a_test_goes_with_its_design_and_gives_back_what_was_held() {
    let rig = Rig::start(Means::looking(vec![seed_at("one", "deleted", 9)], LONG_MS)).await;
    let id = rig.ask().await;
    rig.mailed("deleted@seeds.test").await;
    assert_eq!(rig.held().await, 10);
    rig.brand.delete("/v1/emails/news").await.expect(200);
    assert_eq!(rig.held().await, 0);
    let gone = rig.brand.get(&format!("{}/{id}", super::TESTS)).await;
    assert_eq!((gone.status, gone.code()), (404, "EMAIL_NOT_FOUND"));
    rig.server.at_rest().await;
    for table in ["placement_tests", "placement_seeds", "jobs"] {
        let left = match table {
            "jobs" => "SELECT count(*) FROM jobs WHERE kind = 'placement'".to_owned(),
            table => format!("SELECT count(*) FROM {table}"),
        };
        until("nothing is left", async || {
            (rig.server.number(&left).await == 0).then_some(())
        })
        .await;
    }
    assert_eq!(used(&rig.brand).await, 0);
}
