//! Servers that are down, lie, hang or refuse: what could not be found out is said, and hinders nobody else.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use postrider_test_support::rude_server::{Manner, RudeServer};
use postrider_test_support::servers::{Dovecot, Folder};
use serde_json::json;

use super::{Means, Rig, TESTS, codes, domain, ended, mailbox, seed_at, used};
use crate::domains::verified;
use crate::emails::design;
use crate::sends::campaign;
use crate::support::{Answers, Brand, Heard, TestServer, until, until_within, with};

const LONG_MS: i64 = 60_000;

#[tokio::test]
async fn mailboxes_that_cannot_be_looked_into_are_pending_and_named() {
    let silent = RudeServer::start(Manner::Silent).await;
    let broken = RudeServer::start(Manner::HangsUp).await;
    let liar = RudeServer::start(Manner::Says(
        b"* OK hello\r\na1 OK yes\r\n* 0 FLY\r\n".to_vec(),
    ))
    .await;
    let flood = Manner::Floods(b"* OK ".to_vec(), b"x".repeat(4_096));
    let flood = RudeServer::start(flood).await;
    let seeds = [
        ("silent", &silent),
        ("broken", &broken),
        ("liar", &liar),
        ("flood", &flood),
    ];
    let seeds = seeds.map(|(name, server)| seed_at(name, name, server.address().port()));
    let rig = Rig::start(Means::looking(seeds.to_vec(), 2_000)).await;
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 4, "inbox": 0, "spam": 0, "missing": 0, "pending": 4 }),
        "{test}"
    );
    assert_eq!(test["status"], "partially_completed");
    let unseen = codes(&test)
        .into_iter()
        .filter(|code| *code == "SEED_NOT_LOOKED_INTO");
    assert_eq!(unseen.count(), 4);
    // Nobody answered: it costs nothing.
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 0));
}

#[tokio::test]
async fn a_server_that_hangs_keeps_no_other_test_waiting() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let silent = RudeServer::start(Manner::Silent).await;
    let (maildir, good) = mailbox(dovecot, "good", "beside-a-silent-one");
    let hanging = seed_at("silent", "hanging", silent.address().port());
    let rig = Rig::start(Means::looking(vec![good, hanging], LONG_MS)).await;
    rig.server
        .leaves_jobs("a mailbox is silent for as long as it is looked into");
    for _ in 0..4 {
        let id = rig.ask().await;
        let message = until("the next mail leaves", async || {
            let taken = rig.relay.taken();
            let mine: Vec<_> = taken
                .iter()
                .filter(|mail| mail.to.starts_with("beside"))
                .collect();
            let known = maildir.state(Folder::Inbox).len();
            mine.get(known).map(|mail| mail.message.clone())
        })
        .await;
        maildir.deliver(Folder::Inbox, &message);
        until("the good mailbox is seen", async || {
            let test = super::read(&rig.brand, &id).await;
            (test["results"]["overall"]["inbox"] == 1).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_host_that_refuses_the_mail_has_answered() {
    let refused = seed_at("strict", "refused", 9);
    let rig = Rig::start(Means::looking(vec![refused], LONG_MS)).await;
    rig.relay.judges(|heard: &Heard<'_>| {
        if heard.is_recipient() {
            return with("550 5.1.1 <refused@seeds.test> is not known");
        }
        Answers::Kindly
    });
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(test["results"]["overall"]["missing"], 1, "{test}");
    assert_eq!(test["status"], "completed");
    let entry = &test["diagnosis"][0];
    assert_eq!(entry["code"], "SEED_REFUSED", "{test}");
    let message = entry["message"].as_str().unwrap();
    assert!(
        message.contains("550 5.1.1 <the mailbox> is not known"),
        "{message}"
    );
    assert_eq!((used(&rig.brand).await, rig.held().await), (10, 0));
}

#[tokio::test]
async fn a_host_that_puts_the_mail_off_gets_it_later() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (maildir, seed) = mailbox(dovecot, "grey", "grey-listed");
    let rig = Rig::start(Means::looking(vec![seed], LONG_MS)).await;
    rig.relay.judges(|heard: &Heard<'_>| {
        if heard.is_recipient() && heard.times < 2 {
            return with("450 4.2.0 Greylisted");
        }
        Answers::Kindly
    });
    let id = rig.ask().await;
    let message = rig.mailed("grey-listed@seeds.test").await;
    maildir.deliver(Folder::Inbox, &message);
    let test = ended(&rig.brand, &id).await;
    assert_eq!(test["results"]["overall"]["inbox"], 1);
}

#[tokio::test]
async fn a_host_that_is_never_reached_has_not_lost_the_mail() {
    let rig = Rig::start(Means::looking(vec![seed_at("off", "put-off", 9)], 2_000)).await;
    rig.relay.judges(|heard: &Heard<'_>| {
        if heard.is_recipient() {
            return with("450 4.2.0 Not now");
        }
        Answers::Kindly
    });
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 1, "inbox": 0, "spam": 0, "missing": 0, "pending": 1 })
    );
    assert!(codes(&test).contains(&"SEED_NOT_MAILED"), "{test}");
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 0));
}

