//! Databases that go away and servers that start again in the middle of a send.

use std::time::Duration;

use postrider_server::entropy;
use serde_json::json;

use super::{Post, crowd, read, relayed, send, sender, standing};
use crate::domains::MAIL_HOST;
use crate::support::dns_server::DnsServer;
use crate::support::{Loop, Measures, TestServer, until};
use postrider_mail::sink::{Sink, SinkOptions};

async fn mailed(post: &Post, count: u64) {
    until("more is mailed", async || {
        (post.sink.report().accepted >= count).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_restart_in_the_middle_loses_and_doubles_nobody() {
    let mut post = Post::with(TestServer::with().mail_connections(4), "tarpit=15").await;
    let addresses = crowd(&post.brand, 150).await;
    let id = send(&post.brand, json!({})).await;
    for restarts in 1..=3 {
        mailed(&post, restarts * 25).await;
        post.server.restart().await;
    }
    post.behave("ok");
    let brand = post.server.again(&post.brand);
    let sent = standing(&brand, &id, "completed").await;
    let delivery = &sent["delivery"];
    // Whoever stops in order leaves nothing in doubt.
    assert_eq!(
        (&delivery["delivered"], &delivery["inDoubt"]),
        (&json!(150), &json!(0))
    );
    post.assert_mailed(&addresses);
}

#[tokio::test]
async fn a_database_that_is_locked_for_a_while_is_waited_for() {
    let measures = Measures::begin();
    let post = Post::with(TestServer::with().mail_connections(4), "tarpit=10").await;
    if !post.server.database.is_sqlite() {
        return;
    }
    let addresses = crowd(&post.brand, 100).await;
    let id = send(&post.brand, json!({})).await;
    for turn in 1..=2 {
        mailed(&post, turn * 20).await;
        let file = post.server.folder().join("postrider.db");
        let lock = rusqlite::Connection::open(file).unwrap();
        lock.busy_timeout(Duration::from_secs(10)).unwrap();
        lock.execute_batch("BEGIN IMMEDIATE").unwrap();
        let before = post.sink.report().accepted;
        let failed = measures.failed_rounds(Loop::Mailing);
        until("a round gives up", async || {
            (measures.failed_rounds(Loop::Mailing) > failed).then_some(())
        })
        .await;
        // No more than what was taken: nobody is mailed whom the database does not know about.
        assert!(post.sink.report().accepted - before <= 8);
        lock.execute_batch("ROLLBACK").unwrap();
    }
    post.behave("ok");
    let sent = standing(&post.brand, &id, "completed").await;
    assert_eq!(
        (&sent["delivery"]["delivered"], &sent["delivery"]["inDoubt"]),
        (&json!(100), &json!(0))
    );
    post.assert_mailed(&addresses);
}

#[tokio::test]
async fn connections_that_are_cut_in_the_middle_lose_and_double_nobody() {
    let dns = DnsServer::start().await;
    let sink = Sink::start(SinkOptions {
        behaviour: "tarpit=10".parse().unwrap(),
        ..super::keeping_all()
    })
    .unwrap();
    let url = format!("smtp://{}", sink.address);
    let mut server = relayed(TestServer::with(), &dns, &url).await;
    if server.database.is_sqlite() {
        return;
    }
    let brand = sender(&server, &dns).await;
    crowd(&brand, 300).await;
    server.stop().await;
    let role = format!("r_{}", entropy::lower32());
    server
        .database
        .sql(&format!("CREATE ROLE {role} SUPERUSER LOGIN"))
        .await;
    let database = server
        .database
        .url()
        .replace("postgres@", &format!("{role}@"));
    let builder = TestServer::with()
        .dns(dns.address())
        .mail_host(MAIL_HOST)
        .relay(&url)
        .mail_connections(8);
    let running = builder.launch(server.folder(), &database).await;
    let mut caller = server.again(&brand);
    caller.url = format!("http://{}", running.address);
    let id = send(&caller, json!({})).await;
    let cut = format!(
        "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE usename = '{role}'"
    );
    for turn in 1..=12_u64 {
        until("more is mailed", async || {
            (sink.report().accepted >= turn * 15).then_some(())
        })
        .await;
        server.database.sql(&cut).await;
    }
    sink.behave("ok".parse().unwrap());
    let sent = until("it is sent", async || {
        let answer = caller.get(&format!("/v1/sends/{id}")).await;
        (answer.status == 200 && answer["status"] == "completed").then_some(())
    });
    sent.await;
    let sent = read(&caller, &id).await;
    assert_eq!(
        (&sent["delivery"]["delivered"], &sent["delivery"]["inDoubt"]),
        (&json!(300), &json!(0))
    );
    assert_eq!((sink.report().distinct, sink.report().duplicates), (300, 0));
    running.stop().await;
    server.database.sql(&format!("DROP ROLE {role}")).await;
}
