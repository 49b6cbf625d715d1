//! Connections: kept between mails, given up in time, encrypted where that is offered.

use super::*;
use postrider_test_support::smtp_server::Step::{Hear, Message, StartTls};
use postrider_test_support::smtp_server::{Server, Step, ehlo, hello, say};

fn takes_one() -> Vec<Step> {
    vec![
        Hear("MAIL"),
        say("250 ok"),
        Hear("RCPT"),
        say("250 ok"),
        Hear("DATA"),
        say("354 go on"),
        Message,
        say("250 taken"),
    ]
}

#[tokio::test]
async fn a_connection_takes_the_mail_of_every_domain_of_its_host_and_of_no_other() {
    let shared = sink_at(host(1, 0));
    let port = shared.address.port();
    let own = sink_at(host(2, port));
    let world = World::new(port).await;
    world.has("one.test", &[(10, "mx.shared.test", 1)]);
    world.has("two.test", &[(5, "mx.shared.test", 1)]);
    world.has("three.test", &[(10, "mx.three.test", 2)]);
    for to in ["a@one.test", "b@two.test", "c@one.test", "d@three.test"] {
        assert_taken(&world.mail(to).await);
    }
    let connections = |sink: &RunningSink| (sink.report().connections, sink.report().accepted);
    assert_eq!(connections(&shared), (1, 3));
    assert_eq!(connections(&own), (1, 1));
}

#[tokio::test]
async fn a_connection_is_given_up_after_a_hundred_mails() {
    let sink = sink_at(host(1, 0));
    let world = World::new(sink.address.port()).await;
    world.has("firma.test", &[(10, "mx.firma.test", 1)]);
    for _ in 0..201 {
        assert_taken(&world.mail("ada@firma.test").await);
    }
    let report = sink.report();
    assert_eq!((report.connections, report.accepted), (3, 201));
}

#[tokio::test]
async fn connections_that_nobody_uses_are_closed() {
    let sink = sink_at(host(1, 0));
    let world = World::new(sink.address.port()).await;
    world.has("firma.test", &[(10, "mx.firma.test", 1)]);
    assert_taken(&world.mail("ada@firma.test").await);
    world.direct.close_idle(1_000_000).await;
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!(sink.report().connections, 1);
    world.direct.close_idle(1_000_001).await;
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!(sink.report().connections, 2);
}

#[tokio::test]
async fn an_idle_connection_that_died_costs_no_mail() {
    let first = sink_at(host(1, 0));
    let address = first.address;
    let world = World::new(address.port()).await;
    world.has("firma.test", &[(10, "mx.firma.test", 1)]);
    assert_taken(&world.mail("ada@firma.test").await);
    first.stop();
    let second = sink_at(address);
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!(second.report().accepted, 1);
}

#[tokio::test]
async fn a_goodbye_to_an_idle_connection_says_nothing_about_the_mail() {
    for goodbye in [
        "421 4.4.2 mx.firma.test Error: timeout exceeded",
        "421 Max message per connection reached, closing transmission channel",
    ] {
        let mut tired = [hello(&[]), takes_one()].concat();
        tired.extend([Hear("MAIL"), say(goodbye)]);
        let fresh = [hello(&[]), takes_one()].concat();
        let server = Server::start(vec![tired, fresh]).await;
        let world = World::new(server.address().port()).await;
        world.has("firma.test", &[(10, "mx.firma.test", 1)]);
        assert_taken(&world.mail("ada@firma.test").await);
        assert_taken(&world.mail("bob@firma.test").await);
        assert_eq!(server.seen().await.messages.len(), 2);
    }
}

#[tokio::test]
async fn a_server_that_wants_less_is_not_asked_at_once_again() {
    let mut script = [hello(&[]), takes_one()].concat();
    script.extend([Hear("MAIL"), say("421 4.7.0 Try again later")]);
    let server = Server::start(vec![script]).await;
    let world = World::new(server.address().port()).await;
    world.has("firma.test", &[(10, "mx.firma.test", 1)]);
    assert_taken(&world.mail("ada@firma.test").await);
    let attempt = world.mail("bob@firma.test").await;
    let expect = Attempt::Replied {
        class: ReplyClass::Throttled,
        reply: "421 4.7.0 Try again later".to_owned(),
    };
    assert_eq!(attempt, expect);
    server.seen().await;
}

#[tokio::test]
async fn mail_is_encrypted_where_that_is_offered() {
    let mut script = hello(&["STARTTLS"]);
    script.extend([
        Hear("STARTTLS"),
        say("220 go ahead"),
        StartTls,
        Hear("EHLO"),
        ehlo(&[]),
    ]);
    script.extend(takes_one());
    let server = Server::start(vec![script]).await;
    let world = World::new(server.address().port()).await;
    world.has("firma.test", &[(10, "mx.firma.test", 1)]);
    assert_taken(&world.mail("ada@firma.test").await);
    let seen = server.seen().await;
    assert_eq!(seen.server_names, [Some("mx.firma.test".to_owned())]);
    assert_eq!(seen.messages.len(), 1);
}

#[tokio::test]
async fn a_refusal_of_one_recipient_keeps_the_connection() {
    let sink = sink_at(host(1, 0));
    let world = World::new(sink.address.port()).await;
    world.has("firma.test", &[(10, "mx.firma.test", 1)]);
    sink.behave("permfail=100%".parse().unwrap());
    let attempt = world.mail("ada@firma.test").await;
    assert!(matches!(attempt, Attempt::Replied { class, .. } if class != ReplyClass::Accepted));
    sink.behave("".parse().unwrap());
    assert_taken(&world.mail("bob@firma.test").await);
    assert_eq!(sink.report().connections, 1);
}
