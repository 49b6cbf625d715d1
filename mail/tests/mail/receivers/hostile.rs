//! Servers that are no mailboxes, or lie: every look ends, soon, with a word about why.

use std::time::Duration;

use postrider_mail::password::Password;
use postrider_mail::seeds::{LookLimits, Place, Security, SeedError, SeedMailbox, Sought, look};
use postrider_mail::smtp::TrustedCertificate;
use postrider_test_support::rude_server::{Manner, RudeServer};
use postrider_test_support::smtp_server::Step::{Hang, Hear};
use postrider_test_support::smtp_server::{Certificate, Server, Step, say};
use tokio::time::Instant;

const PASSWORD: &str = "open sesame";
const GREETING: &str = "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready";

pub fn seed(port: u16, security: Security) -> SeedMailbox {
    SeedMailbox {
        host: "localhost".to_owned(),
        port,
        security,
        user: "ada".to_owned(),
        password: Password::new(PASSWORD),
        inbox: "INBOX".to_owned(),
        spam: Vec::new(),
    }
}

pub fn limits(step: Duration) -> LookLimits {
    LookLimits {
        deadline: Duration::from_secs(20),
        step,
        answer_bytes: 64 << 10,
        bytes: 256 << 10,
    }
}

pub async fn look_at(seed: &SeedMailbox, limits: &LookLimits) -> Result<Place, SeedError> {
    let sought = Sought {
        message_id: "a@b",
        sent_ms: None,
    };
    let trusted = TrustedCertificate::of(Certificate::self_signed().roots()).unwrap();
    let since = Instant::now();
    let looked = look(seed, sought, limits, &trusted).await;
    assert!(since.elapsed() < Duration::from_secs(20), "{looked:?}");
    looked
}

/// All that is said when a message lies among the spam, one exchange after the other.
fn exchanges() -> Vec<(&'static str, String)> {
    vec![
        ("", GREETING.to_owned()),
        (
            "P1 AUTHENTICATE PLAIN ",
            "* CAPABILITY IMAP4rev1 SPECIAL-USE\r\nP1 OK in".to_owned(),
        ),
        (
            "P2 EXAMINE \"INBOX\"",
            "* 3 EXISTS\r\nP2 OK [READ-ONLY] it is".to_owned(),
        ),
        (
            "P3 UID SEARCH HEADER Message-ID \"<a@b>\"",
            "* SEARCH\r\nP3 OK done".to_owned(),
        ),
        (
            "P4 UID SEARCH HEADER X-Postrider-Copy \"<a@b>\"",
            "* SEARCH\r\nP4 OK done".to_owned(),
        ),
        (
            "P5 LIST (SPECIAL-USE) \"\" \"*\"",
            "* LIST (\\Junk) \"/\" {4}\r\nBulk\r\nP5 OK done".to_owned(),
        ),
        ("P6 EXAMINE \"Bulk\"", "P6 OK".to_owned()),
        (
            "P7 UID SEARCH HEADER",
            "* SEARCH 7 9\r\n* 4 EXISTS\r\nP7 OK done".to_owned(),
        ),
    ]
}

/// The good script up to an exchange, in which the server answers so instead.
pub fn script(until: usize, instead: Vec<Step>) -> Vec<Step> {
    let mut steps = Vec::new();
    for (at, (heard, said)) in exchanges().into_iter().enumerate() {
        if !heard.is_empty() {
            steps.push(Hear(heard));
        }
        if at == until {
            steps.extend(instead);
            return steps;
        }
        steps.push(say(&said));
    }
    steps
}

pub async fn look_with(script: Vec<Step>) -> Result<Place, SeedError> {
    let is_silent = script.iter().any(|step| matches!(step, Hang));
    let step = if is_silent { 500 } else { 10_000 };
    let server = Server::start(vec![script]).await;
    let seed = seed(server.address().port(), Security::Plain);
    let looked = look_at(&seed, &limits(Duration::from_millis(step))).await;
    server.seen().await;
    looked
}

