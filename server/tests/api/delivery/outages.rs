//! Relays that are away, fall silent, hang up or talk nonsense.

use std::net::TcpListener;
use std::time::Duration;

use postrider_mail::sink::{Sink, SinkOptions};
use serde_json::json;

use super::{
    Post, control, counting, crowd, ended, events, keeping_all, quiet, read, relayed, send, sender,
};
use crate::support::dns_server::DnsServer;
use crate::support::{TestServer, until};

#[tokio::test]
async fn a_relay_that_is_away_loses_nobody_and_costs_no_try() {
    let dns = DnsServer::start().await;
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let url = format!("smtp://{address}");
    let server = relayed(TestServer::with().clock_stopped(), &dns, &url).await;
    let brand = sender(&server, &dns).await;
    let addresses = crowd(&brand, 60).await;
    let id = send(&brand, json!({})).await;
    let waiting = counting(&brand, &id, "planned", 60).await;
    assert_eq!(
        (&waiting["status"], &waiting["delivery"]["delivered"]),
        (&json!("running"), &json!(0))
    );
    until("a way out was looked for again and again", async || {
        server.clock.advance(Duration::from_mins(1));
        server.nudge().await;
        let settled = "SELECT CAST(coalesce(max(settled), 0) AS BIGINT) FROM journals";
        (server.number(settled).await >= 4).then_some(())
    })
    .await;
    assert_eq!(
        server.number("SELECT max(attempts) FROM recipients").await,
        0
    );
    assert_eq!(read(&brand, &id).await["status"], "running");
    let sink = Sink::start(SinkOptions {
        listen: address,
        ..keeping_all()
    })
    .unwrap();
    let sent = ended(&server, &brand, &id).await;
    assert_eq!(sent["status"], "completed");
    assert_eq!(
        sent["events"].as_array().unwrap().len(),
        60,
        "nobody was put off"
    );
    assert_eq!(
        server.number("SELECT max(attempts) FROM recipients").await,
        1
    );
    let report = sink.report();
    assert_eq!(
        (report.distinct, report.duplicates),
        (addresses.len() as u64, 0)
    );
}

/// Whatever goes wrong before the dot: everybody gets it in the end, and once.
#[tokio::test]
async fn what_breaks_before_the_dot_is_tried_again() {
    for behaviour in ["garbage=1:3", "close-mid-pipeline=1:3", "hang:3"] {
        let builder = TestServer::with()
            .clock_stopped()
            .smtp_patience(Duration::from_millis(700));
        let post = Post::with(builder, behaviour).await;
        let addresses = crowd(&post.brand, 20).await;
        let id = send(&post.brand, json!({})).await;
        let sent = ended(&post.server, &post.brand, &id).await;
        assert_eq!(sent["status"], "completed", "{behaviour}: {sent}");
        let delivery = &sent["delivery"];
        assert_eq!(
            (&delivery["delivered"], &delivery["inDoubt"]),
            (&json!(20), &json!(0)),
            "{behaviour}"
        );
        post.assert_mailed(&addresses);
    }
}

/// What breaks after the dot may have arrived: it is said, and never sent again.
#[tokio::test]
async fn what_breaks_after_the_dot_is_in_doubt_and_not_sent_again() {
    for behaviour in ["garbage-at-dot=1:2", "drop-at-dot=1:2", "hang-at-dot:2"] {
        let builder = TestServer::with()
            .clock_stopped()
            .smtp_patience(Duration::from_millis(700));
        let post = Post::with(builder, behaviour).await;
        let addresses = crowd(&post.brand, 20).await;
        let id = send(&post.brand, json!({})).await;
        let sent = ended(&post.server, &post.brand, &id).await;
        assert_eq!(sent["status"], "completed", "{behaviour}: {sent}");
        let delivery = &sent["delivery"];
        assert_eq!(
            (&delivery["delivered"], &delivery["inDoubt"]),
            (&json!(18), &json!(2)),
            "{behaviour}"
        );
        assert_eq!(events(&sent, "in_doubt").len(), 2);
        // The sink took them all the same: a second try would be a second mail.
        post.assert_mailed(&addresses);
        assert_eq!(post.sink.report().dropped, 2);
    }
}

#[tokio::test]
async fn a_relay_that_never_answers_the_greeting_is_away() {
    let dns = DnsServer::start().await;
    // It takes connections and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", silent.local_addr().unwrap());
    let builder = TestServer::with()
        .clock_stopped()
        .smtp_patience(Duration::from_millis(200));
    let server = relayed(builder, &dns, &url).await;
    let brand = sender(&server, &dns).await;
    crowd(&brand, 5).await;
    let id = send(&brand, json!({})).await;
    // They were taken, and nobody was there to give them to.
    counting(&brand, &id, "deferred", 5).await;
    quiet(&server).await;
    assert_eq!(
        server.number("SELECT max(attempts) FROM recipients").await,
        0
    );
    let canceled = control(&brand, &id, "cancel").await;
    assert_eq!(canceled["status"], "canceled");
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 0);
}
