//! Counts of sends. Each process adds to a row of its own, so that two never wait for each other; what is true
//! is the sum.

use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;

use super::change::Change;
use super::hours;
use crate::db::{Cells, DbError, Record, Tx, Value};
use crate::{params, record, statements};

statements! {
    bulk(
        org: Int, brand: Int, send: Int, process: Int, planned: Int, excluded_unsubscribed: Int,
        excluded_invalid: Int, excluded_suppressed: Int, excluded_duplicate: Int, deferred: Int,
        accepted: Int, delivered: Int, bounced: Int, failed: Int, in_doubt: Int, opened: Int,
        clicked: Int, complained: Int, unsubscribed: Int, machine_opens: Int,
        machine_clicks: Int
    ) ADD = "
        INSERT INTO tallies (org, brand, send, process, planned, excluded_unsubscribed, excluded_invalid,
            excluded_suppressed, excluded_duplicate, deferred, accepted, delivered, bounced,
            failed, in_doubt, opened, clicked, complained, unsubscribed, machine_opens,
            machine_clicks)
        SELECT r.org, r.brand, r.send, r.process, r.planned, r.excluded_unsubscribed,
            r.excluded_invalid, r.excluded_suppressed, r.excluded_duplicate, r.deferred,
            r.accepted, r.delivered, r.bounced, r.failed, r.in_doubt, r.opened, r.clicked,
            r.complained, r.unsubscribed, r.machine_opens, r.machine_clicks
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, send, process) DO UPDATE SET
            planned = tallies.planned + excluded.planned,
            excluded_unsubscribed = tallies.excluded_unsubscribed + excluded.excluded_unsubscribed,
            excluded_invalid = tallies.excluded_invalid + excluded.excluded_invalid,
            excluded_suppressed = tallies.excluded_suppressed + excluded.excluded_suppressed,
            excluded_duplicate = tallies.excluded_duplicate + excluded.excluded_duplicate,
            deferred = tallies.deferred + excluded.deferred,
            accepted = tallies.accepted + excluded.accepted,
            delivered = tallies.delivered + excluded.delivered,
            bounced = tallies.bounced + excluded.bounced,
            failed = tallies.failed + excluded.failed,
            in_doubt = tallies.in_doubt + excluded.in_doubt,
            opened = tallies.opened + excluded.opened,
            clicked = tallies.clicked + excluded.clicked,
            complained = tallies.complained + excluded.complained,
            unsubscribed = tallies.unsubscribed + excluded.unsubscribed,
            machine_opens = tallies.machine_opens + excluded.machine_opens,
            machine_clicks = tallies.machine_clicks + excluded.machine_clicks";
    OF_SENDS -> OfSend = "
        SELECT {columns} FROM tallies
        WHERE org = $1 AND brand = $2 AND send {in_ints}($3) GROUP BY send";
    OF_DOMAINS -> OfDomain = "
        SELECT {columns} FROM (
            SELECT id, domain FROM sends {along}(sends__org__brand__started_at)
            WHERE org = $1 AND brand = $2 AND started_at >= $3 AND NOT is_stream) AS sent
        JOIN tallies ON tallies.org = $1 AND tallies.brand = $2 AND tallies.send = sent.id
        GROUP BY sent.domain";
    READ -> Summed = "
        SELECT {columns} FROM tallies WHERE org = $1 AND brand = $2 AND send = $3";
}

/// The sums of columns that are called like the counts of a tally.
struct Summed(Tally);

macro_rules! summed {
    ($($count:ident),+ $(,)?) => {
        impl Record for Summed {
            const WIDTH: usize = [$(stringify!($count)),+].len();

            fn columns(into: &mut Vec<&'static str>) {
                // A sum of BIGINT is NUMERIC on PostgreSQL.
                $(into.push(concat!("CAST(coalesce(sum(", stringify!($count), "), 0) AS BIGINT)"));)+
            }

            fn read(cells: &mut Cells<'_>) -> Result<Self, DbError> {
                Ok(Self(Tally {
                    $($count: cells.next(stringify!($count))?,)+
                }))
            }
        }
    };
}

summed!(
    planned,
    excluded_unsubscribed,
    excluded_invalid,
    excluded_suppressed,
    excluded_duplicate,
    deferred,
    accepted,
    delivered,
    bounced,
    failed,
    in_doubt,
    opened,
    clicked,
    complained,
    unsubscribed,
    machine_opens,
    machine_clicks,
);

record! {
    struct OfSend {
        send: i64 = "send",
        sums: Summed = ..,
    }
}

record! {
    struct OfDomain {
        domain: i64 = "sent.domain",
        sums: Summed = ..,
    }
}

/// Adds changes to the counts of their sends, and of their hours.
pub async fn add(tx: &Tx, process: i64, mut changes: Vec<Change>) -> Result<(), DbError> {
    changes.retain(|change| change.by != Tally::default());
    // Always in one order: two that add to the same rows wait for each other, and never in a circle.
    changes.sort_unstable_by_key(|change| (change.brand.org, change.brand.brand, change.send));
    hours::add(tx, process, &changes).await?;
    let mut sums: Vec<Change> = Vec::new();
    for change in changes {
        match sums.last_mut() {
            Some(last) if (last.brand, last.send) == (change.brand, change.send) => {
                last.by += change.by;
            }
            _ => sums.push(change),
        }
    }
    let rows = sums.iter().map(|change| {
        let tally = &change.by;
        vec![
            change.brand.org.into(),
            change.brand.brand.into(),
            change.send.into(),
            Value::from(process),
            tally.planned.into(),
            tally.excluded_unsubscribed.into(),
            tally.excluded_invalid.into(),
            tally.excluded_suppressed.into(),
            tally.excluded_duplicate.into(),
            tally.deferred.into(),
            tally.accepted.into(),
            tally.delivered.into(),
            tally.bounced.into(),
            tally.failed.into(),
            tally.in_doubt.into(),
            tally.opened.into(),
            tally.clicked.into(),
            tally.complained.into(),
            tally.unsubscribed.into(),
            tally.machine_opens.into(),
            tally.machine_clicks.into(),
        ]
    });
    tx.bulk(&ADD, rows.collect()).await?;
    Ok(())
}

/// The counts of a send, over all processes.
pub async fn read(tx: &Tx, brand: BrandKey, send: i64) -> Result<Tally, DbError> {
    let summed = tx.one(&READ, params![brand.org, brand.brand, send]).await?;
    Ok(summed.map_or_else(Tally::default, |Summed(tally)| tally))
}

/// The counts of these sends, where anything was counted.
pub async fn of_sends(
    tx: &Tx,
    brand: BrandKey,
    sends: impl IntoIterator<Item = i64>,
) -> Result<Vec<(i64, Tally)>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(sends)];
    let counted = tx.all(&OF_SENDS, values).await?;
    let read = |of: OfSend| (of.send, of.sums.0);
    Ok(counted.into_iter().map(read).collect())
}

/// The counts of all sends that started since then, and are no stream, by the number of their domain.
pub async fn of_domains(
    tx: &Tx,
    brand: BrandKey,
    since: i64,
) -> Result<Vec<(i64, Tally)>, DbError> {
    let values = params![brand.org, brand.brand, since];
    let counted = tx.all(&OF_DOMAINS, values).await?;
    let read = |of: OfDomain| (of.domain, of.sums.0);
    Ok(counted.into_iter().map(read).collect())
}
