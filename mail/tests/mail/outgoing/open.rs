//! Greeting, encryption, login: what makes a connection, and why there is none.

use std::time::Duration;

use postrider_mail::smtp::{Connection, Failure, Phase, Relay, ReplyClass, Timeouts};
use postrider_test_support::smtp_server::Step::{Freeze, Hang, Hear, StartTls};
use postrider_test_support::smtp_server::{Certificate, Server, Step, ehlo, hello, say};

pub fn quick() -> Timeouts {
    let short = Duration::from_millis(500);
    Timeouts {
        connect: Duration::from_secs(5),
        greeting: short,
        command: short,
        data: short,
        dot: short,
    }
}

/// Short waits only for servers that fall silent: on a busy machine the others may take their time.
pub fn fit_for(script: &[Step]) -> Timeouts {
    let silent = script.iter().any(|step| matches!(step, Hang | Freeze));
    if silent { quick() } else { patient() }
}

pub fn patient() -> Timeouts {
    let long = Duration::from_secs(10);
    Timeouts {
        connect: long,
        greeting: long,
        command: long,
        data: long,
        dot: long,
    }
}

async fn open(
    server: &Server,
    scheme: &str,
    rest: &str,
    timeouts: &Timeouts,
) -> Result<Connection, Failure> {
    let relay = Relay::parse(&server.url(scheme, rest)).unwrap();
    Connection::open(&relay, "client.example", timeouts).await
}

/// Why there is no connection to a server that does this, and the lines it heard.
async fn failure(rest: &str, script: Vec<Step>) -> (Failure, Vec<String>) {
    let timeouts = fit_for(&script);
    let server = Server::start(vec![script]).await;
    let failure = open(&server, "smtp", rest, &timeouts).await.err().unwrap();
    (failure, server.seen().await.lines)
}

fn refused(failure: &Failure) -> (Phase, u16, ReplyClass) {
    match failure {
        Failure::Refused { phase, reply } => (*phase, reply.code, failure.verdict()),
        Failure::Trouble(trouble) => panic!("{trouble}"),
    }
}

fn is_trouble(failure: &Failure) -> bool {
    matches!(failure, Failure::Trouble(_)) && failure.verdict() == ReplyClass::TryLater
}

#[tokio::test]
async fn a_server_that_does_not_want_us_says_so_at_once() {
    for (greeting, verdict) in [
        (
            "554 5.7.1 Your address is on our list",
            ReplyClass::RefusesUs,
        ),
        ("521 We take no mail", ReplyClass::RefusesUs),
        ("421 4.7.0 Too many connections", ReplyClass::Throttled),
        ("450 Later", ReplyClass::TryLater),
    ] {
        let (failure, _) = failure("", vec![say(greeting)]).await;
        let (phase, code, found) = refused(&failure);
        assert_eq!((phase, found), (Phase::Greeting, verdict), "{greeting}");
        assert!(greeting.starts_with(&code.to_string()));
    }
}

#[tokio::test]
async fn a_server_that_makes_no_sense_is_left() {
    for script in [
        vec![],
        vec![Hang],
        vec![say("HTTP/1.1 400 Bad Request")],
        vec![say("354 go on")],
        vec![say(&"220-again\r\n".repeat(101)), Hang],
        vec![say(&"x".repeat(5000)), Hang],
        vec![say("220 ready")],
        vec![say("220 ready"), Hear("EHLO"), Hang],
        vec![say("220 ready"), Hear("EHLO"), say("250-a\r\n550 b"), Hang],
        vec![say("220 ready"), Hear("EHLO"), say("250-a")],
    ] {
        let (failure, _) = failure("", script).await;
        assert!(is_trouble(&failure), "{failure:?}");
    }
}

#[tokio::test]
async fn a_closed_port_is_trouble() {
    let relay = Relay::parse("smtp://127.0.0.1:1").unwrap();
    let failure = Connection::open(&relay, "client.example", &patient())
        .await
        .err()
        .unwrap();
    assert!(is_trouble(&failure), "{failure:?}");
}

#[tokio::test]
async fn old_servers_are_greeted_the_old_way() {
    let script = vec![
        say("220 ready"),
        Hear("EHLO"),
        say("502 5.5.1 unknown"),
        Hear("HELO client.example"),
        say("250 hello"),
        Hear("QUIT"),
        say("221 bye"),
    ];
    let server = Server::start(vec![script]).await;
    let connection = open(&server, "smtp", "", &patient()).await.ok().unwrap();
    connection.quit().await;
    assert_eq!(server.seen().await.lines.len(), 3);
}

