//! What is tried again, when, and for how long.

use std::time::Duration;

use serde_json::json;

use super::{
    Post, counting, crowd, ended, events, header, quiet, read, relayed, send, sender, standing,
    suppressed,
};
use crate::sends::PATH;
use crate::support::dns_server::DnsServer;
use crate::support::{Answers, Loop, MailServer, Measures, TestServer, until, with};

const MINUTE: Duration = Duration::from_secs(61);

#[tokio::test]
async fn who_was_put_off_gets_it_later() {
    let measures = Measures::begin();
    let post = Post::with(TestServer::with().clock_stopped(), "tempfail=1:3").await;
    let addresses = crowd(&post.brand, 5).await;
    let id = send(&post.brand, json!({})).await;
    counting(&post.brand, &id, "deferred", 3).await;
    let waiting = counting(&post.brand, &id, "delivered", 2).await;
    assert_eq!(waiting["status"], "running");
    let put_off = events(&waiting, "deferred");
    assert_eq!(put_off.len(), 3);
    assert!(
        put_off
            .iter()
            .all(|event| event["smtpReply"] == "451 4.3.0 not now, try again")
    );
    // A minute is not over yet.
    post.server.clock.advance(Duration::from_secs(50));
    measures.whole_round(&post.server, Loop::Mailing).await;
    assert_eq!(read(&post.brand, &id).await["delivery"]["deferred"], 3);
    post.server.clock.advance(Duration::from_secs(11));
    let sent = standing(&post.brand, &id, "completed").await;
    assert_eq!(sent["delivery"]["delivered"], 5);
    assert_eq!(
        (
            events(&sent, "deferred").len(),
            events(&sent, "delivered").len()
        ),
        (3, 5)
    );
    post.assert_mailed(&addresses);
}

#[tokio::test]
async fn greylisting_costs_one_more_try() {
    let post = Post::with(TestServer::with().clock_stopped(), "greylist").await;
    let addresses = crowd(&post.brand, 12).await;
    let id = send(&post.brand, json!({})).await;
    counting(&post.brand, &id, "deferred", 12).await;
    post.server.clock.advance(MINUTE);
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&addresses);
    assert_eq!(post.sink.report().deferred, 12);
}

#[tokio::test]
async fn a_second_try_is_the_same_mail() {
    let mail = MailServer::start(&["PIPELINING"], |heard| match heard.line {
        "." if heard.times == 0 => with("451 4.7.1 try again"),
        _ => Answers::Kindly,
    })
    .await;
    let dns = DnsServer::start().await;
    let server = relayed(TestServer::with().clock_stopped(), &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    crowd(&brand, 1).await;
    let id = send(&brand, json!({})).await;
    ended(&server, &brand, &id).await;
    let [first, second] = mail.offered().try_into().unwrap();
    assert!(!first.taken && second.taken);
    assert_eq!(
        first.mail.split('>').next(),
        second.mail.split('>').next(),
        "the return path"
    );
    for name in ["message-id", "list-unsubscribe", "feedback-id"] {
        assert_eq!(header(&first.message, name), header(&second.message, name));
    }
}

#[tokio::test]
async fn after_three_days_it_is_given_up() {
    let mail = MailServer::start(&["PIPELINING"], |heard| match heard.to {
        "p0@example.com" if heard.is_recipient() => with("451 4.2.0 not now"),
        _ => Answers::Kindly,
    })
    .await;
    let dns = DnsServer::start().await;
    let server = relayed(TestServer::with().clock_stopped(), &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    crowd(&brand, 2).await;
    let start = server.app().clock.now();
    let id = send(&brand, json!({})).await;
    counting(&brand, &id, "delivered", 1).await;
    let sent = until("it is given up", async || {
        let send = read(&brand, &id).await;
        if send["completedAt"].is_string() {
            return Some(send);
        }
        let due = server
            .number("SELECT coalesce(max(due_at), 0) FROM recipients")
            .await;
        let wait = due - server.app().clock.now();
        if wait > 0 {
            server
                .clock
                .advance(Duration::from_millis(wait.unsigned_abs()));
            assert!(server.app().clock.now() - start <= 72 * 3_600_000, "{send}");
            server.nudge().await;
        }
        None
    })
    .await;
    assert_eq!(server.app().clock.now() - start, 72 * 3_600_000);
    assert_eq!(sent["status"], "partially_completed");
    assert_eq!(
        (&sent["delivery"]["delivered"], &sent["delivery"]["failed"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(events(&sent, "failed")[0]["smtpReply"], "451 4.2.0 not now");
    assert_eq!(events(&sent, "deferred").len(), 18);
    assert_eq!(suppressed(&server).await, 0);
}

#[tokio::test]
async fn a_send_that_nobody_took_for_three_days_has_failed() {
    let measures = Measures::begin();
    let post = Post::with(TestServer::with().clock_stopped(), "tempfail=1").await;
    crowd(&post.brand, 3).await;
    let id = send(&post.brand, json!({})).await;
    let sent = until("it is given up", async || {
        let send = read(&post.brand, &id).await;
        if send["completedAt"].is_string() {
            return Some(send);
        }
        measures.whole_round(&post.server, Loop::Mailing).await;
        quiet(&post.server).await;
        post.server.clock.advance(Duration::from_hours(6));
        None
    })
    .await;
    assert_eq!(
        (&sent["status"], &sent["delivery"]["failed"]),
        (&json!("failed"), &json!(3))
    );
    assert_eq!(sent["error"]["code"], "SEND_FAILED");
    let why = sent["error"]["message"].as_str().unwrap();
    assert!(
        why.contains("0 bounced, 3 failed") && why.contains("451"),
        "{why}"
    );
    assert_eq!(suppressed(&post.server).await, 0);
    assert_eq!(post.sink.report().accepted, 0);
}

/// However few tries there were: a relay that is away costs none, and neither does a pause.
#[tokio::test]
async fn with_few_tries_too_it_is_given_up_three_days_after_the_first() {
    let post = Post::with(TestServer::with().clock_stopped(), "tempfail=1").await;
    crowd(&post.brand, 1).await;
    let id = send(&post.brand, json!({})).await;
    counting(&post.brand, &id, "deferred", 1).await;
    let pause = format!("{PATH}/{id}/pause");
    post.brand.post(&pause, json!({})).await.expect(200);
    post.server.clock.advance(Duration::from_hours(71));
    let resume = format!("{PATH}/{id}/resume");
    post.brand.post(&resume, json!({})).await.expect(200);
    let tried = "SELECT coalesce(max(attempts), 0) FROM recipients WHERE due_at IS NOT NULL";
    until("it was tried again", async || {
        (post.server.number(tried).await == 2).then_some(())
    })
    .await;
    // The wait after a second try is five minutes; the last try is when its time is over.
    post.server.clock.advance(Duration::from_mins(55));
    post.server.nudge().await;
    until("it was tried again", async || {
        (post.server.number(tried).await == 3).then_some(())
    })
    .await;
    let due = post
        .server
        .number("SELECT max(due_at) FROM recipients")
        .await;
    let first = post
        .server
        .number("SELECT max(first_tried_at) FROM recipients")
        .await;
    assert_eq!(due - first, 72 * 3_600_000);
    post.server.clock.advance(Duration::from_mins(5));
    post.server.nudge().await;
    let sent = standing(&post.brand, &id, "failed").await;
    assert_eq!(sent["delivery"]["failed"], 1);
}
