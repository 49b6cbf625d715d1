//! Sleeping runs that become due: all at once, and one after the other.

use std::time::Duration;

use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;

use super::sleeping::{Sleepers, Spread};
use crate::child::Served;
use crate::database::BenchDatabase;
use crate::machine::{Meter, Sample, peak_memory, wall_clock};
use crate::outcome::Result;

const LOOK: Duration = Duration::from_millis(200);
/// Half of what must be possible, for a while.
const A_SECOND: u64 = 5_000;
const SECONDS: u64 = 12;
/// Time to write them before the first is due.
const AHEAD_MS: i64 = 10_000;

pub struct Wakes {
    /// All due at once.
    pub sample: Sample,
    pub late_p50_ms: i64,
    pub late_p99_ms: i64,
    /// Most memory that the server had in use, in MB.
    pub memory: f64,
}

pub async fn measure(
    place: &BenchDatabase,
    server: &Served,
    sleepers: &Sleepers<'_>,
) -> Result<Wakes> {
    let brand = sleepers.brand;
    let meter = Meter {
        process: server.pid,
        database: place.postgres_process(),
    };
    // The first are awake before anybody can look: what counts is what is left, and how long that takes.
    let now = wall_clock();
    let left = format!("SELECT count(*) FROM timers WHERE due_at <= {now}");
    let left = place.number(&left).await?.unsigned_abs();
    let sample = meter
        .measure(left as usize, until_none_is_due(place, brand))
        .await?;
    let start = wall_clock() + AHEAD_MS;
    let runs = A_SECOND * SECONDS;
    let spread = sleepers
        .write_spread(runs, start, SECONDS as i64 * 1000)
        .await?;
    let until = Duration::from_millis((start - wall_clock()).max(0).unsigned_abs());
    tokio::time::sleep(until + Duration::from_secs(SECONDS)).await;
    until_none_is_due(place, brand).await?;
    Ok(Wakes {
        sample,
        late_p50_ms: late(place, brand, &spread, 50).await?,
        late_p99_ms: late(place, brand, &spread, 99).await?,
        memory: peak_memory(server.pid)?,
    })
}

pub async fn until_none_is_due(place: &BenchDatabase, brand: BrandKey) -> Result<()> {
    loop {
        let now = wall_clock();
        let due = format!(
            "SELECT count(*) FROM (SELECT 1 FROM timers WHERE org = {} AND brand = {} AND due_at <= {now} LIMIT 1) AS t",
            brand.org, brand.brand
        );
        if place.number(&due).await? == 0 {
            return Ok(());
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// How long after its time a run went on.
async fn late(place: &BenchDatabase, brand: BrandKey, of: &Spread, part: i64) -> Result<i64> {
    let Spread {
        first,
        runs,
        start,
        window_ms,
    } = of;
    let sql = format!(
        "SELECT occurred_at - ({start} + (run - {first}) * {window_ms} / {runs}) FROM events
         WHERE org = {} AND brand = {} AND type = {} AND run >= {first} AND run < {first} + {runs}
         ORDER BY 1 LIMIT 1 OFFSET {}",
        brand.org,
        brand.brand,
        EventType::NodeCompleted as i64,
        runs * part / 100,
    );
    place.number(&sql).await
}