#[tokio::test]
async fn a_refused_hello_is_told() {
    let both = vec![
        say("220 ready"),
        Hear("EHLO"),
        say("550 no"),
        Hear("HELO"),
        say("550 5.7.1 bad name"),
    ];
    let (refusal, _) = failure("", both).await;
    assert_eq!(
        refused(&refusal),
        (Phase::Hello, 550, ReplyClass::RefusesUs)
    );
    let (refusal, _) = failure("", vec![say("220 ready"), Hear("EHLO"), say("421 busy")]).await;
    assert_eq!(
        refused(&refusal),
        (Phase::Hello, 421, ReplyClass::Throttled)
    );
}

#[tokio::test]
async fn a_name_cannot_smuggle_a_command() {
    let script = vec![
        say("220 ready"),
        Step::HearAlone("EHLO clientRCPT"),
        ehlo(&[]),
    ];
    let server = Server::start(vec![script]).await;
    let relay = Relay::parse(&server.url("smtp", "")).unwrap();
    assert!(
        Connection::open(&relay, "client\r\nRCPT", &patient())
            .await
            .is_ok()
    );
    server.seen().await;
}

pub fn encrypted(offers: &[&str]) -> Vec<Step> {
    let mut script = hello(&["STARTTLS"]);
    script.extend([
        Hear("STARTTLS"),
        say("220 go ahead"),
        StartTls,
        Hear("EHLO"),
        ehlo(offers),
    ]);
    script
}

#[tokio::test]
async fn encryption_is_used_where_it_is_offered_with_any_certificate() {
    let server = Server::start(vec![encrypted(&[])]).await;
    assert!(open(&server, "smtp", "", &patient()).await.is_ok());
    assert_eq!(server.seen().await.lines.len(), 3);
}

#[tokio::test]
async fn without_encryption_mail_goes_in_the_clear_unless_it_must_not() {
    let mut declined = hello(&["STARTTLS"]);
    declined.extend([Hear("STARTTLS"), say("454 4.7.0 not now")]);
    let server = Server::start(vec![hello(&[]), declined, hello(&["STARTTLS"])]).await;
    for rest in ["", "", "?tls=never"] {
        assert!(open(&server, "smtp", rest, &patient()).await.is_ok());
    }
    server.seen().await;

    let (refusal, lines) = failure("?tls=required", hello(&[])).await;
    assert_eq!(
        refused(&refusal),
        (Phase::StartTls, 530, ReplyClass::RefusesUs)
    );
    assert_eq!(lines.len(), 1);
}

#[tokio::test]
async fn after_a_failed_handshake_the_server_is_asked_again_in_the_clear() {
    let mut broken = hello(&["STARTTLS"]);
    broken.extend([
        Hear("STARTTLS"),
        say("220 go ahead"),
        say("this is no handshake"),
    ]);
    let server = Server::start(vec![broken.clone(), hello(&[])]).await;
    assert!(open(&server, "smtp", "", &patient()).await.is_ok());
    server.seen().await;

    let (failure, _) = failure("?tls=required", broken).await;
    assert!(is_trouble(&failure), "{failure:?}");
}

#[tokio::test]
async fn who_insists_on_encryption_checks_the_certificate() {
    let known = Certificate::self_signed();
    let required = || vec![encrypted(&[])];
    let implicit = || vec![vec![StartTls, say("220 ready"), Hear("EHLO"), ehlo(&[])]];
    for (scheme, rest, script) in [
        ("smtp", "?tls=required", required()),
        ("smtps", "", implicit()),
    ] {
        let server = Server::with_certificate(script, &known).await;
        let relay = Relay::parse(&server.url(scheme, rest)).unwrap();
        let relay = relay.trusting(known.roots()).unwrap();
        assert!(
            Connection::open(&relay, "client.example", &patient())
                .await
                .is_ok()
        );
        server.seen().await;
    }
    for (scheme, rest, script) in [
        ("smtp", "?tls=required", required()),
        ("smtps", "", implicit()),
    ] {
        let server = Server::with_certificate(script, &known).await;
        let failure = open(&server, scheme, rest, &patient()).await.err().unwrap();
        assert!(failure.to_string().contains("certificate"), "{failure}");
        assert!(is_trouble(&failure));
        server.seen().await;
    }
}

