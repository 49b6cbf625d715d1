//! An rspamd and a spamd that judge mails, and servers that are neither.

use std::net::Ipv4Addr;
use std::time::Duration;

use postrider_mail::filters::{FilterError, FilterLimits, Rspamd, Spamd, Transport, Verdict};
use postrider_mail::password::Password;
use postrider_mail::smtp::TrustedCertificate;
use postrider_test_support::dns_server::{Published, Says};
use postrider_test_support::rude_server::{Manner, RudeServer};
use postrider_test_support::servers;
use tokio::time::Instant;
use url::Url;

/// Every filter calls a mail with this spam, so that it can be seen to work.
const GTUBE: &str = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
const LIMITS: FilterLimits = FilterLimits {
    deadline: Duration::from_secs(30),
    bytes: 512 << 10,
};

fn message(text: &str) -> Vec<u8> {
    format!(
        "From: Shop <news@filter.test>\r\nTo: ada@seed.test\r\nSubject: News of this week\r\n\
         Message-ID: <1@filter.test>\r\nDate: Wed, 07 Jan 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    )
    .into_bytes()
}

fn transport() -> Transport<'static> {
    Transport {
        ip: Some(Ipv4Addr::new(192, 0, 2, 1).into()),
        helo: "mta.filter.test",
        from: "bounces@filter.test",
        recipient: "ada@seed.test",
    }
}

fn rspamd(port: u16, password: Option<&str>) -> Rspamd {
    let url = Url::parse(&format!("http://127.0.0.1:{port}")).unwrap();
    let trusted = TrustedCertificate::system().unwrap();
    Rspamd::new(&url, password.map(Password::new), &trusted).unwrap()
}

fn spamd(port: u16) -> Spamd {
    Spamd {
        host: "127.0.0.1".to_owned(),
        port,
        user: Some("nobody".to_owned()),
    }
}

fn has(verdict: &Verdict, name: &str) -> bool {
    verdict.rules.iter().any(|rule| rule.name == name)
}

#[tokio::test]
async fn rspamd_judges_a_mail_and_how_it_came() {
    let Some(server) = servers::Rspamd::shared() else {
        return;
    };
    let allows = "v=spf1 ip4:192.0.2.1 -all".to_owned();
    let records = vec![Published::Text(vec![allows])];
    server.dns.says("filter.test", Says::Publishes(records));
    let filter = rspamd(server.port, None);
    let verdict = filter
        .ask(&message("Hello Ada"), transport(), &LIMITS)
        .await;
    let verdict = verdict.unwrap();
    assert!(
        !verdict.is_spam && verdict.score < verdict.threshold,
        "{verdict:?}"
    );
    // By the address, and by the sender and the recipient of the envelope.
    assert!(has(&verdict, "R_SPF_ALLOW"), "{verdict:?}");
    assert!(has(&verdict, "FROM_NEQ_ENVFROM"), "{verdict:?}");
    assert!(has(&verdict, "TO_MATCH_ENVRCPT_ALL"), "{verdict:?}");
    assert!(verdict.rules.iter().any(|rule| rule.description.is_some()));
    let from_elsewhere = Transport {
        ip: Some(Ipv4Addr::new(192, 0, 2, 99).into()),
        ..transport()
    };
    let hello = message("Hello Ada");
    let verdict = filter.ask(&hello, from_elsewhere, &LIMITS).await;
    assert!(has(&verdict.unwrap(), "R_SPF_FAIL"));
    let verdict = filter.ask(&message(GTUBE), transport(), &LIMITS).await;
    let verdict = verdict.unwrap();
    assert!(
        verdict.is_spam && verdict.score >= verdict.threshold,
        "{verdict:?}"
    );
    assert!(has(&verdict, "GTUBE"), "{verdict:?}");
    // What says nothing about how it came is judged too, and so is what is no mail.
    for odd in [&b""[..], b"\0\xff\r\n", b"no mail at all"] {
        let verdict = filter.ask(odd, Transport::default(), &LIMITS).await;
        let is_answer = matches!(verdict, Ok(_) | Err(FilterError::Refused(_)));
        assert!(is_answer, "{odd:?}: {verdict:?}");
    }
}

