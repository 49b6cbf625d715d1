//! The counts that detectors look at: sums of rows that are counted by the send and by the hour, never the events or
//! the contacts themselves.

use std::collections::{BTreeSet, HashMap};

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::designs::design::EmailType;
use postrider_domain::insights::counters::{
    AutomationCounts, BrandFacts, CLIPPED_BYTES, DesignCounts, DomainFacts, LongDesign, Named,
    ProviderCounts, SendCounts,
};
use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::{EventType, Tally};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::{DAY_MS, hours_of_day};

use crate::analytics::automations::{OfStream, runs_as_a_whole, streams_mailed};
use crate::analytics::overview::first_hour;
use crate::analytics::{Counted, Of, by_provider};
use crate::db::{DbError, Tx, Value, first_number};
use crate::delivery::tallies;
use crate::{brands, params, record, statements};

/// Sends that are looked at, in days and in number.
const SENDS_MS: i64 = 90 * DAY_MS;
const SENDS: i64 = 1_000;
pub(super) const MONTH_MS: i64 = 30 * DAY_MS;
const WEEK_MS: i64 = 7 * DAY_MS;
pub(super) const DOMAINS: i64 = 200;
/// Of those that have lost their records, however long ago they were added.
const LOST_DOMAINS: i64 = 1_000;
/// Beyond so many nobody counts.
const DEAD_LETTERS: i64 = 1_000;

statements! {
    list SENT -> SendRow = "
        SELECT {columns} FROM sends AS s {along}(sends__org__brand__started_at)
        JOIN emails AS e ON e.org = s.org AND e.brand = s.brand AND e.id = s.email
        WHERE s.org = $1 AND s.brand = $2 AND s.started_at >= $3 AND NOT s.is_stream
        ORDER BY s.started_at DESC, s.id DESC LIMIT $4";
    list DOMAINS_OF -> DomainRow = "
        SELECT {columns} FROM domains WHERE org = $1 AND brand = $2 ORDER BY id DESC LIMIT $3";
    list LOST -> DomainRow = "
        SELECT {columns} FROM domains {along}(domains__org__brand__notice)
        WHERE org = $1 AND brand = $2 AND notice IS NOT NULL ORDER BY notice DESC LIMIT $3";
    NAMES -> NameRow = "
        SELECT {columns} FROM automations WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    DESIGNS_OF -> DesignRow = "
        SELECT {columns} FROM emails WHERE org = $1 AND brand = $2 AND id {in_ints}($3)";
    DEAD -> (i64,) = "
        SELECT count(*) FROM (
            SELECT 1 AS one FROM events {along}(events__org__brand__type)
            WHERE org = $1 AND brand = $2 AND type = $3 AND id >= $4 LIMIT $5) AS few";
    // Of those that went out lately, and of those that events have published automations send. A design that nobody mails
    // may be as long as it likes.
    LONG -> LongRow = "
        SELECT {columns} FROM (
            SELECT e.public_id, e.title, (
                SELECT CAST(octet_length(v.html) AS BIGINT) FROM email_versions AS v
                WHERE v.org = e.org AND v.brand = e.brand AND v.email = e.id AND v.id = e.head) AS bytes
            FROM emails AS e
            WHERE e.org = $1 AND e.brand = $2 AND e.deleted_at IS NULL AND e.id IN (
                SELECT email FROM (
                    SELECT email FROM sends {along}(sends__org__brand__started_at)
                    WHERE org = $1 AND brand = $2 AND started_at >= $3 AND NOT is_stream
                    ORDER BY started_at DESC, id DESC LIMIT $4) AS sent
                UNION
                SELECT s.email FROM automations AS a
                JOIN sends AS s {along}(sends__org__brand__automation_version__node)
                    ON s.org = a.org AND s.brand = a.brand AND s.automation_version = a.live AND s.is_stream
                WHERE a.org = $1 AND a.brand = $2 AND a.published)) AS mailed
        WHERE bytes > $5";
}

