//! Hosts that DNS names: reached at an address that is known, encrypted where they can.

use postrider_mail::smtp::{AnyCertificate, Connection, Envelope, Failure, Relay, SmtpOutcome};
use postrider_test_support::smtp_server::Step::{Hear, Message};
use postrider_test_support::smtp_server::{Server, Step, hello, say};

use super::open::{encrypted, patient};

/// A name that nobody can look up: only the address leads there.
const NAME: &str = "mx.firma.test";

async fn open(server: &Server) -> Result<Connection, Failure> {
    let tls = AnyCertificate::new().unwrap();
    let relay = Relay::exchanger(NAME, server.address(), &tls);
    Connection::open(&relay, "client.example", &patient()).await
}

fn mail() -> Vec<Step> {
    vec![
        Hear("MAIL FROM:<b@example.com>"),
        say("250 ok"),
        Hear("RCPT TO:<ada@firma.test>"),
        say("250 ok"),
        Hear("DATA"),
        say("354 go on"),
        Message,
        say("250 taken"),
    ]
}

async fn takes_a_mail(mut connection: Connection) {
    let envelope = Envelope {
        from: "b@example.com",
        to: "ada@firma.test",
    };
    let delivery = connection.deliver(&envelope, b"a: b\r\n\r\nc\r\n", || Ok(()));
    assert!(matches!(delivery.await.outcome, SmtpOutcome::Accepted(_)));
}

#[tokio::test]
async fn a_host_is_reached_at_its_address_and_asked_for_by_its_name() {
    let script = [encrypted(&[]), mail()].concat();
    let server = Server::start(vec![script]).await;
    takes_a_mail(open(&server).await.ok().unwrap()).await;
    let seen = server.seen().await;
    assert_eq!(seen.server_names, [Some(NAME.to_owned())]);
    assert_eq!(seen.messages, [b"a: b\r\n\r\nc\r\n"]);
}

#[tokio::test]
async fn after_a_failed_handshake_the_mail_goes_in_the_clear() {
    let mut broken = hello(&["STARTTLS"]);
    broken.extend([
        Hear("STARTTLS"),
        say("220 go ahead"),
        say("this is no handshake"),
    ]);
    let script = [hello(&["STARTTLS"]), mail()].concat();
    let server = Server::start(vec![broken, script]).await;
    takes_a_mail(open(&server).await.ok().unwrap()).await;
    let seen = server.seen().await;
    assert!(seen.server_names.is_empty());
    assert_eq!(seen.messages.len(), 1);
}

#[tokio::test]
async fn a_host_that_offers_no_encryption_gets_its_mail_all_the_same() {
    let server = Server::start(vec![[hello(&[]), mail()].concat()]).await;
    takes_a_mail(open(&server).await.ok().unwrap()).await;
    assert_eq!(server.seen().await.messages.len(), 1);
}

#[tokio::test]
async fn the_name_is_told_where_there_is_no_connection() {
    let server = Server::start(vec![]).await;
    let address = server.address();
    server.seen().await;
    let tls = AnyCertificate::new().unwrap();
    let relay = Relay::exchanger(NAME, address, &tls);
    let failure = Connection::open(&relay, "client.example", &patient()).await;
    let why = failure.err().unwrap().to_string();
    assert!(why.contains(NAME), "{why}");
}