#[tokio::test]
async fn an_honest_server_is_understood() {
    let mut steps = script(usize::MAX, Vec::new());
    steps.push(Hear("Z LOGOUT"));
    let looked = look_with(steps).await.unwrap();
    assert_eq!(looked, Place::Spam);
}

#[tokio::test]
async fn a_million_messages_are_not_more_than_one() {
    let progress = |n: u32| format!("* OK Searched {n}% of the mailbox\r\n");
    let told: String = (0..100).map(progress).collect();
    let found = format!("{told}* SEARCH 999999\r\n* 1000001 EXISTS\r\nP3 OK done");
    let opened =
        "* FLAGS (\\Seen)\r\n* 1000000 EXISTS\r\n* 250000 RECENT\r\nP2 OK [READ-ONLY] it is";
    let mut steps = script(2, vec![say(opened)]);
    steps.extend([Hear("P3 UID SEARCH"), say(&found), Hear("Z LOGOUT")]);
    assert_eq!(look_with(steps).await, Ok(Place::Inbox));
}

#[tokio::test]
async fn whatever_goes_wrong_at_any_step_has_a_name() {
    type Is = fn(&SeedError) -> bool;
    let lost: Is = |error| matches!(error, SeedError::Unreachable(_));
    let too_much: Is = |error| matches!(error, SeedError::TooMuch(_));
    let odd: Is = |error| matches!(error, SeedError::NotImap(_));
    let late: Is = |error| matches!(error, SeedError::TimedOut);
    for at in 0..exchanges().len() {
        let wrongs: Vec<(&str, Vec<Step>, Is)> = vec![
            ("it hangs up", vec![], lost),
            (
                "it hangs up in a word",
                vec![say("* O"), say("* LIST {9}\r\nx")],
                lost,
            ),
            (
                "it says goodbye",
                vec![say("* BYE too many connections")],
                lost,
            ),
            ("it stalls", vec![Hang], late),
            (
                "an endless line",
                vec![say(&format!("* OK {}", "x".repeat(200_000)))],
                too_much,
            ),
            (
                "a huge literal",
                vec![say("* LIST (\\Junk) \"/\" {4294967295}"), Hang],
                too_much,
            ),
            (
                "a literal beyond numbers",
                vec![say("* OK {99999999999999999999999}"), Hang],
                too_much,
            ),
        ];
        for (what, instead, is_expected) in wrongs {
            let error = look_with(script(at, instead)).await.unwrap_err();
            // A greeting is not followed by another line.
            let is_greeting = at == 0 && matches!(error, SeedError::NotImap(_));
            assert!(
                is_expected(&error) || is_greeting,
                "{what} at {at}: {error:?}"
            );
        }
        if at > 0 {
            let results = format!("* SEARCH{}", " 12345678".repeat(1_000_000));
            let endless = "* 1 EXISTS\r\n".repeat(50_000);
            for (what, said, is_expected) in [
                ("a million results", &*results, too_much),
                ("endless answers", &*endless, too_much),
                ("garbage", "\u{0}\u{1}\u{7f}\u{fffd}", odd),
                ("another's tag", "P99 OK done", odd),
                ("no verdict", "P1 PERHAPS\r\nP2 PERHAPS", odd),
            ] {
                let error = look_with(script(at, vec![say(said)])).await.unwrap_err();
                assert!(is_expected(&error), "{what} at {at}: {error:?}");
            }
        }
    }
}

#[tokio::test]
async fn what_is_declined_is_told_apart() {
    for (at, said, expected) in [
        (
            1,
            "P1 NO [AUTHENTICATIONFAILED] wrong",
            SeedError::Refused("NO [AUTHENTICATIONFAILED] wrong".into()),
        ),
        (1, "P1 BAD what", SeedError::Refused("BAD what".into())),
        (
            1,
            "P1 NO [UNAVAILABLE] later",
            SeedError::Unreachable("NO [UNAVAILABLE] later".into()),
        ),
        (
            2,
            "P2 NO no such folder",
            SeedError::Declined("NO no such folder".into()),
        ),
        (
            3,
            "P3 BAD no such search",
            SeedError::Declined("BAD no such search".into()),
        ),
        (6, "P6 NO gone", SeedError::Declined("NO gone".into())),
    ] {
        let error = look_with(script(at, vec![say(said)])).await;
        assert_eq!(error, Err(expected));
    }
}

