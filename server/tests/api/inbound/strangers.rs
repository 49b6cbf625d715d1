//! Whoever comes to the listener: strangers, peers that are known, the postmaster's correspondents, and encryption.

use std::time::Duration;

use postrider_mail::capture::Captured;
use postrider_mail::inbound::CertificateFiles;
use postrider_mail::smtp::{AnyCertificate, Connection, Relay, Timeouts};
use postrider_test_support::smtp_server::Certificate;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

use super::{Home, answer};
use crate::domains::MAIL_HOST;
use crate::support::TestServer;

const ADA: &str = "ada@example.com";
const TAKEN: &str = "250 2.0.0 taken";

/// A connection from this address of the machine, and what it is greeted with.
async fn from(server: &TestServer, address: &str) -> (BufReader<TcpStream>, String) {
    let socket = TcpSocket::new_v4().unwrap();
    socket
        .bind(format!("{address}:0").parse().unwrap())
        .unwrap();
    let stream = socket.connect(server.inbound()).await.unwrap();
    let mut stream = BufReader::new(stream);
    let greeting = answer(&mut stream).await;
    (stream, greeting)
}

async fn ask(stream: &mut BufReader<TcpStream>, line: &str) -> String {
    let line = format!("{line}\r\n");
    stream.write_all(line.as_bytes()).await.unwrap();
    answer(stream).await
}

#[tokio::test]
async fn a_hundred_who_name_the_feedback_mailbox_shut_nobody_out() {
    let home = Home::sent(&[ADA]).await;
    let mut idle = Vec::new();
    for network in 1..=10 {
        for _ in 0..10 {
            let (mut stream, greeting) = from(&home.server, &format!("127.0.{network}.1")).await;
            assert!(greeting.starts_with("220"), "{greeting}");
            ask(&mut stream, "EHLO a.test").await;
            ask(&mut stream, "MAIL FROM:<>").await;
            let named = ask(&mut stream, &format!("RCPT TO:<feedback@{MAIL_HOST}>")).await;
            assert_eq!(named, "250 2.1.5 ok");
            idle.push(stream);
        }
    }
    assert_eq!(home.report(ADA, "postfix_unknown").await, TAKEN);
    assert_eq!(answer(&mut idle[0]).await, "421 4.7.0 too many connections");
}

#[tokio::test]
async fn a_network_has_its_part_of_the_connections_however_many_addresses_it_has() {
    let home = Home::sent(&[ADA]).await;
    let mut inside = Vec::new();
    for index in 1..=20 {
        let (stream, greeting) = from(&home.server, &format!("127.0.7.{index}")).await;
        assert!(greeting.starts_with("220"), "{greeting}");
        inside.push(stream);
    }
    let (_, turned_away) = from(&home.server, "127.0.7.99").await;
    assert_eq!(turned_away, "421 4.7.0 too many connections");
    let (_, welcome) = from(&home.server, "127.0.8.1").await;
    assert!(welcome.starts_with("220"), "{welcome}");
}

#[tokio::test]
async fn who_has_shown_a_token_is_not_crowded_out_by_strangers() {
    let home = Home::sent(&[ADA]).await;
    let path = home.return_path(ADA);
    let (mut known, _) = from(&home.server, "127.0.9.1").await;
    for line in ["EHLO a.test", "MAIL FROM:<>", &format!("RCPT TO:<{path}>")] {
        let said = ask(&mut known, line).await;
        assert!(said.starts_with("250"), "{said}");
    }
    let mut strangers = Vec::new();
    for index in 0..150 {
        let address = format!("127.1.{}.1", index % 100);
        let (stream, greeting) = from(&home.server, &address).await;
        assert!(greeting.starts_with("220"), "{greeting}");
        strangers.push(stream);
    }
    // It comes back as somebody who is known too.
    let (mut again, greeting) = from(&home.server, "127.0.9.1").await;
    assert!(greeting.starts_with("220"), "{greeting}");
    for index in 0..120 {
        let address = format!("127.2.{}.1", index % 100);
        strangers.push(from(&home.server, &address).await.0);
    }
    assert_eq!(ask(&mut known, "NOOP").await, "250 2.0.0 ok");
    assert_eq!(ask(&mut again, "NOOP").await, "250 2.0.0 ok");
}

#[tokio::test]
async fn the_postmaster_is_there_and_answers_nobody() {
    let home = Home::sent(&[ADA]).await;
    let before = home.sink.messages().len();
    let letter = "From: eve@far.test\r\nSubject: You send spam\r\n\r\nPlease stop.\r\n";
    let own = format!("postmaster@{MAIL_HOST}");
    let upper = format!("PostMaster@{}", MAIL_HOST.to_uppercase());
    for to in [
        &own,
        &upper,
        "Postmaster",
        "postmaster@bounces.news.example.com",
    ] {
        assert_eq!(home.bring("eve@far.test", to, letter).await, TAKEN, "{to}");
    }
    let foreign = home.bring("", "postmaster@far.test", letter).await;
    assert!(foreign.starts_with("550 5.7.1"), "{foreign}");
    let captured = Captured::open(&home.server.folder().join("captured"));
    let kept = captured.list(Some("postmaster"), 10).unwrap();
    assert_eq!(kept.len(), 4);
    let first = captured.read(&kept[0].id).unwrap().unwrap();
    assert_eq!(first.from, "eve@far.test");
    assert!(
        String::from_utf8(first.message)
            .unwrap()
            .contains("Please stop.")
    );
    // A report that also goes to the postmaster is dealt with all the same.
    let (mut stream, _) = from(&home.server, "127.0.0.1").await;
    let path = home.return_path(ADA);
    let report = home.about(ADA, "postfix_unknown");
    for line in [
        "EHLO a.test",
        "MAIL FROM:<>",
        "RCPT TO:<postmaster>",
        &format!("RCPT TO:<{path}>"),
        "DATA",
    ] {
        ask(&mut stream, line).await;
    }
    assert_eq!(ask(&mut stream, &format!("{report}\r\n.")).await, TAKEN);
    assert_eq!(captured.list(Some("postmaster"), 10).unwrap().len(), 5);
    assert_eq!(home.contact(ADA).await["suppressed"], true);
    assert_eq!(home.sink.messages().len(), before, "nothing is sent back");
}

#[tokio::test]
async fn encryption_is_offered_with_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let (chain, key) = Certificate::self_signed().write(folder.path());
    let files = CertificateFiles { chain, key };
    let builder = TestServer::with()
        .configure(move |config| config.inbound_certificate = Some(files.clone()));
    let home = Home::with(builder, "ok", &[ADA]).await;
    let tls = AnyCertificate::new().unwrap();
    let relay = Relay::exchanger(MAIL_HOST, home.server.inbound(), &tls);
    let patient = Timeouts {
        connect: Duration::from_secs(30),
        ..Timeouts::default()
    };
    let connection = Connection::open(&relay, "mx.x.test", &patient)
        .await
        .unwrap();
    assert!(connection.is_encrypted());
    connection.quit().await;
    // In the clear it still takes what comes, and nothing that follows `STARTTLS` at once.
    assert_eq!(home.report(ADA, "postfix_unknown").await, TAKEN);
    let (mut stream, _) = from(&home.server, "127.0.0.1").await;
    ask(&mut stream, "EHLO a.test").await;
    let path = home.return_path(ADA);
    let injected = format!("STARTTLS\r\nMAIL FROM:<>\r\nRCPT TO:<{path}>");
    let refused = ask(&mut stream, &injected).await;
    assert!(refused.starts_with("501 5.5.1"), "{refused}");
    assert_eq!(answer(&mut stream).await, "");
}