#[tokio::test]
async fn what_was_said_before_encryption_is_not_heard_after_it() {
    let mut script = hello(&["STARTTLS"]);
    script.extend([Hear("STARTTLS"), say("220 go ahead\r\n250 injected"), Hang]);
    let (failure, _) = failure("?tls=required", script).await;
    assert!(failure.to_string().contains("out of turn"), "{failure}");
}

#[tokio::test]
async fn a_silent_handshake_ends_in_time() {
    let mut script = hello(&["STARTTLS"]);
    script.extend([Hear("STARTTLS"), say("220 go ahead"), Freeze]);
    let server = Server::start(vec![script]).await;
    let timeouts = Timeouts {
        connect: Duration::from_millis(300),
        ..quick()
    };
    let failure = open(&server, "smtp", "?tls=required", &timeouts)
        .await
        .err()
        .unwrap();
    assert!(is_trouble(&failure), "{failure:?}");
}

#[tokio::test]
async fn logins() {
    let plain = "AUTH PLAIN AGFkYQBzZWNyZXQ=";
    let accepted = [
        vec![Hear(plain), say("235 2.7.0 welcome")],
        vec![
            Hear("AUTH LOGIN"),
            say("334 VXNlcm5hbWU6"),
            Hear("YWRh"),
            say("334 UGFzc3dvcmQ6"),
            Hear("c2VjcmV0"),
            say("235 welcome"),
        ],
    ];
    for (offer, steps) in ["AUTH CRAM-MD5 PLAIN LOGIN", "AUTH LOGIN"]
        .into_iter()
        .zip(accepted)
    {
        let mut script = hello(&[offer]);
        script.extend(steps);
        let server = Server::start(vec![script]).await;
        let relay = server
            .url("smtp", "?tls=never")
            .replace("//", "//ada:secret@");
        let relay = Relay::parse(&relay).unwrap();
        assert!(
            Connection::open(&relay, "client.example", &patient())
                .await
                .is_ok(),
            "{offer}"
        );
        server.seen().await;
    }
}

/// Why a login fails against a server that offers this and then says so.
async fn login_failure(offers: &[&str], steps: Vec<Step>) -> Failure {
    let mut script = hello(offers);
    script.extend(steps);
    let server = Server::start(vec![script]).await;
    let relay = server
        .url("smtp", "?tls=never")
        .replace("//", "//ada:secret@");
    let relay = Relay::parse(&relay).unwrap();
    let failure = Connection::open(&relay, "client.example", &patient())
        .await
        .err()
        .unwrap();
    server.seen().await;
    failure
}

#[tokio::test]
async fn refused_logins_are_refusals_of_us() {
    let plain = |reply: &str| vec![Hear("AUTH PLAIN"), say(reply)];
    for (reply, code, verdict) in [
        ("535 5.7.8 wrong", 535, ReplyClass::RefusesUs),
        ("538 encryption needed", 538, ReplyClass::RefusesUs),
        ("454 4.7.0 later", 454, ReplyClass::TryLater),
        ("421 4.7.0 closing", 421, ReplyClass::Throttled),
    ] {
        let failure = login_failure(&["AUTH PLAIN"], plain(reply)).await;
        assert_eq!(refused(&failure), (Phase::Auth, code, verdict));
    }
    let steps = vec![
        Hear("AUTH LOGIN"),
        say("334 x"),
        Hear("YWRh"),
        say("535 wrong"),
    ];
    let failure = login_failure(&["AUTH LOGIN"], steps).await;
    assert_eq!(refused(&failure), (Phase::Auth, 535, ReplyClass::RefusesUs));
    let failure = login_failure(&["AUTH CRAM-MD5"], vec![]).await;
    assert_eq!(refused(&failure), (Phase::Auth, 504, ReplyClass::RefusesUs));
    let failure = login_failure(&["AUTH PLAIN"], plain("nonsense")).await;
    assert!(is_trouble(&failure));
}

#[tokio::test]
async fn no_password_goes_to_a_server_without_a_valid_certificate() {
    for script in [hello(&["AUTH PLAIN"]), encrypted(&["AUTH PLAIN"])] {
        let server = Server::start(vec![script]).await;
        let relay = server.url("smtp", "").replace("//", "//ada:secret@");
        let relay = Relay::parse(&relay).unwrap();
        let opened = Connection::open(&relay, "client.example", &patient()).await;
        assert!(opened.is_err());
        let lines = server.seen().await.lines;
        assert!(
            !lines.iter().any(|line| line.starts_with("AUTH")),
            "{lines:?}"
        );
    }
}