#[tokio::test]
async fn who_searches_for_no_header_of_ours_has_answered_all_the_same() {
    for declined in ["P4 NO no index of that", "P4 BAD what is that"] {
        let mut steps = script(4, vec![say(declined)]);
        for (heard, said) in exchanges().into_iter().skip(5) {
            steps.extend([Hear(heard), say(&said)]);
        }
        steps.push(Hear("Z LOGOUT"));
        assert_eq!(look_with(steps).await, Ok(Place::Spam));
    }
}

#[tokio::test]
async fn what_is_no_mailbox_at_all_is_told_so() {
    let odd = b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec();
    let smtp = b"220 mx.test ESMTP\r\n".to_vec();
    let is_odd: fn(&SeedError) -> bool = |error| matches!(error, SeedError::NotImap(_));
    let is_late: fn(&SeedError) -> bool = |error| matches!(error, SeedError::TimedOut);
    let is_lost: fn(&SeedError) -> bool = |error| matches!(error, SeedError::Unreachable(_));
    let is_unsafe: fn(&SeedError) -> bool = |error| matches!(error, SeedError::Tls(_));
    let greeting = format!("{GREETING}\r\n").into_bytes();
    let drip = Manner::BeginsToDrip(vec![b'*'; 4000], Duration::from_millis(20));
    for (manner, security, is_expected) in [
        (Manner::Begins(odd), Security::Plain, is_odd),
        (Manner::Begins(smtp.clone()), Security::Plain, is_odd),
        (Manner::Begins(vec![0xff; 5000]), Security::Plain, is_odd),
        (
            Manner::Begins(b"* HELLO\r\n".to_vec()),
            Security::Plain,
            is_odd,
        ),
        (Manner::Begins(smtp), Security::StartTls, is_odd),
        (
            Manner::Begins(b"* PREAUTH welcome\r\n".to_vec()),
            Security::StartTls,
            is_unsafe,
        ),
        (Manner::Begins(greeting.clone()), Security::Tls, is_unsafe),
        (Manner::Begins(greeting), Security::StartTls, is_late),
        (Manner::Silent, Security::Plain, is_late),
        (Manner::Silent, Security::Tls, is_late),
        (drip, Security::Plain, is_late),
        (Manner::HangsUp, Security::Plain, is_lost),
        (Manner::HangsUp, Security::Tls, is_unsafe),
    ] {
        let what = format!("{manner:.60?} {security:?}");
        let server = RudeServer::start(manner).await;
        let seed = seed(server.address().port(), security);
        let error = look_at(&seed, &limits(Duration::from_millis(500)))
            .await
            .unwrap_err();
        assert!(is_expected(&error), "{what}: {error:?}");
    }
}

#[tokio::test]
async fn a_whole_look_has_an_end_too() {
    // Each step is quick enough; all of them together are not.
    let server = RudeServer::start(Manner::BeginsToDrip(
        "* OK x\r\n".repeat(2000).into_bytes(),
        Duration::from_millis(20),
    ));
    let server = server.await;
    let limits = LookLimits {
        deadline: Duration::from_secs(1),
        ..limits(Duration::from_mins(5))
    };
    let seed = seed(server.address().port(), Security::Plain);
    let trusted = TrustedCertificate::system().unwrap();
    let sought = Sought {
        message_id: "a@b",
        sent_ms: None,
    };
    let since = Instant::now();
    assert_eq!(
        look(&seed, sought, &limits, &trusted).await,
        Err(SeedError::TimedOut)
    );
    assert!(since.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn where_nobody_listens_nobody_is_found() {
    let server = RudeServer::start(Manner::Silent).await;
    let port = server.address().port();
    drop(server);
    let seed = seed(port, Security::Plain);
    let error = look_at(&seed, &limits(Duration::from_secs(5))).await;
    assert!(matches!(error, Err(SeedError::Unreachable(_))), "{error:?}");
}
