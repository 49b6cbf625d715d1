//! Reports that count.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use super::{Reported, Row, TAKEN, aggregate, connections, row};
use crate::domains::{add, of, publish_those, read, verify};
use crate::support::dns_server::{Published, Says};

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(content).unwrap();
    gzip.finish().unwrap()
}

#[tokio::test]
async fn records_ask_for_reports_and_nobody_needs_them() {
    let reported = Reported::start().await;
    let address = reported.address();
    let (local, host) = address.split_once('@').unwrap();
    assert!(local.starts_with("r-") && local.len() <= 64, "{local}");
    assert_eq!(host, crate::domains::MAIL_HOST);
    let dmarc = of(&reported.domain, "DMARC");
    assert_eq!(
        dmarc["value"],
        format!("v=DMARC1; p=none; rua=mailto:{address};")
    );
    let tls = of(&reported.domain, "TLSRPT");
    assert_eq!(tls["name"], "_smtp._tls.firma.test");
    assert_eq!(
        (&tls["required"], &tls["status"]),
        (&json!(false), &json!("verified"))
    );
    // Each domain has its own, and the same every time.
    let other = add(&reported.brand, "other.test").await;
    assert_ne!(super::address(&other), address);
    assert_eq!(
        super::address(&read(&reported.brand, &reported.domain).await),
        address
    );

    // One who has none of it, or reports of their own, is verified all the same.
    publish_those(&reported.dns, &other, |record| record["required"] == true);
    let own = |name: &str, value: &str| {
        let record = Published::Text(vec![value.to_owned()]);
        reported.dns.says(name, Says::Publishes(vec![record]));
    };
    let shown = verify(&reported.brand, &other).await.expect(200).json;
    assert_eq!(of(&shown, "TLSRPT")["status"], "failed");
    own(
        "_dmarc.other.test",
        "v=DMARC1; p=reject; rua=mailto:dmarc@other.test",
    );
    own(
        "_smtp._tls.other.test",
        "v=TLSRPTv1; rua=mailto:tls@other.test",
    );
    let shown = verify(&reported.brand, &other).await.expect(200).json;
    for purpose in ["DMARC", "TLSRPT"] {
        assert_eq!(of(&shown, purpose)["status"], "verified", "{purpose}");
    }
}

#[tokio::test]
async fn reports_of_several_reporters_add_up() {
    let reported = Reported::start().await;
    let (big, office) = (
        reported.reporter("big.test"),
        reported.reporter("office.test"),
    );
    let rejected = Row {
        disposition: "reject",
        ..row("203.0.113.66", 4, "fail")
    };
    let first = reported.aggregate(
        "1",
        &[
            row("192.0.2.10", 120, "pass"),
            row("2001:db8::25", 7, "fail"),
        ],
    );
    let packed = gzip(
        reported
            .aggregate("1", &[row("192.0.2.10", 30, "pass"), rejected])
            .as_bytes(),
    );
    for mail in [big.xml(&first), office.mail("application/gzip", &packed)] {
        assert_eq!(reported.bring("", &mail).await, TAKEN);
    }
    let health = reported.health().await;
    assert_eq!(
        health["alignment"],
        json!({
            "messages": 161,
            "passed": 150,
            "failed": 11,
            "sources": [
                { "source": "192.0.2.10", "messages": 150, "passed": 150, "failed": 0, "dkimPassed": 150,
                  "spfPassed": 0, "quarantined": 0, "rejected": 0, "authenticatedAs": "host.test", "reporters": 2 },
                { "source": "2001:db8::25", "messages": 7, "passed": 0, "failed": 7, "dkimPassed": 0,
                  "spfPassed": 0, "quarantined": 0, "rejected": 0, "authenticatedAs": "host.test", "reporters": 1 },
                { "source": "203.0.113.66", "messages": 4, "passed": 0, "failed": 4, "dkimPassed": 0,
                  "spfPassed": 0, "quarantined": 0, "rejected": 4, "authenticatedAs": "host.test", "reporters": 1 },
            ],
        })
    );
}

#[tokio::test]
async fn failures_of_encryption_show_with_why() {
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let details = json!([
        { "result-type": "certificate-expired", "failed-session-count": 1 },
        { "result-type": "starttls-not-supported", "failed-session-count": 2 },
    ]);
    let report = connections(reported.yesterday(), [97, 3], &details);
    let mail = big.mail("application/tlsrpt+gzip", &gzip(report.as_bytes()));
    for _ in 0..2 {
        assert_eq!(reported.bring("", &mail).await, TAKEN);
    }
    assert_eq!(
        reported.health().await["tls"],
        json!({
            "sessions": 100,
            "failed": 3,
            "kinds": [
                { "kind": "starttls_not_supported", "failed": 2 },
                { "kind": "certificate_expired", "failed": 1 },
            ],
        })
    );
}

#[tokio::test]
async fn a_report_that_comes_twice_counts_once_and_is_known_by_its_reporter() {
    let reported = Reported::start().await;
    let (big, office) = (
        reported.reporter("big.test"),
        reported.reporter("office.test"),
    );
    let report = reported.aggregate("the same", &[row("192.0.2.10", 5, "pass")]);
    for _ in 0..3 {
        assert_eq!(reported.bring("", &big.xml(&report)).await, TAKEN);
    }
    assert_eq!(reported.alignment().await, json!([5, 5, 0]));
    // All at once, and of somebody else with the same name for it.
    let mail = office.xml(&report);
    let (one, two) = tokio::join!(reported.bring("", &mail), reported.bring("", &mail));
    assert_eq!((one.as_str(), two.as_str()), (TAKEN, TAKEN));
    assert_eq!(reported.alignment().await, json!([10, 10, 0]));
}

#[tokio::test]
async fn a_reporter_without_a_signature_counts_by_its_spf_record() {
    let reported = Reported::start().await;
    let record = Published::Text(vec!["v=spf1 ip4:127.0.0.1 -all".to_owned()]);
    for name in ["mail.plain.test", "mx.plain.test"] {
        reported
            .dns
            .says(name, Says::Publishes(vec![record.clone()]));
    }
    let mail = |id: &str| {
        let report = reported.aggregate(id, &[row("192.0.2.10", 2, "pass")]);
        super::unsigned("dmarc@plain.test", "text/xml", report.as_bytes())
    };
    let sender = "bounce@mail.plain.test";
    assert_eq!(reported.bring(sender, &mail("1")).await, TAKEN);
    assert_eq!(reported.alignment().await, json!([2, 2, 0]));
    // Another's record proves nothing about this author, nor does none.
    for sender in ["dmarc@other.test", "", "dmarc@plain.test"] {
        assert_eq!(reported.bring(sender, &mail("2")).await, TAKEN);
    }
    assert_eq!(reported.alignment().await, json!([2, 2, 0]));
}

#[tokio::test]
async fn a_policy_of_the_organization_counts_for_the_domain_below_it() {
    let reported = Reported::about("news.firma.test").await;
    let big = reported.reporter("big.test");
    let below = Row {
        from: "news.firma.test",
        ..row("192.0.2.10", 3, "pass")
    };
    let rows = [below, row("192.0.2.10", 40, "pass")];
    let report = aggregate("1", "firma.test", reported.yesterday(), &rows);
    assert_eq!(reported.bring("", &big.xml(&report)).await, TAKEN);
    assert_eq!(reported.alignment().await, json!([3, 3, 0]));
}
