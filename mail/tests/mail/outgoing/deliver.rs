//! One message to one recipient: how far it came, whatever the server does.

use std::sync::atomic::{AtomicUsize, Ordering};

use postrider_mail::smtp::{
    Connection, Delivery, Envelope, Phase, Relay, ReplyClass, SmtpOutcome, Timeouts,
};
use postrider_test_support::smtp_server::Step::{self, Hear, HearAlone, Message};
use postrider_test_support::smtp_server::{Seen, Server, hello, say};

use super::open::{encrypted, fit_for, patient};

pub const MESSAGE: &[u8] = b"Subject: Hello\r\n\r\nHello\r\n";
pub const ENVELOPE: Envelope<'static> = Envelope {
    from: "b-1@bounces.example.com",
    to: "ada@example.org",
};

/// Offers that decide how the commands go out.
pub const WAYS: [&[&str]; 2] = [&["PIPELINING"], &[]];

pub async fn connect(server: &Server, timeouts: &Timeouts) -> Connection {
    let relay = Relay::parse(&server.url("smtp", "?tls=never")).unwrap();
    Connection::open(&relay, "client.example", timeouts)
        .await
        .ok()
        .unwrap()
}

/// A delivery, and how often the dot was announced.
pub async fn deliver(
    connection: &mut Connection,
    envelope: &Envelope<'_>,
    message: &[u8],
) -> (Delivery, usize) {
    let dots = AtomicUsize::new(0);
    let delivery = connection.deliver(envelope, message, || {
        dots.fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    (delivery.await, dots.load(Ordering::Relaxed))
}

/// The first delivery to a server that does this after its greeting.
pub async fn first(offers: &[&str], steps: Vec<Step>, message: &[u8]) -> (Delivery, usize, Seen) {
    let mut script = hello(offers);
    script.extend(steps);
    let timeouts = fit_for(&script);
    let server = Server::start(vec![script]).await;
    let mut connection = connect(&server, &timeouts).await;
    let (delivery, dots) = deliver(&mut connection, &ENVELOPE, message).await;
    drop(connection);
    (delivery, dots, server.seen().await)
}

/// Commands and their replies, in the order in which the server hears and answers them.
pub fn announced(offers: &[&str], replies: &[&str]) -> Vec<Step> {
    let commands = [
        "MAIL FROM:<b-1@bounces.example.com>",
        "RCPT TO:<ada@example.org>",
        "DATA",
    ];
    if offers.contains(&"PIPELINING") {
        let heard = commands.into_iter().map(Hear);
        return heard
            .chain(replies.iter().map(|reply| say(reply)))
            .collect();
    }
    let pairs = commands.into_iter().zip(replies);
    pairs
        .flat_map(|(command, reply)| [HearAlone(command), say(reply)])
        .collect()
}

pub fn taken(offers: &[&str]) -> Vec<Step> {
    let mut steps = announced(offers, &["250 ok", "250 ok", "354 go"]);
    steps.extend([Message, say("250 2.0.0 queued as 1")]);
    steps
}

pub fn refusal(delivery: &Delivery) -> (Phase, u16, bool) {
    match &delivery.outcome {
        SmtpOutcome::Refused { phase, reply } => (*phase, reply.code, delivery.reusable),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_message_is_taken() {
    for offers in WAYS {
        let (delivery, dots, seen) = first(offers, taken(offers), MESSAGE).await;
        let SmtpOutcome::Accepted(reply) = &delivery.outcome else {
            panic!("{delivery:?}");
        };
        assert_eq!(reply.to_line(), "250 2.0.0 queued as 1");
        assert!(delivery.reusable);
        assert_eq!(dots, 1);
        assert_eq!(seen.messages, [MESSAGE]);
    }
}

#[tokio::test]
async fn a_refusal_leaves_the_connection_usable() {
    let refusals: [(&[&str], Phase, u16); 3] = [
        (
            &["550 5.7.1 no", "503 no mail", "503 no mail"],
            Phase::Mail,
            550,
        ),
        (
            &["250 ok", "550 5.1.1 unknown", "554 no recipients"],
            Phase::Rcpt,
            550,
        ),
        (&["250 ok", "250 ok", "451 4.3.0 later"], Phase::Data, 451),
    ];
    for offers in WAYS {
        for (replies, phase, code) in refusals {
            let last = [Phase::Mail, Phase::Rcpt, Phase::Data]
                .iter()
                .position(|p| *p == phase);
            let heard = if offers.is_empty() {
                last.unwrap() + 1
            } else {
                3
            };
            let mut script = hello(offers);
            script.extend(announced(offers, &replies[..heard]));
            script.extend([HearAlone("RSET"), say("250 ok")]);
            script.extend(taken(offers));
            let server = Server::start(vec![script]).await;
            let mut connection = connect(&server, &patient()).await;
            let (delivery, dots) = deliver(&mut connection, &ENVELOPE, MESSAGE).await;
            assert_eq!((refusal(&delivery), dots), ((phase, code, true), 0));
            let (delivery, _) = deliver(&mut connection, &ENVELOPE, MESSAGE).await;
            assert!(
                matches!(delivery.outcome, SmtpOutcome::Accepted(_)),
                "{delivery:?}"
            );
            assert_eq!(server.seen().await.messages, [MESSAGE]);
        }
    }
}

#[tokio::test]
async fn a_server_that_waits_for_a_message_without_recipient_gets_an_empty_one() {
    let offers = ["PIPELINING"];
    let mut script = hello(&offers);
    script.extend(announced(
        &offers,
        &["250 ok", "550 5.1.1 unknown", "354 go"],
    ));
    script.extend([HearAlone("."), say("554 5.5.1 no valid recipients")]);
    script.extend(taken(&offers));
    let server = Server::start(vec![script]).await;
    let mut connection = connect(&server, &patient()).await;
    let (delivery, dots) = deliver(&mut connection, &ENVELOPE, MESSAGE).await;
    assert_eq!((refusal(&delivery), dots), ((Phase::Rcpt, 550, true), 0));
    let (delivery, dots) = deliver(&mut connection, &ENVELOPE, MESSAGE).await;
    assert!(
        matches!(delivery.outcome, SmtpOutcome::Accepted(_)),
        "{delivery:?}"
    );
    assert_eq!(dots, 1);
    server.seen().await;
}

#[tokio::test]
async fn a_refusal_of_the_message_is_no_doubt() {
    for (reply, code, reusable) in [
        ("554 5.7.1 spam", 554, true),
        ("452 4.3.1 disk full", 452, true),
        ("421 4.3.2 bye", 421, false),
    ] {
        let mut steps = announced(&[], &["250 ok", "250 ok", "354 go"]);
        steps.extend([Message, say(reply)]);
        let (delivery, dots, _) = first(&[], steps, MESSAGE).await;
        assert_eq!(
            (refusal(&delivery), dots),
            ((Phase::Dot, code, reusable), 1)
        );
    }
}

#[tokio::test]
async fn one_connection_takes_many_messages() {
    for offers in WAYS {
        let mut script = hello(offers);
        for _ in 0..200 {
            script.extend(taken(offers));
        }
        script.extend([Hear("QUIT"), say("221 bye")]);
        let server = Server::start(vec![script]).await;
        let mut connection = connect(&server, &patient()).await;
        for number in 0..200 {
            let message = format!("Subject: {number}\r\n\r\nHello\r\n");
            let (delivery, _) = deliver(&mut connection, &ENVELOPE, message.as_bytes()).await;
            assert!(matches!(delivery.outcome, SmtpOutcome::Accepted(_)) && delivery.reusable);
        }
        connection.quit().await;
        let seen = server.seen().await;
        assert_eq!(seen.messages.len(), 200);
        assert_eq!(seen.messages[199], b"Subject: 199\r\n\r\nHello\r\n");
    }
}

#[tokio::test]
async fn messages_go_encrypted() {
    let offers = &["PIPELINING"][..];
    let script = [encrypted(offers), taken(offers), taken(offers)].concat();
    let server = Server::start(vec![script]).await;
    let relay = Relay::parse(&server.url("smtp", "")).unwrap();
    let opened = Connection::open(&relay, "client.example", &patient()).await;
    let mut connection = opened.ok().unwrap();
    let large = [
        &b"Subject: Large\r\n\r\n"[..],
        &b"Hello again\r\n".repeat(50_000),
    ]
    .concat();
    for message in [MESSAGE, &large] {
        let (delivery, dots) = deliver(&mut connection, &ENVELOPE, message).await;
        assert!(
            matches!(delivery.outcome, SmtpOutcome::Accepted(_)),
            "{delivery:?}"
        );
        assert_eq!(dots, 1);
    }
    assert!(server.seen().await.messages == [MESSAGE, &large]);
}

#[tokio::test]
async fn dots_arrive_as_they_were() {
    let message = b"Subject: .\r\n\r\n.\r\n..\r\n.a\r\na.\r\n\r\n.\r\n";
    let (_, _, seen) = first(&[], taken(&[]), message).await;
    let text = String::from_utf8(seen.messages[0].clone()).unwrap();
    let lines = text
        .split("\r\n")
        .map(|line| line.strip_prefix('.').unwrap_or(line));
    assert_eq!(lines.collect::<Vec<_>>().join("\r\n").as_bytes(), message);
}

#[tokio::test]
async fn what_a_server_offers_is_used() {
    let offers = ["SMTPUTF8", "8BITMIME", "SIZE 1000"];
    let script = [
        hello(&offers),
        vec![
            HearAlone("MAIL FROM:<b-1@bounces.example.com> SIZE=25 SMTPUTF8 BODY=8BITMIME"),
            say("250 ok"),
            HearAlone("RCPT TO:<jörg@example.org>"),
            say("250 ok"),
            HearAlone("DATA"),
            say("354 go"),
            Message,
            say("250 ok"),
            HearAlone("MAIL FROM:<> SIZE=25"),
            say("250 ok"),
            HearAlone("RCPT TO:<\"a b\"@example.org>"),
            say("250 ok"),
            HearAlone("DATA"),
            say("354 go"),
            Message,
            say("250 ok"),
        ],
    ];
    let server = Server::start(vec![script.concat()]).await;
    let mut connection = connect(&server, &patient()).await;
    let unicode = Envelope {
        to: "jörg@example.org",
        ..ENVELOPE
    };
    let quoted = Envelope {
        from: "",
        to: "\"a b\"@example.org",
    };
    for envelope in [unicode, quoted] {
        let (delivery, _) = deliver(&mut connection, &envelope, MESSAGE).await;
        assert!(
            matches!(delivery.outcome, SmtpOutcome::Accepted(_)),
            "{delivery:?}"
        );
    }
    let lines = server.seen().await.lines;
    assert!(!lines[4].contains("SMTPUTF8"), "{lines:?}");
}

type Unfit = (Envelope<'static>, &'static [u8], (u8, u16, u16), ReplyClass);

fn unfit() -> [Unfit; 8] {
    let to = |to| Envelope { to, ..ENVELOPE };
    let from = |from| Envelope { from, ..ENVELOPE };
    let unicode_header = "To: <jörg@example.org>\r\n\r\nHello\r\n".as_bytes();
    let (of_message, of_address) = (ReplyClass::MessageFailure, ReplyClass::AddressFailure);
    let injected = to("ada@example.org>\r\nRCPT TO:<eve@example.org");
    let parameter = from("a> SIZE=1 <b@example.com");
    [
        (to("jörg@example.org"), MESSAGE, (5, 6, 7), of_message),
        (ENVELOPE, unicode_header, (5, 6, 7), of_message),
        (ENVELOPE, &[b'x'; 101], (5, 3, 4), of_message),
        (injected, MESSAGE, (5, 1, 3), of_address),
        (to("ada @example.org"), MESSAGE, (5, 1, 3), of_address),
        (to(""), MESSAGE, (5, 1, 3), of_address),
        (parameter, MESSAGE, (5, 1, 7), ReplyClass::RefusesUs),
        (
            from("a@b.example\nRSET"),
            MESSAGE,
            (5, 1, 7),
            ReplyClass::RefusesUs,
        ),
    ]
}

#[tokio::test]
async fn what_cannot_go_is_refused_before_anything_is_said() {
    let goodbye = vec![HearAlone("QUIT"), say("221 bye")];
    let server = Server::start(vec![[hello(&["SIZE 100"]), goodbye].concat()]).await;
    let mut connection = connect(&server, &patient()).await;
    for (envelope, message, status, verdict) in unfit() {
        let (delivery, dots) = deliver(&mut connection, &envelope, message).await;
        let SmtpOutcome::Refused { reply, .. } = &delivery.outcome else {
            panic!("{delivery:?}");
        };
        let found = (reply.enhanced, delivery.outcome.verdict());
        assert_eq!(found, (Some(status), Some(verdict)));
        assert_eq!((delivery.reusable, dots), (true, 0));
    }
    connection.quit().await;
    server.seen().await;
}
