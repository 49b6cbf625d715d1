//! Refusals: of an address, which gets no more mail, and of us, which is nobody's fault but ours.

use std::time::Duration;

use postrider_mail::sink::{Sink, SinkOptions};
use serde_json::json;

use super::{
    Post, control, counting, crowd, ended, events, keeping_all, quiet, read, relayed, send, sender,
    standing, suppressed,
};
use crate::emails::design;
use crate::sends::{PATH, campaign};
use crate::support::dns_server::DnsServer;
use crate::support::{Answers, Heard, MailServer, TestServer, until, with};

const REFUSED: &str = "550 5.7.1 your mail is not wanted here";

#[tokio::test]
async fn an_address_that_takes_no_mail_gets_no_more() {
    let post = Post::start("permfail=1:2").await;
    crowd(&post.brand, 6).await;
    let id = send(&post.brand, json!({})).await;
    let sent = standing(&post.brand, &id, "completed").await;
    assert_eq!(
        (&sent["stats"]["delivered"], &sent["stats"]["bounced"]),
        (&json!(4), &json!(2))
    );
    let bounced = events(&sent, "bounced");
    assert_eq!(bounced.len(), 2);
    for event in bounced {
        assert_eq!(
            (&event["bounceType"], &event["smtpReply"]),
            (&json!("hard"), &json!("550 5.1.1 no such user"))
        );
        let email = event["recipientEmail"].as_str().unwrap();
        let contact = post
            .brand
            .get(&format!("/v1/contacts/{email}"))
            .await
            .expect(200);
        assert_eq!(
            (&contact["suppressed"], &contact["suppressedReason"]),
            (&json!(true), &json!("bounced"))
        );
        assert!(post.mails_to(email).is_empty());
    }
    design(&post.server, &post.brand, campaign("more")).await;
    let again = send(&post.brand, json!({ "emailId": "more" })).await;
    let again = standing(&post.brand, &again, "completed").await;
    assert_eq!(
        (&again["stats"]["sent"], &again["exclusions"]["suppressed"]),
        (&json!(4), &json!(2))
    );
}

#[tokio::test]
async fn a_send_that_nobody_took_has_failed() {
    let post = Post::start("permfail=1").await;
    crowd(&post.brand, 3).await;
    let id = send(&post.brand, json!({})).await;
    let sent = standing(&post.brand, &id, "failed").await;
    assert_eq!(sent["delivery"]["bounced"], 3);
}

#[tokio::test]
async fn a_receiver_that_refuses_us_suppresses_nobody_and_pauses_the_send() {
    for behaviour in ["refuse", "refuse-at-mail", "refuse-at-dot"] {
        let post = Post::start(behaviour).await;
        let addresses = crowd(&post.brand, 30).await;
        let id = send(&post.brand, json!({})).await;
        let paused = standing(&post.brand, &id, "paused").await;
        assert_eq!(paused["pauseReason"], "refused");
        assert_eq!(paused["error"]["message"], REFUSED, "{behaviour}");
        quiet(&post.server).await;
        assert_eq!(suppressed(&post.server).await, 0, "{behaviour}");
        let paused = read(&post.brand, &id).await;
        assert_eq!(paused["delivery"]["bounced"], 0);
        let told = paused["events"].as_array().unwrap().len();
        assert_eq!(events(&paused, "deferred").len(), told, "{paused}");
        post.behave("ok");
        control(&post.brand, &id, "resume").await;
        let sent = standing(&post.brand, &id, "completed").await;
        assert!(sent["error"].is_null() && sent["pauseReason"].is_null());
        post.assert_mailed(&addresses);
    }
}

#[tokio::test]
async fn a_refused_send_goes_on_by_itself_once_the_cause_is_gone() {
    let post = Post::with(TestServer::with().clock_stopped(), "refuse").await;
    let addresses = crowd(&post.brand, 30).await;
    let id = send(&post.brand, json!({})).await;
    standing(&post.brand, &id, "paused").await;
    quiet(&post.server).await;
    let before = post.sink.report().refused;
    post.server.clock.advance(Duration::from_secs(61));
    // One goes ahead; the others wait for what it finds.
    until("somebody tries", async || {
        (post.sink.report().refused > before).then_some(())
    })
    .await;
    standing(&post.brand, &id, "paused").await;
    quiet(&post.server).await;
    assert_eq!(post.sink.report().refused, before + 1);
    post.behave("ok");
    post.server.clock.advance(Duration::from_secs(61));
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&addresses);
    assert_eq!(suppressed(&post.server).await, 0);
}

#[tokio::test]
async fn a_send_that_is_refused_while_it_is_frozen_is_frozen_to_the_end() {
    let post = Post::with(TestServer::with().clock_stopped(), "refuse").await;
    crowd(&post.brand, 2500).await;
    let id = send(&post.brand, json!({})).await;
    standing(&post.brand, &id, "paused").await;
    quiet(&post.server).await;
    post.behave("ok");
    // Nearly all leave: what is to be seen is that the last ones are found.
    let left = ["p0", "p1", "p2498", "p2499"].map(|name| format!("{name}@example.com"));
    post.server
        .sql(&format!(
            "UPDATE contacts SET subscribed = FALSE WHERE email NOT IN ('{}')",
            left.join("', '")
        ))
        .await;
    post.server.clock.advance(Duration::from_secs(61));
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&left);
}

