//! The resolver, the way out, and the name that receivers compare.

use std::net::Ipv4Addr;

use super::{MAIL_HOST, OUTSIDE, REVERSE, Report, at, called, dns, examined, kind_server, leaving};
use crate::support::dns_server::{DnsServer, Published, Says};
use crate::support::{Answers, Installation, MailServer, with};

#[tokio::test]
async fn a_relay_that_takes_mail_is_well() {
    let (dns, relay) = (dns().await, kind_server().await);
    let installation = leaving(&dns, &relay.url()).await;
    let _server = installation.serve().await;
    let report = examined(&installation).await;
    assert!(report.is_success, "{:#}", report.json);
    for check in ["resolver", "delivery", "host_name"] {
        report.assert_well(check);
    }
    assert!(relay.offered().is_empty(), "no mail is sent");
    report.assert_found("inbound", "warning", &["POSTRIDER_INBOUND_SMTP"]);
    report.assert_found("public_url", "warning", &["not encrypted", "https://"]);
}

#[tokio::test]
async fn a_relay_that_refuses_the_login_is_found_and_the_password_not_told() {
    let dns = dns().await;
    let relay = MailServer::start(&["AUTH PLAIN"], |heard| {
        if heard.line.starts_with("AUTH") {
            with("535 5.7.8 who are you")
        } else {
            Answers::Kindly
        }
    })
    .await;
    let url = format!("smtp://ada:fiddlesticks@{}?tls=never", relay.address);
    let installation = leaving(&dns, &url).await;
    let report = examined(&installation).await;
    report.assert_found(
        "delivery",
        "problem",
        &["535 5.7.8 who are you", "password"],
    );
    assert!(!report.json.to_string().contains("fiddlesticks"));
}

#[tokio::test]
async fn a_relay_that_is_not_there_is_found() {
    let dns = dns().await;
    let installation = leaving(&dns, "smtp://127.0.0.1:1").await;
    let report = examined(&installation).await;
    report.assert_found("delivery", "problem", &["127.0.0.1:1", "firewall"]);
}

#[tokio::test]
async fn a_silent_resolver_is_found() {
    let dns = DnsServer::start().await;
    dns.says_otherwise(Says::Silence);
    let relay = kind_server().await;
    let installation = leaving(&dns, &relay.url()).await;
    let report = examined(&installation).await;
    report.assert_found("resolver", "problem", &["no answer", "POSTRIDER_DNS"]);
    report.assert_found("host_name", "warning", &[MAIL_HOST]);
}

#[tokio::test]
async fn a_host_that_nobody_finds_is_found() {
    let (dns, relay) = (dns().await, kind_server().await);
    let unnamed = leaving(&dns, &relay.url())
        .await
        .set("POSTRIDER_MAIL_HOST", "localhost");
    let report = examined(&unnamed).await;
    report.assert_found(
        "host_name",
        "problem",
        &["localhost", "POSTRIDER_MAIL_HOST"],
    );
    let unknown = leaving(&dns, &relay.url())
        .await
        .set("POSTRIDER_MAIL_HOST", "other.postrider.test");
    let report = examined(&unknown).await;
    report.assert_found("host_name", "problem", &["no address", "A record"]);
}

#[tokio::test]
async fn a_public_url_without_a_certificate_or_a_public_is_found() {
    let (dns, relay) = (dns().await, kind_server().await);
    // What listens there speaks no TLS.
    dns.says("links.postrider.test", at(Ipv4Addr::LOCALHOST));
    let url = format!("https://links.postrider.test:{}", relay.address.port());
    let broken = leaving(&dns, &relay.url())
        .await
        .set("POSTRIDER_PUBLIC_URL", &url);
    examined(&broken)
        .await
        .assert_found("public_url", "problem", &[&url, "certificate"]);
    let private = leaving(&dns, &relay.url())
        .await
        .set("POSTRIDER_PUBLIC_URL", "http://10.1.2.3:8080");
    examined(&private)
        .await
        .assert_found("public_url", "problem", &["POSTRIDER_PUBLIC_URL"]);
    let beside = leaving(&dns, &relay.url())
        .await
        .set("POSTRIDER_CONTENT_URL", "http://10.1.2.3:8080");
    examined(&beside)
        .await
        .assert_found("content_url", "problem", &["POSTRIDER_CONTENT_URL"]);
}

