//! A whole look at a brand with many sends: its counts are read, the detectors judge them, and what they find is written. Without what
//! PostgreSQL's own processes take.

use std::time::Duration;

use crate::child::Served;
use crate::database::BenchDatabase;
use crate::machine::{family_times, wall_clock};
use crate::outcome::Result;

const LOOKS: u32 = 20;
/// How often it is asked whether one is over.
const PAUSE: Duration = Duration::from_millis(100);

/// Milliseconds of the server's CPU, with what it does beside it meanwhile.
pub async fn whole_look(place: &BenchDatabase, server: &Served) -> Result<f64> {
    place.execute(&a_thousand_sends(wall_clock())).await?;
    // The first counts who is silent, once for a day, and finds that too many bounce.
    look(place).await?;
    let found = "SELECT count(*) FROM insights WHERE detector = 'bounces'";
    if place.number(found).await? == 0 {
        return Err("a look has found nothing in what was counted".into());
    }
    let before = family_times(server.pid)?;
    for _ in 0..LOOKS {
        look(place).await?;
    }
    let taken = family_times(server.pid)?.saturating_sub(before);
    Ok(taken.as_secs_f64() * 1e3 / f64::from(LOOKS))
}

async fn look(place: &BenchDatabase) -> Result<()> {
    place
        .execute("UPDATE jobs SET due_at = 1 WHERE kind = 'insights' AND owner IS NULL;")
        .await?;
    let now = wall_clock();
    // It is put back to the next day.
    let over = format!(
        "SELECT count(*) FROM jobs WHERE kind = 'insights' AND owner IS NULL AND due_at > {now}"
    );
    while place.number(&over).await? == 0 {
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

/// Over the last 80 days, each with its counts, and those of ten providers in two hours; and the job that looks at them.
fn a_thousand_sends(now: i64) -> String {
    let start = now - 80 * 24 * 3_600_000;
    let numbers = |count: u32| {
        format!(
            "(WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count}) SELECT i FROM n)"
        )
    };
    let sends = numbers(1_000);
    // As numbers of rows are made of the time.
    let at = format!("({start} + s.i * 6912000)");
    let id = format!("(({at} - 1577836800000) << 22)");
    format!(
        "INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject,
            from_email, recipient_count, frozen_to, frozen, last_ordinal, allowance, started_at, created_at, updated_at)
         SELECT e.org, e.brand, {id}, 'snd_' || s.i, 'campaign', 'completed', e.id, e.head,
            (SELECT min(d.id) FROM domains AS d WHERE d.org = e.org AND d.brand = e.brand), 'Hi', 'hi@example.com',
            20000, 0, TRUE, 1, 1, {at}, {at}, {at} FROM {sends} AS s CROSS JOIN emails AS e;
         INSERT INTO tallies (org, brand, send, process, planned, excluded_unsubscribed, excluded_invalid,
            excluded_suppressed, excluded_duplicate, deferred, accepted, delivered, bounced, failed, in_doubt, opened,
            clicked, complained, unsubscribed, machine_opens, machine_clicks)
         SELECT e.org, e.brand, {id}, 1, 20000, 0, 0, 0, 0, 0,
            20000, 20 * (980 - s.i % 7), 20 * (20 + s.i % 7), 0, 0, 20 * (200 + s.i % 13), 500, 20 * (s.i % 3),
            20 * (1 + s.i % 5), 1000, 100
         FROM {sends} AS s CROSS JOIN emails AS e;
         INSERT INTO hours
         SELECT e.org, e.brand, {at} - {at} % 3600000 + h.i * 3600000, {id}, p.i, 1,
            1000, 980 - s.i % 7, 20 + s.i % 7, 0, 0, 200 + s.i % 13, 25, s.i % 3, 1 + s.i % 5, 50, 5
         FROM {sends} AS s CROSS JOIN {hours} AS h CROSS JOIN {providers} AS p CROSS JOIN emails AS e;
         INSERT INTO jobs (org, id, brand, kind, subject, due_at, fence, attempts, created_at)
         SELECT org, 1, brand, 'insights', brand, {now} + 86400000, 0, 0, {now} FROM emails WHERE true
         ON CONFLICT (org, kind, subject) DO NOTHING;",
        hours = numbers(2),
        providers = numbers(10),
    )
}
