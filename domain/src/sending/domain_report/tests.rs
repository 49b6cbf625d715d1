use std::collections::BTreeSet;

use super::*;
use crate::time::DAY_MS;

/// The 10th of November 2026, noon.
const NOW: i64 = 1_794_312_000_000;

fn row(source: &str, messages: i64, from: &str) -> AggregateRow {
    AggregateRow {
        source: source.parse().unwrap(),
        messages,
        disposition: Disposition::Delivered,
        dkim_aligned: true,
        spf_aligned: false,
        header_from: from.to_owned(),
        authenticated_as: Some(from.to_owned()),
    }
}

fn report(domain: &str, rows: Vec<AggregateRow>) -> AggregateReport {
    AggregateReport {
        id: "1".to_owned(),
        domain: domain.to_owned(),
        period: Period {
            from: day_of(NOW) - DAY_MS,
            to: day_of(NOW) - 1000,
        },
        rows,
    }
}

#[test]
fn each_source_is_counted_once_and_only_mails_of_the_domain() {
    let failed = AggregateRow {
        dkim_aligned: false,
        disposition: Disposition::Rejected,
        ..row("192.0.2.1", 3, "firma.test")
    };
    let rows = vec![
        row("192.0.2.1", 5, "firma.test"),
        failed,
        row("::ffff:192.0.2.1", 1, "a.firma.test"),
        row("2001:db8::1", 2, "firma.test"),
        row("192.0.2.9", 7, "other.test"),
        row("192.0.2.9", 7, "xfirma.test"),
    ];
    let sources = alignment(&report("firma.test", rows), "firma.test", NOW).unwrap();
    assert_eq!(sources.day, day_of(NOW) - DAY_MS);
    let told: Vec<_> = sources
        .counts
        .iter()
        .map(|(source, each)| (source.as_str(), each.messages, each.passed, each.rejected))
        .collect();
    assert_eq!(told, [("192.0.2.1", 9, 6, 3), ("2001:db8::1", 2, 2, 0)]);
}

#[test]
fn a_policy_of_the_organization_counts_for_names_below_and_nothing_else_does() {
    let rows = || {
        vec![
            row("192.0.2.1", 5, "firma.test"),
            row("192.0.2.1", 2, "news.firma.test"),
        ]
    };
    let of = |domain: &str| alignment(&report(domain, rows()), "news.firma.test", NOW);
    assert_eq!(of("firma.test").unwrap().counts["192.0.2.1"].messages, 2);
    assert_eq!(of("news.firma.test").unwrap().counts.len(), 1);
    for foreign in ["other.test", "test", "", "a.news.firma.test"] {
        assert_eq!(of(foreign), Err(Refused::Foreign), "{foreign}");
    }
}

#[test]
fn days_that_cannot_be_are_not_counted() {
    for (from, to) in [
        (0, DAY_MS),
        (NOW - 40 * DAY_MS, NOW - 39 * DAY_MS),
        (NOW + DAY_MS / 2, NOW + DAY_MS),
        (NOW - DAY_MS, NOW + 3 * DAY_MS),
        (NOW, NOW - 1),
        (NOW - 20 * DAY_MS, NOW),
        (i64::MIN / 4, i64::MAX / 4),
    ] {
        let report = AggregateReport {
            period: Period { from, to },
            ..report("firma.test", Vec::new())
        };
        let refused = alignment(&report, "firma.test", NOW);
        assert_eq!(refused, Err(Refused::OutOfTime), "{from} {to}");
    }
}

#[test]
fn more_mail_than_there_is_is_not_counted() {
    for rows in [
        vec![row("192.0.2.1", i64::MAX, "firma.test")],
        vec![row("192.0.2.1", -1, "firma.test")],
        vec![row("192.0.2.1", MOST_COUNTED, "firma.test"); 2],
    ] {
        let refused = alignment(&report("firma.test", rows), "firma.test", NOW);
        assert_eq!(refused, Err(Refused::Unbelievable));
    }
}

#[test]
fn known_and_large_sources_are_told_apart_and_the_rest_is_one() {
    let rows = (1..=9).map(|n| row(&format!("192.0.2.{n}"), n, "firma.test"));
    let sources = alignment(&report("firma.test", rows.collect()), "firma.test", NOW).unwrap();
    let known = BTreeSet::from(["192.0.2.1".to_owned()]);
    let placed = placed(sources.counts, &known, 2);
    let told: Vec<_> = placed
        .iter()
        .map(|(source, counts)| (source.as_str(), counts.messages))
        .collect();
    assert_eq!(
        told,
        [
            (OTHER_SOURCES, 2 + 3 + 4 + 5 + 6 + 7),
            ("192.0.2.1", 1),
            ("192.0.2.8", 8),
            ("192.0.2.9", 9)
        ]
    );
}

#[test]
fn connections_to_the_domain_are_counted_with_what_failed() {
    let policy = |domain: &str, failed| TlsPolicy {
        domain: domain.to_owned(),
        succeeded: 10,
        failed,
        failures: vec![(TlsFailure::parse("certificate-expired"), failed)],
    };
    let report = |policies| TlsReport {
        id: "1".to_owned(),
        period: Period {
            from: day_of(NOW),
            to: NOW,
        },
        policies,
    };
    let about = report(vec![
        policy("firma.test", 2),
        policy("bounces.firma.test", 1),
        policy("other.test", 4),
    ]);
    let counts = tls(&about, "firma.test", NOW).unwrap().counts;
    assert_eq!((counts.sessions, counts.failed), (23, 3));
    assert_eq!(counts.kinds[&TlsFailure::CertificateExpired], 3);
    let foreign = report(vec![policy("other.test", 1)]);
    assert_eq!(tls(&foreign, "firma.test", NOW), Err(Refused::Foreign));
    let huge = report(vec![policy("firma.test", i64::MAX)]);
    assert_eq!(tls(&huge, "firma.test", NOW), Err(Refused::Unbelievable));
}

#[test]
fn what_nobody_knows_is_another_failure_of_tls() {
    for kind in TlsFailure::ALL {
        assert_eq!(TlsFailure::parse(kind.as_str()), kind);
        let shown = serde_json::to_value(kind).unwrap();
        assert_eq!(shown, kind.as_str());
    }
    assert_eq!(
        TlsFailure::parse("STARTTLS-not-supported"),
        TlsFailure::StarttlsNotSupported
    );
    assert_eq!(TlsFailure::parse("'; DROP TABLE"), TlsFailure::Other);
}