#[tokio::test]
async fn rspamd_is_given_its_password() {
    let Some(server) = servers::Rspamd::shared() else {
        return;
    };
    let right = rspamd(server.guarded_port, Some(servers::Rspamd::PASSWORD));
    let verdict = right.ask(&message("Hello Ada"), transport(), &LIMITS).await;
    assert!(verdict.is_ok(), "{verdict:?}");
    for wrong in [Some("not this one"), None] {
        let filter = rspamd(server.guarded_port, wrong);
        assert!(!format!("{filter:?}").contains("not this one"));
        let hello = message("Hello Ada");
        let refused = filter.ask(&hello, transport(), &LIMITS).await;
        let refused = refused.unwrap_err();
        assert!(matches!(refused, FilterError::Refused(_)), "{refused:?}");
        assert!(!format!("{refused:?}").contains("not this one"));
    }
}

#[tokio::test]
async fn spamd_judges_a_mail() {
    let Some(server) = servers::Spamd::shared() else {
        return;
    };
    let filter = spamd(server.port);
    let hello = message("Hello Ada");
    let verdict = filter.ask(&hello, transport(), &LIMITS).await.unwrap();
    assert!(
        !verdict.is_spam && verdict.score < verdict.threshold,
        "{verdict:?}"
    );
    // It reads from where the mail came.
    for rule in ["NO_RELAYS", "NO_RECEIVED", "UNPARSEABLE_RELAY"] {
        assert!(!has(&verdict, rule), "{verdict:?}");
    }
    let from_nowhere = Transport {
        ip: None,
        ..transport()
    };
    let verdict = filter.ask(&hello, from_nowhere, &LIMITS).await.unwrap();
    assert!(has(&verdict, "NO_RELAYS"), "{verdict:?}");
    let verdict = filter.ask(&message(GTUBE), transport(), &LIMITS).await;
    let verdict = verdict.unwrap();
    assert!(verdict.is_spam && verdict.score > 900.0, "{verdict:?}");
    let rule = &verdict.rules[0];
    assert_eq!(rule.name, "GTUBE");
    let description = rule.description.as_deref().unwrap();
    assert!(
        description.contains("Unsolicited Bulk Email"),
        "{description}"
    );
    // A table in the mail is not the one of the report.
    let forged = message("---- ---\n 99 FORGED_RULE  of the sender\n");
    let verdict = filter.ask(&forged, transport(), &LIMITS).await.unwrap();
    assert!(!has(&verdict, "FORGED_RULE"), "{verdict:?}");
}

/// What each of them is told by a server of this manner.
async fn told(manner: Manner, limits: &FilterLimits) -> [Result<Verdict, FilterError>; 2] {
    let server = RudeServer::start(manner).await;
    let port = server.address().port();
    let since = Instant::now();
    let answers = [
        rspamd(port, None)
            .ask(&message("Hello"), transport(), limits)
            .await,
        spamd(port)
            .ask(&message("Hello"), transport(), limits)
            .await,
    ];
    assert!(since.elapsed() < Duration::from_secs(20), "{answers:?}");
    answers
}

#[tokio::test]
async fn what_is_no_filter_is_told_so() {
    let quick = FilterLimits {
        deadline: Duration::from_millis(700),
        ..LIMITS
    };
    for manner in [
        Manner::Silent,
        Manner::Drips(
            b"HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n".repeat(100),
            Duration::from_millis(20),
        ),
    ] {
        let answers = told(manner, &quick).await;
        assert_eq!(
            answers,
            [Err(FilterError::TooLate), Err(FilterError::TooLate)]
        );
    }
    let [rspamd, spamd] = told(Manner::HangsUp, &LIMITS).await;
    assert!(
        matches!(rspamd, Err(FilterError::Unreachable(_))),
        "{rspamd:?}"
    );
    let is_gone = matches!(
        spamd,
        Err(FilterError::Unreachable(_) | FilterError::Nonsense(_))
    );
    assert!(is_gone, "{spamd:?}");
    for odd in ["", "\0\u{1}\u{2}\r\n\r\n", "220 mx.test ESMTP\r\n"] {
        for answer in told(Manner::Says(odd.into()), &LIMITS).await {
            let is_odd = matches!(
                answer,
                Err(FilterError::Unreachable(_) | FilterError::Nonsense(_))
            );
            assert!(is_odd, "{odd:?}: {answer:?}");
        }
    }
}

