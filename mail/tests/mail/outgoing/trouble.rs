//! Servers that break off, fall silent or talk nonsense in the middle of a delivery.

use std::time::Duration;

use postrider_mail::smtp::{Phase, ReplyClass, SmtpOutcome};
use postrider_test_support::smtp_server::Step::{Freeze, Hang, Message};
use postrider_test_support::smtp_server::{Server, hello, say};

use super::deliver::{ENVELOPE, MESSAGE, WAYS, announced, connect, deliver, first, refusal, taken};
use super::open::patient;

#[tokio::test]
async fn a_refusal_stands_although_the_connection_breaks() {
    let offers = &["PIPELINING"][..];
    let broken: [(&[&str], Phase); 5] = [
        (&["550 5.7.1 no"], Phase::Mail),
        (&["250 ok", "550 5.1.1 unknown"], Phase::Rcpt),
        (&["250 ok", "550 5.1.1 unknown", "421 bye"], Phase::Rcpt),
        (&["250 ok", "550 5.1.1 unknown", "354 go"], Phase::Rcpt),
        (&["550 5.7.1 no", "nonsense", "nonsense"], Phase::Mail),
    ];
    for (replies, phase) in broken {
        let (delivery, dots, _) = first(offers, announced(offers, replies), MESSAGE).await;
        assert_eq!((refusal(&delivery), dots), ((phase, 550, false), 0));
    }
}

#[tokio::test]
async fn a_server_that_closes_is_left() {
    for offers in WAYS {
        for (replies, phase) in [
            (&["421 4.7.0 bye"][..], Phase::Mail),
            (&["250 ok", "421 4.7.0 bye"], Phase::Rcpt),
            (&["250 ok", "250 ok", "421 4.7.0 bye"], Phase::Data),
        ] {
            let (delivery, dots, _) = first(offers, announced(offers, replies), MESSAGE).await;
            assert_eq!((refusal(&delivery), dots), ((phase, 421, false), 0));
            assert_eq!(delivery.outcome.verdict(), Some(ReplyClass::Throttled));
        }
    }
}

#[tokio::test]
async fn trouble_before_the_dot_is_a_message_not_sent() {
    for offers in WAYS {
        for replies in [&[][..], &["250 ok"], &["250 ok", "250 ok"]] {
            let said = announced(offers, replies);
            for last in [
                vec![],
                vec![say("nonsense")],
                vec![say("334 what?")],
                vec![say("250-")],
                vec![Hang],
            ] {
                let steps = [said.clone(), last].concat();
                let (delivery, dots, _) = first(offers, steps, MESSAGE).await;
                assert!(
                    matches!(delivery.outcome, SmtpOutcome::NotSent(_)),
                    "{replies:?} {delivery:?}"
                );
                assert!(!delivery.reusable);
                assert_eq!(dots, 0);
            }
        }
        let unready = announced(offers, &["250 ok", "250 ok", "250 what?"]);
        let (delivery, dots, _) = first(offers, unready, MESSAGE).await;
        assert!(
            matches!(delivery.outcome, SmtpOutcome::NotSent(_)),
            "{delivery:?}"
        );
        assert_eq!(dots, 0);
    }
}

#[tokio::test]
async fn trouble_after_the_dot_is_doubt() {
    for offers in WAYS {
        for last in [
            vec![],
            vec![say("nonsense")],
            vec![say("354 more?")],
            vec![say("250-queued")],
            vec![Hang],
        ] {
            let mut steps = announced(offers, &["250 ok", "250 ok", "354 go"]);
            steps.push(Message);
            steps.extend(last);
            let (delivery, dots, _) = first(offers, steps, MESSAGE).await;
            assert!(
                matches!(delivery.outcome, SmtpOutcome::InDoubt(_)),
                "{delivery:?}"
            );
            assert_eq!(delivery.outcome.verdict(), None);
            assert!(!delivery.reusable);
            assert_eq!(dots, 1);
        }
    }
}

#[tokio::test]
async fn a_reply_before_the_dot_is_none_to_it() {
    for offers in WAYS {
        let early = "354 go\r\n250 2.0.0 queued already";
        let mut steps = announced(offers, &["250 ok", "250 ok", early]);
        steps.push(Hang);
        let (delivery, dots, seen) = first(offers, steps, MESSAGE).await;
        assert!(
            matches!(delivery.outcome, SmtpOutcome::NotSent(_)),
            "{delivery:?}"
        );
        assert_eq!((delivery.reusable, dots), (false, 0));
        assert_eq!(seen.messages, [b""]);
    }
}

#[tokio::test]
async fn a_dot_that_cannot_be_recorded_is_not_sent() {
    let mut script = hello(&[]);
    script.extend(announced(&[], &["250 ok", "250 ok", "354 go"]));
    script.push(Hang);
    let server = Server::start(vec![script]).await;
    let mut connection = connect(&server, &patient()).await;
    let full = || Err(std::io::Error::other("disk full"));
    let delivery = connection.deliver(&ENVELOPE, MESSAGE, full).await;
    assert!(matches!(&delivery.outcome, SmtpOutcome::NotSent(why) if why.contains("disk full")));
    assert!(!delivery.reusable);
    drop(connection);
    assert_eq!(server.seen().await.messages, [b""]);
}

#[tokio::test]
async fn a_message_that_is_not_read_to_its_end_is_not_sent() {
    let large = b"x"
        .repeat(75)
        .into_iter()
        .chain(*b"\r\n")
        .cycle()
        .take(77 * 300_000);
    let large: Vec<u8> = large.collect();
    for last in [vec![Freeze], vec![]] {
        let steps = [announced(&[], &["250 ok", "250 ok", "354 go"]), last].concat();
        let (delivery, dots, _) = first(&[], steps, &large).await;
        assert!(
            matches!(delivery.outcome, SmtpOutcome::NotSent(_)),
            "{delivery:?}"
        );
        assert_eq!(dots, 0, "the end never left");
    }
    let steps = [
        announced(&[], &["250 ok", "250 ok", "354 go"]),
        vec![Message, say("250 ok")],
    ]
    .concat();
    let (delivery, dots, seen) = first(&[], steps, &large).await;
    assert!(
        matches!(delivery.outcome, SmtpOutcome::Accepted(_)),
        "{delivery:?}"
    );
    assert_eq!(dots, 1);
    assert!(seen.messages == [large]);
}

#[tokio::test]
async fn a_connection_closed_while_it_lay_idle_loses_no_recipient() {
    for last in [vec![say("421 4.4.2 idle for too long")], vec![]] {
        let script = [hello(&[]), taken(&[]), last].concat();
        let server = Server::start(vec![script]).await;
        let mut connection = connect(&server, &patient()).await;
        let (delivery, _) = deliver(&mut connection, &ENVELOPE, MESSAGE).await;
        assert!(delivery.reusable);
        server.seen().await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        let (delivery, dots) = deliver(&mut connection, &ENVELOPE, MESSAGE).await;
        assert!(
            matches!(delivery.outcome, SmtpOutcome::NotSent(_)),
            "{delivery:?}"
        );
        assert_eq!((delivery.reusable, dots), (false, 0));
    }
}
