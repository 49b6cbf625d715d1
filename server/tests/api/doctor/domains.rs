//! The DNS of each sending domain.

use super::{dns, examined, kind_server, leaving};
use crate::domains::{add, publish, publish_those, verify};

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
