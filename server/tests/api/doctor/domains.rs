//! The DNS of each sending domain.

use super::{dns, examined, kind_server, leaving};
use crate::domains::{add, publish, publish_those, text, verify};
use crate::support::dns_server::Says;

#[tokio::test]
async fn a_domain_without_its_records_is_a_problem_until_they_are_published() {
    let (dns, relay) = (dns().await, kind_server().await);
    let installation = leaving(&dns, &relay.url()).await;
    let server = installation.serve().await;
    let brand = server.caller(server.made()["secret"].as_str().unwrap());
    examined(&installation).await.assert_found(
        "domain",
        "warning",
        &["there is none", "/v1/domains"],
    );

    let domain = add(&brand, "firma.test").await;
    let report = examined(&installation).await;
    let spf = format!(
        "TXT  bounces.firma.test  v=spf1 a:{} ~all",
        super::MAIL_HOST
    );
    let mx = format!("MX  bounces.firma.test  10 {}", super::MAIL_HOST);
    let key = domain["records"][0]["value"].as_str().unwrap();
    report.assert_found("domain", "problem", &["no such record", &spf, &mx, key]);
    assert_eq!(report.only("domain")["subject"], "firma.test");

    publish_those(&dns, &domain, |record| record["record"] != "DMARC");
    verify(&brand, &domain).await.expect(200);
    let report = examined(&installation).await;
    report.assert_found(
        "domain",
        "warning",
        &["_dmarc.firma.test", "v=DMARC1; p=none;"],
    );
    assert!(report.is_success);

    publish(&dns, &domain);
    let report = examined(&installation).await;
    // Links of the domain lead to port 80 of this machine, where the service is not.
    report.assert_found("domain", "warning", &["verified", "tracking host"]);
}

#[tokio::test]
async fn while_mail_is_kept_a_domain_without_records_is_a_warning() {
    let dns = dns().await;
    let installation = leaving(&dns, "capture").await;
    let server = installation.serve().await;
    let brand = server.caller(server.made()["secret"].as_str().unwrap());
    add(&brand, "firma.test").await;
    let report = examined(&installation).await;
    assert!(report.is_success, "{:#}", report.json);
    report.assert_found("domain", "warning", &["bounces.firma.test"]);
}

#[tokio::test]
async fn receivers_want_to_know_that_we_take_reports_about_others() {
    let (dns, relay) = (dns().await, kind_server().await);
    let installation = leaving(&dns, &relay.url())
        .await
        .set("POSTRIDER_INBOUND_SMTP", "127.0.0.1:0");
    let server = installation.serve().await;
    let brand = server.caller(server.made()["secret"].as_str().unwrap());
    let domain = add(&brand, "firma.test").await;
    publish(&dns, &domain);
    verify(&brand, &domain).await.expect(200);
    let consent = format!("firma.test._report._dmarc.{}", super::MAIL_HOST);
    let for_all = format!("*._report._dmarc.{}", super::MAIL_HOST);
    let report = examined(&installation).await;
    report.assert_found("reports", "warning", &[&consent, &for_all, "v=DMARC1;"]);
    // Without reports on encryption a domain is as well as with them.
    publish_those(&dns, &domain, |record| record["record"] != "TLSRPT");
    let report = examined(&installation).await;
    report.assert_found("domain", "warning", &["tracking host"]);
    dns.says(&consent, Says::Publishes(vec![text("v=DMARC1;")]));
    examined(&installation).await.assert_well("reports");
    // Whoever has our own name needs no consent.
    brand
        .delete(&crate::domains::path(&domain))
        .await
        .expect(200);
    add(&brand, "news.postrider.test").await;
    assert!(examined(&installation).await.all("reports").is_empty());
}
