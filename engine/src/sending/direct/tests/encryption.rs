//! What is encrypted stays so: hosts that did it a moment ago, and those of domains that promise it.

use std::io;

use postrider_mail::sink::RunningSink;
use postrider_test_support::smtp_server::{Certificate, Server, Step, ehlo, hello, say};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::*;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const POLICY: &str = "version: STSv1\nmode: enforce\nmx: mx1.firma.test\nmax_age: 86400\n";

/// A host that offers encryption.
fn encrypting(listen: SocketAddr) -> RunningSink {
    let options = SinkOptions {
        listen,
        starttls: true,
        ..SinkOptions::default()
    };
    Sink::start(options).unwrap()
}

#[tokio::test]
async fn a_host_that_encrypted_is_not_mailed_in_the_clear_for_a_day() {
    let first = encrypting(host(1, 0));
    let port = first.address.port();
    let world = World::new(port).await;
    world.has("firma.test", &[(10, "mx1.firma.test", 1)]);
    assert_taken(&world.mail("ada@firma.test").await);
    world.direct.close_idle(i64::MAX).await;
    first.stop();
    let clear = sink_at(host(1, port));
    assert_unreachable(&world.mail("ada@firma.test").await, "STARTTLS");
    assert_eq!(clear.report().accepted, 0);
    world.passes(DAY_MS);
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!(clear.report().accepted, 1);
}

#[tokio::test]
async fn a_host_that_never_encrypted_is_mailed_in_the_clear() {
    let clear = sink_at(host(1, 0));
    let world = World::new(clear.address.port()).await;
    world.has("firma.test", &[(10, "mx1.firma.test", 1)]);
    assert_taken(&world.mail("ada@firma.test").await);
}

/// Answers every request with the policy.
struct PolicyHost {
    port: u16,
    _tasks: JoinSet<()>,
}

impl PolicyHost {
    async fn start(certificate: &Certificate, policy: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let acceptor = certificate.acceptor();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            loop {
                let answered = async {
                    let (stream, _) = listener.accept().await?;
                    let mut stream = acceptor.accept(stream).await?;
                    let mut asked = vec![0; 4096];
                    let length = stream.read(&mut asked).await?;
                    let asked = String::from_utf8_lossy(&asked[..length]);
                    assert!(asked.starts_with("GET /.well-known/mta-sts.txt "), "{asked}");
                    let answer = format!(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{policy}",
                        policy.len()
                    );
                    stream.write_all(answer.as_bytes()).await?;
                    stream.shutdown().await
                };
                // Whoever does not believe the certificate has asked nothing.
                let _: io::Result<()> = answered.await;
            }
        });
        Self {
            port,
            _tasks: tasks,
        }
    }
}

/// A domain with a policy, and hosts that may have this certificate.
async fn promising(
    port: u16,
    certificate: &Certificate,
    policy: &'static str,
) -> (World, PolicyHost) {
    let policy_host = PolicyHost::start(certificate, policy).await;
    let hosts = PolicyHosts {
        port: Some(policy_host.port),
        roots: Some(certificate.roots()),
    };
    let world = World::with(port, "127.0.0.0/8", hosts).await;
    let record = Published::Text(vec!["v=STSv1; id=1".to_owned()]);
    world
        .dns
        .says("_mta-sts.firma.test", Says::Publishes(vec![record]));
    let address = Published::Address(Ipv4Addr::LOCALHOST);
    world
        .dns
        .says("mta-sts.firma.test", Says::Publishes(vec![address]));
    (world, policy_host)
}

fn certificate() -> Certificate {
    Certificate::of(&["mx1.firma.test", "mta-sts.firma.test"])
}

#[tokio::test]
async fn hosts_of_a_domain_that_promises_certificates_have_to_show_them() {
    let stranger = encrypting(host(1, 0));
    let (world, _host) = promising(stranger.address.port(), &certificate(), POLICY).await;
    world.has("firma.test", &[(10, "mx1.firma.test", 1)]);
    world.has("other.test", &[(10, "mx1.firma.test", 1)]);
    let refused = world.mail("ada@firma.test").await;
    assert!(matches!(refused, Attempt::Unreachable(_)), "{refused:?}");
    // A domain that promises nothing takes mail there, and its connection is none for the other.
    assert_taken(&world.mail("ada@other.test").await);
    let refused = world.mail("ada@firma.test").await;
    assert!(matches!(refused, Attempt::Unreachable(_)), "{refused:?}");
    assert_eq!(stranger.report().accepted, 1);
}

#[tokio::test]
async fn mail_goes_to_a_host_that_shows_its_certificate() {
    let certificate = certificate();
    let script = [
        hello(&["STARTTLS"]),
        vec![
            Step::Hear("STARTTLS"),
            say("220 go on"),
            Step::StartTls,
            Step::Hear("EHLO client.example"),
            ehlo(&[]),
            Step::Hear("MAIL FROM:"),
            say("250 ok"),
            Step::Hear("RCPT TO:"),
            say("250 ok"),
            Step::Hear("DATA"),
            say("354 go on"),
            Step::Message,
            say("250 taken"),
        ],
    ]
    .concat();
    let server = Server::with_certificate(vec![script], &certificate).await;
    let (world, _host) = promising(server.address().port(), &certificate, POLICY).await;
    world.has("firma.test", &[(10, "mx1.firma.test", 1)]);
    assert_taken(&world.mail("ada@firma.test").await);
    let seen = server.seen().await;
    assert_eq!(seen.server_names, [Some("mx1.firma.test".to_owned())]);
}

#[tokio::test]
async fn mail_goes_to_no_host_that_the_policy_does_not_name() {
    let elsewhere = encrypting(host(1, 0));
    let (world, _host) = promising(elsewhere.address.port(), &certificate(), POLICY).await;
    world.has("firma.test", &[(10, "mx1.evil.test", 1)]);
    let refused = world.mail("ada@firma.test").await;
    let why = "the policy of firma.test names none of its mail servers".to_owned();
    assert_eq!(refused, Attempt::NotSent(why));
    assert_eq!(elsewhere.report().connections, 0);
}

#[tokio::test]
async fn a_policy_in_testing_holds_nothing_back() {
    let testing = "version: STSv1\nmode: testing\nmx: mx1.firma.test\nmax_age: 86400\n";
    let stranger = encrypting(host(1, 0));
    let (world, _host) = promising(stranger.address.port(), &certificate(), testing).await;
    world.has("firma.test", &[(10, "mx1.firma.test", 1)]);
    assert_taken(&world.mail("ada@firma.test").await);
}