#[tokio::test]
async fn a_relay_that_does_not_let_us_in_pauses_the_send() {
    let dns = DnsServer::start().await;
    let sink = Sink::start(SinkOptions {
        behaviour: "auth-fail".parse().unwrap(),
        auth: Some(("ada".to_owned(), "secret".to_owned())),
        ..keeping_all()
    })
    .unwrap();
    let url = format!("smtp://ada:secret@{}?tls=never", sink.address);
    let server = relayed(TestServer::with().clock_stopped(), &dns, &url).await;
    let brand = sender(&server, &dns).await;
    crowd(&brand, 20).await;
    let id = send(&brand, json!({})).await;
    let paused = standing(&brand, &id, "paused").await;
    assert_eq!(paused["pauseReason"], "refused");
    let message = paused["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("535 5.7.8"), "{message}");
    quiet(&server).await;
    assert_eq!(
        server.number("SELECT max(attempts) FROM recipients").await,
        0
    );
    assert_eq!(suppressed(&server).await, 0);
    sink.behave("ok".parse().unwrap());
    server.clock.advance(Duration::from_secs(2));
    control(&brand, &id, "resume").await;
    standing(&brand, &id, "completed").await;
    assert_eq!((sink.report().distinct, sink.report().duplicates), (20, 0));
}

#[tokio::test]
async fn one_receiver_that_refuses_us_does_not_stop_the_others() {
    let mail = MailServer::start(&["PIPELINING"], |heard| match heard.to {
        "p3@example.com" if heard.is_recipient() && heard.times == 0 => with(REFUSED),
        _ => Answers::Kindly,
    })
    .await;
    let dns = DnsServer::start().await;
    let builder = TestServer::with().clock_stopped().mail_connections(1);
    let server = relayed(builder, &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    crowd(&brand, 8).await;
    let id = send(&brand, json!({})).await;
    let waiting = counting(&brand, &id, "delivered", 7).await;
    assert_eq!(
        (&waiting["status"], &waiting["delivery"]["deferred"]),
        (&json!("running"), &json!(1))
    );
    assert_eq!(events(&waiting, "deferred")[0]["smtpReply"], REFUSED);
    let sent = ended(&server, &brand, &id).await;
    assert_eq!(
        (&sent["status"], &sent["delivery"]["delivered"]),
        (&json!("completed"), &json!(8))
    );
    assert_eq!(suppressed(&server).await, 0);
}

#[tokio::test]
async fn receivers_that_stop_wanting_us_stop_a_send_that_did_well() {
    let mail = MailServer::start(&[], |_| Answers::Kindly).await;
    let dns = DnsServer::start().await;
    let builder = TestServer::with().clock_stopped().mail_connections(1);
    let server = relayed(builder, &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    let refuses = |heard: &Heard<'_>| {
        let number = heard
            .to
            .trim_start_matches('p')
            .split('@')
            .next()
            .unwrap_or_default();
        let is_late = number.parse::<usize>().is_ok_and(|number| number >= 5);
        if heard.is_recipient() && is_late {
            with(REFUSED)
        } else {
            Answers::Kindly
        }
    };
    mail.judges(refuses);
    crowd(&brand, 30).await;
    let id = send(&brand, json!({})).await;
    let paused = standing(&brand, &id, "paused").await;
    assert_eq!(paused["error"]["message"], REFUSED);
    quiet(&server).await;
    let paused = read(&brand, &id).await;
    let tried = paused["delivery"]["deferred"].as_i64().unwrap();
    assert!((5..=7).contains(&tried), "it stops after a few: {paused}");
    mail.judges(|_| Answers::Kindly);
    control(&brand, &id, "resume").await;
    let sent = ended(&server, &brand, &id).await;
    assert_eq!(
        (&sent["status"], &sent["delivery"]["delivered"]),
        (&json!("completed"), &json!(30))
    );
    let mut taken: Vec<String> = mail.taken().into_iter().map(|mail| mail.to).collect();
    taken.sort();
    taken.dedup();
    assert_eq!((taken.len(), mail.taken().len()), (30, 30));
    assert_eq!(suppressed(&server).await, 0);
}

#[tokio::test]
async fn a_full_mailbox_fails_and_is_not_suppressed() {
    let mail = MailServer::start(&["PIPELINING"], |heard| match heard.line {
        "." if heard.to == "p0@example.com" => with("552 5.2.2 mailbox full"),
        _ => Answers::Kindly,
    })
    .await;
    let dns = DnsServer::start().await;
    let server = relayed(TestServer::with(), &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    crowd(&brand, 3).await;
    let id = send(&brand, json!({})).await;
    let sent = standing(&brand, &id, "partially_completed").await;
    assert_eq!(
        (&sent["delivery"]["delivered"], &sent["delivery"]["failed"]),
        (&json!(2), &json!(1))
    );
    let failed = events(&sent, "failed");
    assert_eq!(failed[0]["smtpReply"], "552 5.2.2 mailbox full");
    assert_eq!(suppressed(&server).await, 0);
}

#[tokio::test]
async fn a_refused_send_can_be_canceled_and_its_design_sent_again() {
    let post = Post::start("refuse").await;
    crowd(&post.brand, 10).await;
    let id = send(&post.brand, json!({})).await;
    standing(&post.brand, &id, "paused").await;
    quiet(&post.server).await;
    control(&post.brand, &id, "cancel").await;
    post.behave("ok");
    post.server.nudge().await;
    let usage = post.brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 0, "nobody got anything");
    // Nobody was mailed, so the design is free.
    let again = post
        .brand
        .post(PATH, json!({ "emailId": "news", "audienceId": "all" }))
        .await
        .expect(202);
    standing(&post.brand, again["sendId"].as_str().unwrap(), "completed").await;
    assert_eq!(
        (post.sink.report().distinct, post.sink.report().duplicates),
        (10, 0)
    );
}
