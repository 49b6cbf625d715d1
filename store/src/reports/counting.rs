//! Takes reports, each once. No reporter can make more than so many rows, and whoever is known always has room, however many
//! strangers come: the domain's row is locked by whoever counts for it.

use std::collections::{BTreeMap, BTreeSet};

use postrider_domain::sending::domain_report::{
    MOST_SOURCES, SourceCounts, TlsCounts, TlsFailure, day_of, placed,
};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// Reports of one kind and day about a domain, of one reporter and of all. Most bring one a day, some one an hour.
const MOST_OF_REPORTER: i64 = 50;
const MOST_OF_DAY: i64 = 2000;
/// Rows of sources of one day of a domain that are told apart, over all reporters; and of failures of encryption.
const MOST_ROWS: i64 = 1000;
/// Of these, reports and rows, each reporter can be sure, whatever the others bring.
const SURE_REPORTS: i64 = 5;
const SURE_SOURCES: usize = 10;
/// Names of one organization that report: most have one.
const MOST_NAMES: i64 = 5;
/// Organizations that nobody has heard of, in a day. Whoever wants to fill this needs so many domains, each day.
const MOST_NEW: i64 = 200;

statements! {
    REPORTS -> Claimed = "
        SELECT {columns} FROM domain_reports
        WHERE org = $1 AND brand = $2 AND domain = $3 AND kind = $4 AND day = $5";
    CLAIM = "
        INSERT INTO domain_reports (org, brand, domain, kind, day, reporter, report)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (org, brand, domain, kind, day, reporter, report) DO NOTHING";
    KNOWN -> Names = "
        SELECT {columns} FROM domain_reporters
        WHERE org = $1 AND brand = $2 AND domain = $3 AND organization = $4";
    NEW -> (i64,) = "
        SELECT count(DISTINCT organization) FROM domain_reporters
        WHERE org = $1 AND brand = $2 AND domain = $3 AND first_day = $4";
    SEEN = "
        INSERT INTO domain_reporters (org, brand, domain, reporter, organization, first_day, last_day)
        VALUES ($1, $2, $3, $4, $5, $6, $6)
        ON CONFLICT (org, brand, domain, reporter) DO UPDATE SET last_day = excluded.last_day
        WHERE domain_reporters.last_day < excluded.last_day";
    TLS_ROWS -> (i64,) = "
        SELECT count(*) FROM domain_tls WHERE org = $1 AND brand = $2 AND domain = $3 AND day = $4";
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

record! {
    /// Names of an organization.
    #[derive(Default)]
    struct Names {
        all: i64 = "count(*)",
        /// The reporter is among them.
        known: i64 = "count(*) FILTER (WHERE reporter = $5)",
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
    /// The registrable name of the reporter.
    pub organization: String,
    /// A hash of what the reporter calls it.
    pub report: String,
}

/// Whether a report is to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    New,
    /// It was counted before.
    Known,
    /// There are too many already of this reporter, or of its organization.
    TooMany,
    /// Too many have reported for the first time today: tomorrow there is room.
    Crowded,
}

/// Once for each report; the caller has locked the domain.
pub async fn claim(tx: &Tx, brand: BrandKey, key: &ReportKey, now: i64) -> Result<Claim, DbError> {
    let today = day_of(now);
    if let Some(refused) = refused(tx, brand, key, today).await? {
        return Ok(refused);
    }
    let (org, kind) = (brand.org, key.kind as i64);
    let values = params![org, brand.brand, key.domain, kind, key.day, &key.reporter];
    let claimed = tx.one(&REPORTS, values).await?.unwrap_or_default();
    let most = if claimed.all < MOST_OF_DAY {
        MOST_OF_REPORTER
    } else {
        SURE_REPORTS
    };
    if claimed.reporters >= most {
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
    if tx.execute(&CLAIM, values).await? == 0 {
        return Ok(Claim::Known);
    }
    let values = params![
        org,
        brand.brand,
        key.domain,
        &key.reporter,
        &key.organization,
        today
    ];
    tx.execute(&SEEN, values).await?;
    Ok(Claim::New)
}

/// Why a reporter whom nobody knows has no room.
async fn refused(
    tx: &Tx,
    brand: BrandKey,
    key: &ReportKey,
    today: i64,
) -> Result<Option<Claim>, DbError> {
    let (org, domain) = (brand.org, key.domain);
    let values = params![org, brand.brand, domain, &key.organization, &key.reporter];
    let names = tx.one(&KNOWN, values).await?.unwrap_or_default();
    if names.known > 0 {
        return Ok(None);
    }
    if names.all > 0 {
        return Ok((names.all >= MOST_NAMES).then_some(Claim::TooMany));
    }
    let values = params![org, brand.brand, domain, today];
    let new = tx.value(&NEW, values).await?.unwrap_or_default();
    Ok((new >= MOST_NEW).then_some(Claim::Crowded))
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
    let room = room.max(SURE_SOURCES.saturating_sub(known.len()));
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
    let values = params![brand.org, brand.brand, key.domain, key.day];
    let is_full = tx.value(&TLS_ROWS, values).await?.unwrap_or_default() >= MOST_ROWS;
    let mut kinds: BTreeMap<TlsFailure, i64> = BTreeMap::new();
    for (kind, failed) in &counts.kinds {
        let kind = if is_full { TlsFailure::Other } else { *kind };
        *kinds.entry(kind).or_default() += failed;
    }
    let sums = ("", counts.sessions, counts.failed);
    let kinds = kinds.iter();
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