record! {
    struct SendRow {
        id: i64 = "s.id",
        public_id: String = "s.public_id",
        title: String = "e.title",
        kind: EmailType = "e.type",
        started_at: i64 = "s.started_at",
    }
}

record! {
    struct DomainRow {
        id: i64 = "id",
        public_id: String = "public_id",
        name: String = "name",
        has_lost_records: bool = "notice IS NOT NULL",
    }
}

record! {
    struct NameRow {
        id: i64 = "id",
        public_id: String = "public_id",
        name: String = "name",
    }
}

record! {
    struct DesignRow {
        id: i64 = "id",
        public_id: String = "public_id",
        title: String = "title",
        kind: EmailType = "type",
    }
}

record! {
    struct LongRow {
        public_id: String = "public_id",
        title: String = "title",
        bytes: i64 = "bytes",
    }
}

/// What is known of the brand itself, and its time zone. `None`: there is no such brand.
pub async fn brand_facts(
    tx: &Tx,
    brand: BrandKey,
) -> Result<Option<(BrandFacts, String)>, DbError> {
    let record = brands::get(tx, brand).await?;
    Ok(record.map(|record| {
        let facts = BrandFacts {
            has_address: record.identity.has_postal_address(),
            public_id: record.public_id,
            name: record.name,
        };
        (facts, record.time_zone)
    }))
}

/// What automations mailed in a week, and their designs.
pub async fn of_automations(
    tx: &Tx,
    brand: BrandKey,
    now: i64,
) -> Result<(Vec<AutomationCounts>, Vec<DesignCounts>), DbError> {
    let week = before(now, WEEK_MS);
    let streams = streams_mailed(tx, brand, week).await?;
    let automations = automations(tx, brand, &streams, week).await?;
    Ok((automations, designs(tx, brand, &streams).await?))
}

pub(super) fn before(now: i64, length: i64) -> Range {
    Range {
        from: now - length,
        to: now,
    }
}

/// Campaigns and sends of audience runs, the newest first.
pub async fn sends(
    tx: &Tx,
    brand: BrandKey,
    time_zone: &str,
    now: i64,
) -> Result<Vec<SendCounts>, DbError> {
    let values = params![brand.org, brand.brand, now - SENDS_MS, SENDS];
    let rows = tx.all(&SENT, values).await?;
    let hour_of = hours_of_day(time_zone);
    let numbers: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut counts: HashMap<i64, Tally> = tallies::of_sends(tx, brand, numbers)
        .await?
        .into_iter()
        .collect();
    let counted = |row: SendRow| SendCounts {
        tally: counts.remove(&row.id).unwrap_or_default(),
        hour: hour_of(row.started_at),
        public_id: row.public_id,
        title: row.title,
        kind: row.kind,
        started_at: row.started_at,
    };
    Ok(rows.into_iter().map(counted).collect())
}

/// Those that were added last, and all that have lost their records: a finding about one of them is not over because others
/// were added.
pub async fn domains(tx: &Tx, brand: BrandKey, now: i64) -> Result<Vec<DomainFacts>, DbError> {
    let values = params![brand.org, brand.brand, DOMAINS];
    let mut rows = tx.all(&DOMAINS_OF, values).await?;
    let newest: BTreeSet<i64> = rows.iter().map(|row| row.id).collect();
    let lost = tx
        .all(&LOST, params![brand.org, brand.brand, LOST_DOMAINS])
        .await?;
    rows.extend(lost.into_iter().filter(|row| !newest.contains(&row.id)));
    // Not from the sends that are looked at one by one: of a brand that sends often they are those of a few days.
    let counts = tallies::of_domains(tx, brand, now - MONTH_MS).await?;
    let counts: HashMap<i64, Tally> = counts.into_iter().collect();
    let facts = |row: DomainRow| DomainFacts {
        number: row.id,
        tally: counts.get(&row.id).copied().unwrap_or_default(),
        domain: Named {
            id: row.public_id,
            name: row.name,
        },
        has_lost_records: row.has_lost_records,
        reports: None,
    };
    Ok(rows.into_iter().map(facts).collect())
}