#[tokio::test]
async fn a_relay_that_does_not_want_us_has_said_nothing_of_the_mailbox() {
    let rig = Rig::start(Means::looking(vec![seed_at("off", "shut-out", 9)], 2_000)).await;
    rig.relay.judges(|heard: &Heard<'_>| {
        if heard.line.is_empty() {
            return with("554 5.7.1 You are not welcome");
        }
        Answers::Kindly
    });
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 1, "inbox": 0, "spam": 0, "missing": 0, "pending": 1 })
    );
    let entries = test["diagnosis"].as_array().unwrap();
    let unmailed = entries.iter().find(|it| it["code"] == "SEED_NOT_MAILED");
    let message = unmailed.unwrap()["message"].as_str().unwrap();
    assert!(message.contains("You are not welcome"), "{message}");
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 0));
}

/// Hosts that hang hold a place for as long as one handful takes, not all of them.
#[tokio::test]
async fn a_turn_mails_one_handful() {
    let names: Vec<String> = (1..=9).map(|number| format!("handful-{number}")).collect();
    let seeds = names.iter().map(|name| seed_at("one", name, 9)).collect();
    let met: Arc<Mutex<Vec<&'static str>>> = Arc::default();
    let seen = Arc::clone(&met);
    let builder = TestServer::with().fault_point(move |point| {
        if ["placement.begun", "placement.leaving"].contains(&point) {
            seen.lock().unwrap().push(point);
        }
    });
    let rig = Rig::with(builder, Means::looking(seeds, LONG_MS)).await;
    rig.server.leaves_jobs("its mailboxes are never reached");
    rig.ask().await;
    for name in &names {
        rig.mailed(&format!("{name}@seeds.test")).await;
    }
    let met = met.lock().unwrap().clone();
    let turns = met.split(|point| *point == "placement.begun").skip(1);
    let handfuls: Vec<usize> = turns.map(<[_]>::len).take(3).collect();
    assert_eq!(handfuls, [1, 1, 1], "{met:?}");
    let all = rig.relay.offered().len();
    assert_eq!(all, names.len(), "each is mailed once");
}

#[tokio::test]
async fn who_tests_much_leaves_places_to_others() {
    let rig = Rig::start(Means::looking(vec![seed_at("one", "hangs", 9)], LONG_MS)).await;
    rig.server.leaves_jobs("their host never answers");
    let other = rig.server.brand().await;
    verified(&rig.dns, &other, "news.example.org").await;
    design(&rig.server, &other, campaign("news")).await;
    rig.relay.judges(|heard: &Heard<'_>| {
        if heard.is_recipient() {
            return Answers::Never;
        }
        Answers::Kindly
    });
    let running = async |brand: &Brand| {
        let org = brand.key.org;
        let count = format!(
            "SELECT count(*) FROM placement_tests WHERE org = {org} AND status = 'running'"
        );
        rig.server.number(&count).await
    };
    for _ in 0..8 {
        rig.ask().await;
    }
    until("as many are worked on as may be", async || {
        (running(&rig.brand).await >= 4).then_some(())
    })
    .await;
    let body = json!({ "domainId": domain(&other).await });
    other.post(TESTS, body).await.expect(202);
    // Hosts may hang for longer.
    until_within(
        Duration::from_secs(20),
        "the other has its turn",
        async || (running(&other).await == 1).then_some(()),
    )
    .await;
    assert_eq!(running(&rig.brand).await, 4);
}

/// As where a host is slow, or the process was stopped for a while.
#[tokio::test]
async fn nobody_is_mailed_once_there_is_no_time_to_look() {
    let names = ["slow-1", "slow-2", "slow-3", "slow-4", "slow-5"];
    let seeds = names.map(|name| seed_at("one", name, 9));
    let has_slept = AtomicBool::new(false);
    let builder = TestServer::with().fault_point(move |point| {
        if point == "placement.left" && !has_slept.swap(true, Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(2_500));
        }
    });
    let rig = Rig::with(builder, Means::looking(seeds.to_vec(), 4_000)).await;
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 5, "inbox": 0, "spam": 0, "missing": 0, "pending": 5 }),
        "{test}"
    );
    // Four leave side by side; the fifth is too late.
    assert_eq!(rig.times_mailed("slow-5@seeds.test"), 0);
    assert!(codes(&test).contains(&"SEED_NOT_MAILED"), "{test}");
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 0));
}

#[tokio::test]
async fn a_domain_that_goes_takes_no_answer_with_it() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (maildir, seed) = mailbox(dovecot, "one", "domain-gone");
    let seeds = vec![seed, seed_at("off", "not-yet", 9)];
    let rig = Rig::start(Means::looking(seeds, 4_000)).await;
    rig.relay.judges(|heard: &Heard<'_>| {
        if heard.is_recipient() && heard.to == "not-yet@seeds.test" {
            return with("450 4.2.0 Not now");
        }
        Answers::Kindly
    });
    let id = rig.ask().await;
    let message = rig.mailed("domain-gone@seeds.test").await;
    let path = format!("/v1/domains/{}", domain(&rig.brand).await);
    rig.brand.delete(&path).await.expect(200);
    maildir.deliver(Folder::Inbox, &message);
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 2, "inbox": 1, "spam": 0, "missing": 0, "pending": 1 }),
        "{test}"
    );
    assert_eq!(test["status"], "partially_completed");
    assert!(codes(&test).contains(&"SEED_NOT_MAILED"), "{test}");
    assert_eq!((used(&rig.brand).await, rig.held().await), (10, 0));
}
