//! `STARTTLS`.

use super::*;

/// A certificate of its own making, in the files of a folder.
fn certificates(folder: &Path) -> CertificateFiles {
    let (chain, key) = Certificate::self_signed().write(folder);
    CertificateFiles { chain, key }
}

#[tokio::test]
async fn encryption_begins_the_conversation_again() {
    let folder = tempfile::tempdir().unwrap();
    let files = certificates(folder.path());
    let tls = Certificates::open(files.clone()).unwrap();
    let server = Server::with(Limits::default(), Some(tls)).await;
    let mut client = server.client().await;
    assert_eq!(client.ask("MAIL FROM:<clear@a.test>").await, "250 2.1.0 ok");
    assert_eq!(client.ask("STARTTLS").await, "220 2.0.0 go ahead");
    let believed = crate::smtp::AnyCertificate::new().unwrap();
    let connector = tokio_rustls::TlsConnector::from(believed.config());
    let name = "mx.ours.test".try_into().unwrap();
    let stream = connector
        .connect(name, client.0.into_inner())
        .await
        .unwrap();
    let mut client = Client(BufReader::new(stream));
    // Neither the greeting nor the sender is remembered.
    assert!(
        client
            .ask("RCPT TO:<ada@ours.test>")
            .await
            .starts_with("503")
    );
    assert!(client.ask("MAIL FROM:<>").await.starts_with("503"));
    assert!(client.ask("EHLO a.test").await.starts_with("250 SIZE"));
    assert!(client.ask("STARTTLS").await.starts_with("503"));
    assert_eq!(client.bring("b@a.test", "x").await, "250 2.0.0 taken");
    assert_eq!(server.taken()[0].sender, "b@a.test");
    // What is no certificate is told at the start.
    std::fs::write(&files.chain, "nothing").unwrap();
    let bad = Certificates::open(files).err().unwrap().to_string();
    assert!(bad.contains("chain.pem"), "{bad}");
}

#[tokio::test]
async fn what_follows_starttls_in_the_clear_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let tls = Certificates::open(certificates(folder.path())).unwrap();
    let server = Server::with(Limits::default(), Some(tls)).await;
    let mut client = server.client().await;
    client
        .say("NOOP\r\nSTARTTLS\r\nMAIL FROM:<>\r\nRCPT TO:<ada@ours.test>\r\n")
        .await;
    assert_eq!(client.answer().await, "250 2.0.0 ok");
    assert!(client.answer().await.starts_with("501 5.5.1"));
    assert_eq!(client.answer().await, "");
    // Without a certificate there is no such command.
    let server = Server::start(Limits::default()).await;
    let mut client = server.client().await;
    assert!(client.ask("STARTTLS").await.starts_with("502"));
}
