//! Whatever comes to the address for reports about a domain: no crash, and what is counted of it is believable.

use postrider_domain::sending::domain_report::{MOST_COUNTED, alignment, tls};
use postrider_mail::reports::DomainReport;

/// The 10th of November 2026, noon: the day after the seeds.
const NOW: i64 = 1_794_312_000_000;

pub(super) fn run(message: &[u8]) {
    match DomainReport::read(message) {
        Ok(DomainReport::Aggregate(report)) => {
            assert!(report.id.chars().count() <= 500 && report.rows.len() <= 20_000);
            if let Ok(sources) = alignment(&report, "firma.test", NOW) {
                let mut counts = sources.counts.values();
                assert!(counts.all(|each| (0..=MOST_COUNTED).contains(&each.messages)));
            }
        }
        Ok(DomainReport::Tls(report)) => {
            if let Ok(tls) = tls(&report, "firma.test", NOW) {
                assert!(tls.counts.failed <= tls.counts.sessions);
            }
        }
        Err(_) => {}
    }
}
