//! The tracking host is used only if it was seen to lead here.

use std::net::Ipv4Addr;

use postrider_engine::domains::{Sender, sender};

use super::{MAIL_HOST, add, of, publish, start_with, verify};
use crate::support::dns_server::{Published, Says};
use crate::support::{Brand, TestServer};

/// The only domain of the brand, as mails are made with it.
async fn loaded(server: &TestServer, brand: &Brand) -> Sender {
    let (app, key) = (server.app().clone(), brand.key);
    let sql = format!(
        "SELECT id FROM domains WHERE brand = {} AND sandbox = FALSE",
        key.brand
    );
    let id = server.number(&sql).await;
    let db = app.db.clone();
    db.read(move |tx| {
        let app = app.clone();
        async move { sender(&tx, &app.keys().dkim, &app.config.public_url, key, id).await }
    })
    .await
    .unwrap()
    .expect("a domain")
}

fn here() -> Says {
    Says::Publishes(vec![Published::Address(Ipv4Addr::LOCALHOST)])
}

#[tokio::test]
async fn a_host_that_leads_here_carries_the_links() {
    let (server, dns) = start_with(TestServer::with().allow_loopback()).await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    publish(&dns, &domain);
    // The record is there, but nobody answers at what it points to.
    let row = verify(&brand, &domain).await.expect(200).json;
    assert_eq!(of(&row, "TRACKING")["status"], "verified");
    let before = loaded(&server, &brand).await;
    assert_eq!((before.tracking_base, before.sendable), (None, true));
    dns.says(MAIL_HOST, here());
    verify(&brand, &domain).await.expect(200);
    let port = server.address().rsplit_once(':').unwrap().1.to_owned();
    let base = loaded(&server, &brand).await.tracking_base;
    assert_eq!(base, Some(format!("http://links.example.com:{port}")));
    server
        .sql("UPDATE domains SET tracking_scheme = 'https'")
        .await;
    let base = loaded(&server, &brand).await.tracking_base;
    assert_eq!(base.as_deref(), Some("https://links.example.com"));
    dns.says("links.example.com", Says::NoSuchDomain);
    verify(&brand, &domain).await.expect(200);
    assert_eq!(loaded(&server, &brand).await.tracking_base, None);
}

#[tokio::test]
async fn a_private_address_is_not_asked() {
    let (server, dns) = start_with(TestServer::with()).await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    publish(&dns, &domain);
    dns.says(MAIL_HOST, here());
    verify(&brand, &domain).await.expect(200);
    assert_eq!(loaded(&server, &brand).await.tracking_base, None);
}

#[tokio::test]
async fn an_installation_with_another_secret_is_not_us() {
    let other = TestServer::with().secret("another secret, which has 32 characters and more");
    let other = other.start().await;
    let server = TestServer::start().await;
    let question = format!("/.well-known/postrider/{}", "a".repeat(32));
    let (ours, theirs) = (
        server.nobody().get(&question).await,
        other.nobody().get(&question).await,
    );
    assert_eq!((ours.status, theirs.status), (200, 200));
    assert_ne!(ours.bytes, theirs.bytes);
    let no_question = server.nobody().get("/.well-known/postrider/hello").await;
    assert_eq!(no_question.status, 404);
}

#[tokio::test]
async fn a_key_signs_only_if_it_is_published() {
    let (server, dns) = start_with(TestServer::with()).await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    super::publish_those(&dns, &domain, |record| record["required"] == true);
    verify(&brand, &domain).await.expect(200);
    let signatures = async || {
        let signer = loaded(&server, &brand).await.signer.expect("keys");
        let mut message = b"From: a@example.com\r\n\r\nHello\r\n".to_vec();
        signer.sign(&mut message, 0);
        String::from_utf8(message)
            .unwrap()
            .matches("DKIM-Signature:")
            .count()
    };
    assert_eq!(signatures().await, 1);
    publish(&dns, &domain);
    verify(&brand, &domain).await.expect(200);
    assert_eq!(signatures().await, 2);
}