async fn automations(
    tx: &Tx,
    brand: BrandKey,
    streams: &[OfStream],
    week: Range,
) -> Result<Vec<AutomationCounts>, DbError> {
    let mut counts: HashMap<i64, AutomationCounts> = HashMap::new();
    for stream in streams {
        counts.entry(stream.automation).or_default().tally += stream.tally;
    }
    for (automation, runs) in runs_as_a_whole(tx, brand, week).await? {
        let counts = counts.entry(automation).or_default();
        (counts.completed, counts.failed) = (runs.completed, runs.failed);
    }
    let numbers = Value::ints(counts.keys().copied());
    let names = tx
        .all(&NAMES, params![brand.org, brand.brand, numbers])
        .await?;
    let counted = |row: NameRow| {
        let counts = counts.remove(&row.id)?;
        Some(AutomationCounts {
            automation: Named {
                id: row.public_id,
                name: row.name,
            },
            ..counts
        })
    };
    Ok(names.into_iter().filter_map(counted).collect())
}

async fn designs(
    tx: &Tx,
    brand: BrandKey,
    streams: &[OfStream],
) -> Result<Vec<DesignCounts>, DbError> {
    let mut counts: HashMap<i64, (BTreeSet<i64>, Tally)> = HashMap::new();
    for stream in streams {
        let (days, tally) = counts.entry(stream.email).or_default();
        *tally += stream.tally;
        // On the others somebody opened what had come before.
        if stream.tally.accepted > 0 {
            days.insert(stream.day);
        }
    }
    let numbers = Value::ints(counts.keys().copied());
    let rows = tx
        .all(&DESIGNS_OF, params![brand.org, brand.brand, numbers])
        .await?;
    let counted = |row: DesignRow| {
        let (days, tally) = counts.remove(&row.id)?;
        Some(DesignCounts {
            design: Named {
                id: row.public_id,
                name: row.title,
            },
            kind: row.kind,
            days: days.len() as i64,
            tally,
        })
    };
    Ok(rows.into_iter().filter_map(counted).collect())
}

/// A day, and what was usual before it.
pub async fn providers(tx: &Tx, brand: BrandKey, now: i64) -> Result<Vec<ProviderCounts>, DbError> {
    let day = by_provider(tx, brand, before(now, DAY_MS), Of::Everything).await?;
    // The hour in which the day begins counts for the day alone.
    let usual = before(first_hour(before(now, DAY_MS)), MONTH_MS);
    let long = by_provider(tx, brand, usual, Of::Everything).await?;
    let of = |provider: Provider| {
        let counted = long.iter().find(|counted| counted.of == provider);
        counted.map_or_else(Tally::default, |counted| counted.tally)
    };
    let counts = |counted: &Counted<Provider>| ProviderCounts {
        provider: counted.of,
        day: counted.tally,
        before: of(counted.of),
    };
    Ok(day.iter().map(counts).collect())
}

/// Fires that were given up in a week.
pub async fn dead_letters(tx: &Tx, brand: BrandKey, now: i64) -> Result<i64, DbError> {
    let values = params![
        brand.org,
        brand.brand,
        EventType::DeadLetter.code(),
        first_number(now - WEEK_MS),
        DEAD_LETTERS
    ];
    Ok(tx.value(&DEAD, values).await?.unwrap_or(0))
}

/// Designs that are mailed and too long for an inbox.
pub async fn clipped(tx: &Tx, brand: BrandKey, now: i64) -> Result<Vec<LongDesign>, DbError> {
    let since = now - SENDS_MS;
    let values = params![brand.org, brand.brand, since, SENDS, CLIPPED_BYTES];
    let rows = tx.all(&LONG, values).await?;
    let long = |row: LongRow| LongDesign {
        design: Named {
            id: row.public_id,
            name: row.title,
        },
        bytes: row.bytes,
    };
    Ok(rows.into_iter().map(long).collect())
}
