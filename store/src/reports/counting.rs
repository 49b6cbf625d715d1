//! Takes reports, each once. No reporter can make more than so many rows, nor all of them together: the domain's row is
//! locked by whoever counts for it.

use std::collections::{BTreeMap, BTreeSet};

use postrider_domain::sending::domain_report::{MOST_SOURCES, SourceCounts, TlsCounts, placed};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// Reports of one kind and day about a domain, of one reporter and of all. Most bring one a day, some one an hour.
const MOST_OF_REPORTER: i64 = 50;
const MOST_OF_DAY: i64 = 2000;
/// Rows of sources of one day of a domain that are told apart, over all reporters.
const MOST_ROWS: i64 = 1000;

statements! {
    REPORTS -> Claimed = "
        SELECT {columns} FROM domain_reports
        WHERE org = $1 AND brand = $2 AND domain = $3 AND kind = $4 AND day = $5";
    CLAIM = "
        INSERT INTO domain_reports (org, brand, domain, kind, day, reporter, report)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (org, brand, domain, kind, day, reporter, report) DO NOTHING";
    KNOWN_SOURCES -> (String,) = "
        SELECT source FROM domain_sources
        WHERE org = $1 AND brand = $2 AND domain = $3 AND day = $4 AND reporter = $5";
    ROWS -> (i64,) = "
        SELECT count(*) FROM domain_sources
        WHERE org = $1 AND brand = $2 AND domain = $3 AND day = $4";
    bulk(
        org: Int, brand: Int, domain: Int, day: Int, reporter: Text, source: Text, messages: Int, passed: Int,
        dkim: Int, spf: Int, quarantined: Int, rejected: Int, authenticated_as: Text
    ) ADD_SOURCES = "
        INSERT INTO domain_sources (org, brand, domain, day, reporter, source, messages, passed, dkim, spf,
            quarantined, rejected, authenticated_as)
        SELECT r.org, r.brand, r.domain, r.day, r.reporter, r.source, r.messages, r.passed, r.dkim, r.spf,
            r.quarantined, r.rejected, r.authenticated_as
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, domain, day, reporter, source) DO UPDATE SET
            messages = domain_sources.messages + excluded.messages,
            passed = domain_sources.passed + excluded.passed,
            dkim = domain_sources.dkim + excluded.dkim,
            spf = domain_sources.spf + excluded.spf,
            quarantined = domain_sources.quarantined + excluded.quarantined,
            rejected = domain_sources.rejected + excluded.rejected,
            authenticated_as = COALESCE(domain_sources.authenticated_as, excluded.authenticated_as)";
    bulk(
        org: Int, brand: Int, domain: Int, day: Int, reporter: Text, kind: Text, sessions: Int, failed: Int
    ) ADD_TLS = "
        INSERT INTO domain_tls (org, brand, domain, day, reporter, kind, sessions, failed)
        SELECT r.org, r.brand, r.domain, r.day, r.reporter, r.kind, r.sessions, r.failed
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, domain, day, reporter, kind) DO UPDATE SET
            sessions = domain_tls.sessions + excluded.sessions,
            failed = domain_tls.failed + excluded.failed";
}

record! {
    /// Reports of a day.
    #[derive(Default)]
    struct Claimed {
        all: i64 = "count(*)",
        /// Of one reporter.
        reporters: i64 = "count(*) FILTER (WHERE reporter = $6)",
    }
}

/// What a report is about. The numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum ReportKind {
    Aggregate = 1,
    Tls = 2,
}

/// Whose report about which day of which domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportKey {
    pub domain: i64,
    pub kind: ReportKind,
    pub day: i64,
    pub reporter: String,
    /// A hash of what the reporter calls it.
    pub report: String,
}

/// Whether a report is to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    New,
    /// It was counted before.
    Known,
    /// There are too many already, of this reporter or of all.
    TooMany,
}

/// Once for each report; the caller has locked the domain.
pub async fn claim(tx: &Tx, brand: BrandKey, key: &ReportKey) -> Result<Claim, DbError> {
    let (org, kind) = (brand.org, key.kind as i64);
    let values = params![org, brand.brand, key.domain, kind, key.day, &key.reporter];
    let claimed = tx.one(&REPORTS, values).await?.unwrap_or_default();
    if claimed.all >= MOST_OF_DAY || claimed.reporters >= MOST_OF_REPORTER {
        return Ok(Claim::TooMany);
    }
    let values = params![
        org,
        brand.brand,
        key.domain,
        kind,
        key.day,
        &key.reporter,
        &key.report
    ];
    Ok(match tx.execute(&CLAIM, values).await? {
        0 => Claim::Known,
        _ => Claim::New,
    })
}

/// Beyond what may be told apart, sources are counted as one.
pub async fn add_sources(
    tx: &Tx,
    brand: BrandKey,
    key: &ReportKey,
    counts: &BTreeMap<String, SourceCounts>,
) -> Result<(), DbError> {
    let (org, domain) = (brand.org, key.domain);
    let values = params![org, brand.brand, domain, key.day, &key.reporter];
    let known = tx.all(&KNOWN_SOURCES, values).await?;
    let known: BTreeSet<String> = known.into_iter().map(|(source,)| source).collect();
    let values = params![org, brand.brand, domain, key.day];
    let rows = tx.value(&ROWS, values).await?.unwrap_or_default();
    let room = usize::try_from(MOST_ROWS - rows).unwrap_or_default();
    let room = room.min(MOST_SOURCES.saturating_sub(known.len()));
    let placed = placed(counts.clone(), &known, room);
    let rows = placed.into_iter().map(|(source, counts)| {
        vec![
            org.into(),
            brand.brand.into(),
            domain.into(),
            key.day.into(),
            key.reporter.as_str().into(),
            source.into(),
            counts.messages.into(),
            counts.passed.into(),
            counts.dkim.into(),
            counts.spf.into(),
            counts.quarantined.into(),
            counts.rejected.into(),
            counts.authenticated_as.into(),
        ]
    });
    tx.bulk(&ADD_SOURCES, rows.collect()).await?;
    Ok(())
}

pub async fn add_tls(
    tx: &Tx,
    brand: BrandKey,
    key: &ReportKey,
    counts: &TlsCounts,
) -> Result<(), DbError> {
    let sums = ("", counts.sessions, counts.failed);
    let kinds = counts.kinds.iter();
    let kinds = kinds.map(|(kind, failed)| (kind.as_str(), 0, *failed));
    let rows = std::iter::once(sums)
        .chain(kinds)
        .map(|(kind, sessions, failed)| {
            vec![
                brand.org.into(),
                brand.brand.into(),
                key.domain.into(),
                key.day.into(),
                key.reporter.as_str().into(),
                kind.into(),
                sessions.into(),
                failed.into(),
            ]
        });
    tx.bulk(&ADD_TLS, rows.collect()).await?;
    Ok(())
}
