//! Who may report about a domain, and how much of it is believed.

use std::collections::BTreeMap;

use postrider_domain::insights::stats::Share;
use postrider_domain::sending::domain_report::{SourceCounts, TlsCounts, TlsFailure, day_of};
use postrider_domain::time::DAY_MS;
use postrider_store::db::{DbError, Tx};
use postrider_store::insights;
use postrider_store::reports::{self, Claim, ReportKey, ReportKind};

use crate::emails::MINE;
use crate::harness::on_each;

pub(super) const NOW: i64 = 1_800_000_000_000;
pub(super) const DOMAIN: i64 = 60;

fn report(organization: &str, reporter: &str, report: i64) -> ReportKey {
    ReportKey {
        domain: DOMAIN,
        kind: ReportKind::Aggregate,
        day: day_of(NOW),
        reporter: reporter.to_owned(),
        organization: organization.to_owned(),
        report: report.to_string(),
    }
}

#[tokio::test]
async fn strangers_take_the_room_of_strangers_alone() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let claim = async |organization: &str, reporter: &str, number, now| {
                let key = report(organization, reporter, number);
                reports::claim(&tx, MINE, &key, now).await
            };
            assert_eq!(
                claim("big.test", "dmarc.big.test", 1, NOW - DAY_MS).await?,
                Claim::New
            );
            // Reports of one after the other, until all of the day's room is taken.
            for number in 0..200 {
                let name = format!("a{number}.test");
                for each in 0..11 {
                    let claimed = claim(&name, &name, each, NOW).await?;
                    assert!(
                        each >= 5 || claimed == Claim::New,
                        "{name} {each} {claimed:?}"
                    );
                }
            }
            assert_eq!(
                claim("a199.test", "a199.test", 12, NOW).await?,
                Claim::TooMany
            );
            assert_eq!(
                claim("late.test", "late.test", 1, NOW).await?,
                Claim::Crowded
            );
            assert_eq!(
                claim("big.test", "dmarc.big.test", 2, NOW).await?,
                Claim::New
            );
            assert_eq!(
                claim("late.test", "late.test", 1, NOW + DAY_MS).await?,
                Claim::New
            );
            // Names below one's own domain cost nothing.
            for number in 0..4 {
                let name = format!("n{number}.big.test");
                assert_eq!(
                    claim("big.test", &name, 1, NOW).await?,
                    Claim::New,
                    "{name}"
                );
            }
            assert_eq!(
                claim("big.test", "n4.big.test", 1, NOW).await?,
                Claim::TooMany
            );
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

/// What a reporter says: so many mails of each source, of which so many passed.
pub(super) async fn says(
    tx: &Tx,
    name: &str,
    sources: &[(String, [i64; 2])],
) -> Result<(), DbError> {
    let key = report(name, name, 1);
    assert_eq!(reports::claim(tx, MINE, &key, NOW).await?, Claim::New);
    let counts = |[messages, passed]: [i64; 2]| SourceCounts {
        messages,
        passed,
        ..SourceCounts::default()
    };
    let counts: BTreeMap<_, _> = sources
        .iter()
        .map(|(source, said)| (source.clone(), counts(*said)))
        .collect();
    reports::add_sources(tx, MINE, &key, &counts).await
}

#[tokio::test]
async fn one_who_makes_numbers_up_hides_nothing() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            let real = |source: &str, messages| (source.to_owned(), [messages; 2]);
            let lies: Vec<_> = (0..100)
                .map(|number| (format!("203.0.113.{number}"), [1_000_000_000, 0]))
                .collect();
            says(&tx, "evil.test", &lies).await?;
            let ours = [real("192.0.2.1", 3_000), real("192.0.2.2", 20)];
            says(&tx, "big.test", &ours).await?;
            says(&tx, "small.test", &[real("192.0.2.2", 5)]).await?;
            let totals = reports::totals(&tx, MINE, DOMAIN, NOW, 10_000).await?;
            assert_eq!(totals.alignment.messages, 13_025);
            assert_eq!(totals.alignment.passed, 3_025);
            let first: Vec<_> = totals.sources[..3]
                .iter()
                .map(|shown| (shown.source.as_str(), shown.messages, shown.reporters))
                .collect();
            // What two agree on, then what each tells first.
            assert_eq!(
                first,
                [
                    ("192.0.2.2", 25, 2),
                    ("192.0.2.1", 3_000, 1),
                    ("203.0.113.0", 100, 1)
                ]
            );
            assert_eq!(totals.sources.len(), 25);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

/// What a reporter says of connections: so many, of which so many failed, and why some did.
pub(super) async fn connected(
    tx: &Tx,
    name: &str,
    counts: [i64; 2],
    expired: i64,
) -> Result<(), DbError> {
    let key = ReportKey {
        kind: ReportKind::Tls,
        ..report(name, name, 1)
    };
    assert_eq!(reports::claim(tx, MINE, &key, NOW).await?, Claim::New);
    let [sessions, failed] = counts;
    let counts = TlsCounts {
        sessions,
        failed,
        kinds: BTreeMap::from([(TlsFailure::CertificateExpired, expired)]),
    };
    reports::add_tls(tx, MINE, &key, &counts).await
}

#[tokio::test]
async fn one_who_makes_connections_up_hides_none_that_fail() {
    on_each(|db| async move {
        let seen = db.write(|tx| async move {
            connected(&tx, "big.test", [3_000, 900], 900).await?;
            connected(&tx, "small.test", [5, 5], 0).await?;
            connected(&tx, "evil.test", [1_000_000_000, 0], 0).await?;
            let tls = reports::totals(&tx, MINE, DOMAIN, NOW, 10_000).await?.tls;
            assert_eq!((tls.sessions, tls.failed), (13_005, 905));
            assert_eq!(tls.kinds[&TlsFailure::CertificateExpired], 900);
            // A finding goes by as much of the liar's as the others have; and of the others without the one whose failures
            // are most, by as much as a finding takes.
            let facts = insights::reports_of(&tx, MINE, DOMAIN, NOW).await?;
            assert_eq!(facts.tls.all, Share::of(905, 6_010));
            assert_eq!(facts.tls.others, Share::of(5, 105));
            assert_eq!(facts.tls_kind, None);
            // Failures without connections count for no more.
            connected(&tx, "worse.test", [0, 0], 1_000_000_000).await?;
            let tls = reports::totals(&tx, MINE, DOMAIN, NOW, 10_000).await?.tls;
            assert_eq!((tls.sessions, tls.failed), (13_005, 905));
            assert_eq!(tls.kinds[&TlsFailure::CertificateExpired], 10_900);
            let facts = insights::reports_of(&tx, MINE, DOMAIN, NOW).await?;
            assert_eq!(facts.tls_kind, Some(TlsFailure::CertificateExpired));
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