fn http(body: &str) -> Manner {
    let length = body.len();
    Manner::Says(format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{body}").into_bytes())
}

#[tokio::test]
async fn answers_without_end_or_sense_are_no_verdicts() {
    let big = format!(
        r#"{{"score": 1, "required_score": 15, "x": "{}"}}"#,
        "x".repeat(10 << 20)
    );
    let [rspamd, _] = told(http(&big), &LIMITS).await;
    assert_eq!(rspamd, Err(FilterError::TooMuch));
    let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(4096)).into_bytes();
    let [rspamd, _] = told(Manner::Floods(head, chunk), &LIMITS).await;
    assert_eq!(rspamd, Err(FilterError::TooMuch));
    let report = format!(
        "SPAMD/1.1 0 EX_OK\r\nSpam: False ; 1 / 5\r\n\r\n{}",
        "x".repeat(10 << 20)
    );
    let [_, spamd] = told(Manner::Says(report.into()), &LIMITS).await;
    assert_eq!(spamd, Err(FilterError::TooMuch));
    let [_, spamd] = told(
        Manner::Floods(b"SPAMD/1.1 ".to_vec(), b"0".to_vec()),
        &LIMITS,
    )
    .await;
    assert_eq!(spamd, Err(FilterError::TooMuch));
    for body in [
        "",
        "{}",
        r#"{"score": NaN, "required_score": 15}"#,
        r#"{"score": 1e999, "required_score": 15}"#,
    ] {
        let [rspamd, _] = told(http(body), &LIMITS).await;
        assert!(
            matches!(rspamd, Err(FilterError::Nonsense(_))),
            "{body:?}: {rspamd:?}"
        );
    }
    for score in ["nan / 5.0", "inf / 5.0", "1 / -inf", "1e999 / 5"] {
        let answer = format!("SPAMD/1.1 0 EX_OK\r\nSpam: True ; {score}\r\n\r\n");
        let [_, spamd] = told(Manner::Says(answer.into()), &LIMITS).await;
        assert!(
            matches!(spamd, Err(FilterError::Nonsense(_))),
            "{score}: {spamd:?}"
        );
    }
}

#[tokio::test]
async fn refusals_are_told_apart_and_followed_nowhere() {
    for (head, body) in [
        ("503 Service Unavailable", r#"{"error": "busy"}"#),
        ("302 Found\r\nLocation: http://127.0.0.1:1/", ""),
    ] {
        let length = body.len();
        let answer = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\n\r\n{body}");
        let [rspamd, _] = told(Manner::Says(answer.into()), &LIMITS).await;
        assert!(matches!(rspamd, Err(FilterError::Refused(_))), "{rspamd:?}");
    }
    let odd = Manner::Says(b"SPAMD/1.0 76 Bad header line\r\n".to_vec());
    let [_, refused] = told(odd, &LIMITS).await;
    assert_eq!(
        refused,
        Err(FilterError::Refused("SPAMD/1.0 76 Bad header line".into()))
    );
    let server = RudeServer::start(Manner::Silent).await;
    let port = server.address().port();
    drop(server);
    let nobody = rspamd(port, None).ask(b"x", transport(), &LIMITS).await;
    assert!(
        matches!(nobody, Err(FilterError::Unreachable(_))),
        "{nobody:?}"
    );
    let nobody = spamd(port).ask(b"x", transport(), &LIMITS).await;
    assert!(
        matches!(nobody, Err(FilterError::Unreachable(_))),
        "{nobody:?}"
    );
}

#[tokio::test]
async fn what_is_no_address_of_a_filter_is_refused() {
    let trusted = TrustedCertificate::system().unwrap();
    for odd in [
        "ftp://localhost",
        "mailto:x@y",
        "data:,x",
        "http://ada:secret@localhost",
        "unix:/run/rspamd",
    ] {
        let url = Url::parse(odd).unwrap();
        assert!(Rspamd::new(&url, None, &trusted).is_err(), "{odd}");
    }
}