#[tokio::test]
async fn a_listener_for_bounces_is_tried_here_and_from_outside() {
    let (dns, relay) = (dns().await, kind_server().await);
    dns.says(MAIL_HOST, at(Ipv4Addr::LOCALHOST));
    let absent = leaving(&dns, &relay.url())
        .await
        .set("POSTRIDER_INBOUND_SMTP", "127.0.0.1:1");
    let report = examined(&absent).await;
    report.assert_found("inbound", "problem", &["127.0.0.1:1", "nothing listens"]);
    // Whatever greets is good enough here; nothing is at port 25 of this machine.
    let listening = leaving(&dns, &relay.url())
        .await
        .set("POSTRIDER_INBOUND_SMTP", &relay.address.to_string());
    let report = examined(&listening).await;
    report.assert_found("inbound", "warning", &["port 25", MAIL_HOST, "forward"]);
}

/// Straight to a receiver on this machine, which is all of the internet.
async fn direct(dns: &DnsServer, receiver: &MailServer) -> Installation {
    let mx = Published::Exchange(10, "mx.gmail.test".to_owned());
    dns.says("gmail.com", Says::Publishes(vec![mx]));
    dns.says("mx.gmail.test", at(Ipv4Addr::LOCALHOST));
    leaving(dns, "mx")
        .await
        .set("POSTRIDER_MX_PORT", &receiver.address.port().to_string())
        .set("POSTRIDER_ALLOW_PRIVATE", "127.0.0.1")
}

#[tokio::test]
async fn the_way_out_and_the_reverse_name_are_well() {
    let (dns, receiver) = (dns().await, kind_server().await);
    let report = examined(&direct(&dns, &receiver).await).await;
    for check in ["delivery", "host_name", "reverse_name"] {
        report.assert_well(check);
    }
    assert!(receiver.offered().is_empty(), "no mail is sent");
}

#[tokio::test]
async fn a_closed_port_and_a_receiver_that_does_not_want_us_are_found() {
    let (dns, receiver) = (dns().await, kind_server().await);
    let installation = direct(&dns, &receiver).await;
    receiver.judges(|heard| match heard.line {
        "" => with("554 5.7.1 listed at bl.example"),
        _ => Answers::Kindly,
    });
    let report = examined(&installation).await;
    report.assert_found(
        "delivery",
        "problem",
        &["listed at bl.example", "do not want"],
    );
    drop(receiver);
    let report = examined(&installation).await;
    report.assert_found("delivery", "problem", &["no connection", "relay"]);
}

#[tokio::test]
async fn a_network_without_the_internet_is_a_warning() {
    let dns = dns().await;
    let report = examined(&leaving(&dns, "mx").await).await;
    report.assert_found("delivery", "warning", &["gmail.com"]);
}

#[tokio::test]
async fn reverse_names_that_are_missing_wrong_or_of_another_are_found() {
    let (dns, receiver) = (dns().await, kind_server().await);
    let installation = direct(&dns, &receiver).await;
    let reverse = async |says: Says, status: &str, parts: &[&str]| -> Report {
        dns.says(REVERSE, says);
        let report = examined(&installation).await;
        report.assert_found("reverse_name", status, parts);
        report
    };
    reverse(
        Says::NoSuchDomain,
        "problem",
        &["no reverse name", "(PTR)", MAIL_HOST],
    )
    .await;
    // Anybody can claim a name for an address of theirs.
    reverse(
        called("static.isp.test"),
        "problem",
        &["static.isp.test", MAIL_HOST],
    )
    .await;
    dns.says("static.isp.test", at(OUTSIDE));
    reverse(
        called("static.isp.test"),
        "warning",
        &["calls itself", MAIL_HOST],
    )
    .await;
    reverse(Says::ServerFailure, "warning", &["no answer"]).await;
}
