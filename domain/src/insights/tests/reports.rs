//! What receivers report, from both sides of its bounds; and what one organization says alone.

use super::bounds::{brand, said};
use crate::insights::counters::{Counters, ReportFacts, SourceFacts, Told};
use crate::insights::stats::Share;
use crate::insights::{Detector, Metric};
use crate::sending::domain_report::TlsFailure;

fn told(all: [i64; 2], others: [i64; 2]) -> Told {
    Told {
        all: Share::of(all[0], all[1]),
        others: Share::of(others[0], others[1]),
    }
}

/// `hosts`: mails of each that were proven, those of whom is heard about it, and these without the one who tells of most.
fn of(messages: i64, hosts: &[[i64; 3]]) -> ReportFacts {
    let hosts = hosts.iter().enumerate();
    let sources = hosts.map(|(number, [proven, mails, mails_of_others])| SourceFacts {
        address: format!("192.0.2.{number}"),
        proven: *proven,
        mails: *mails,
        mails_of_others: *mails_of_others,
    });
    ReportFacts {
        messages,
        sources: sources.collect(),
        tls_kind: Some(TlsFailure::CertificateExpired),
        ..ReportFacts::default()
    }
}

fn reported(reports: ReportFacts) -> Counters {
    let mut counters = brand();
    counters.domains[0].reports = Some(reports);
    counters
}

fn fired(counters: &Counters, detector: Detector) -> Option<bool> {
    said(counters, detector).map(|reading| reading.fires)
}

#[test]
fn foreign_sources_are_seen_by_several_and_are_more_than_what_is_forwarded() {
    let foreign = |messages, all: i64, others: i64| {
        let counters = reported(of(messages, &[[0, all, others]]));
        fired(&counters, Detector::ForeignSources)
    };
    assert_eq!(foreign(100, 99, 50), None);
    assert_eq!(foreign(100, 100, 50), Some(true));
    // One organization can say what it likes, and counts for as much as the others.
    assert_eq!(foreign(1_000, 900, 0), None);
    assert_eq!(foreign(1_000, 900, 49), None);
    assert_eq!(foreign(1_000, 900, 50), Some(true));
    assert_eq!(foreign(1_000_000, 10_000, 5_000), Some(false));
    assert_eq!(foreign(1_000_000, 10_300, 5_150), Some(true));
    // A source whose mail was proven is no foreign one; of several the largest are named.
    let hosts = [[1, 500, 200], [0, 60, 30], [0, 1_200, 50]];
    let counters = reported(of(4_000, &hosts));
    let reading = said(&counters, Detector::ForeignSources).unwrap();
    assert!(
        reading.text.description.contains("1,260 of 4,000 (32%)")
            && reading
                .text
                .description
                .contains("192.0.2.2 (1,200), 192.0.2.1 (60)."),
        "{}",
        reading.text.description
    );
    assert_eq!(reading.metrics["sources"], Metric::count(2));
}

#[test]
fn own_mail_is_unproven_when_more_than_one_says_so_of_enough() {
    let own = |all, others| {
        let counters = reported(ReportFacts {
            own: told(all, others),
            ..ReportFacts::default()
        });
        fired(&counters, Detector::AlignmentFails)
    };
    assert_eq!(own([900, 1_000], [190, 199]), None);
    assert_eq!(own([900, 1_000], [190, 200]), Some(true));
    assert_eq!(own([900, 10_000], [480, 9_000]), Some(false));
    assert_eq!(own([900, 10_000], [500, 8_500]), Some(true));
    assert_eq!(own([900_000, 1_000_000], [0, 5_000]), Some(false));
    assert_eq!(own([900, 1_000], [0, 0]), None);
    // One who has seen nothing else is not all.
    assert_eq!(own([490, 10_240], [240, 240]), Some(false));
}

#[test]
fn failures_of_encryption_are_told_with_why_most_failed() {
    let tls = |all, others| {
        let counters = reported(ReportFacts {
            tls: told(all, others),
            ..of(0, &[])
        });
        said(&counters, Detector::TlsFails)
    };
    assert_eq!(tls([90, 200], [45, 99]), None);
    let reading = tls([90, 200], [45, 100]).unwrap();
    assert!(reading.fires);
    assert!(
        reading.text.description.contains("90 of 200 (45%)")
            && reading
                .text
                .description
                .contains("a certificate has expired"),
        "{}",
        reading.text.description
    );
    let fires = |all, others| tls(all, others).map(|reading| reading.fires);
    assert_eq!(fires([600, 20_000], [200, 10_000]), Some(false));
    assert_eq!(fires([600, 20_000], [240, 10_000]), Some(true));
    assert_eq!(fires([9_000, 20_000], [0, 10_000]), Some(false));
    assert_eq!(fires([350, 100_150], [150, 150]), Some(false));
}
