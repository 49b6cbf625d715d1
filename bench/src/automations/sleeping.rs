//! Runs that sleep, put straight into the server's database: nobody waits a day for a figure.

use postrider_domain::tenant::BrandKey;

use super::setup::Automation;
use crate::database::{BenchDatabase, Kind};
use crate::machine::wall_clock;
use crate::outcome::Result;

/// So many are written at once.
const PART: u64 = 200_000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// People came at any time of a month: their timers are not in the order of their runs.
const SCATTERED: &str = "{now} - 1 - e.i * 2654435761 % 2592000000";

/// Runs that stand at the first wait of an automation.
pub struct Sleepers<'p> {
    place: &'p BenchDatabase,
    pub brand: BrandKey,
    automation: i64,
    version: i64,
    trigger: i64,
    contacts: u64,
}

/// Runs of consecutive numbers whose timers lie evenly in a window.
pub struct Spread {
    pub first: i64,
    pub runs: i64,
    pub start: i64,
    pub window_ms: i64,
}

impl<'p> Sleepers<'p> {
    pub async fn of(
        place: &'p BenchDatabase,
        automation: &Automation,
        contacts: u64,
    ) -> Result<Self> {
        let number = async |column: &str| {
            let id = &automation.id;
            let sql = format!("SELECT {column} FROM automations WHERE public_id = '{id}'");
            place.number(&sql).await
        };
        let brand = BrandKey {
            org: number("org").await?,
            brand: number("brand").await?,
        };
        let people = format!(
            "CREATE TABLE bench_contacts (n BIGINT PRIMARY KEY, id BIGINT NOT NULL);
             INSERT INTO bench_contacts SELECT row_number() OVER (ORDER BY id) - 1, id FROM contacts
                WHERE org = {} AND brand = {};",
            brand.org, brand.brand
        );
        place.execute(&people).await?;
        Ok(Self {
            place,
            brand,
            automation: number("id").await?,
            version: number("live").await?,
            trigger: number("live_trigger").await?,
            contacts,
        })
    }

    /// Runs whose time has come.
    pub async fn write_due(&self, runs: u64) -> Result<()> {
        let due = SCATTERED.replace("{now}", &wall_clock().to_string());
        self.write(runs, first_number(), &due).await
    }

    /// Runs that become due one after the other from `start` on.
    pub async fn write_spread(&self, runs: u64, start: i64, window_ms: i64) -> Result<Spread> {
        let first = first_number();
        let due = format!("{start} + e.i * {window_ms} / {runs}");
        self.write(runs, first, &due).await?;
        Ok(Spread {
            first,
            runs: runs as i64,
            start,
            window_ms,
        })
    }

    async fn write(&self, runs: u64, first: i64, due: &str) -> Result<()> {
        let mut from = 0;
        while from < runs {
            let to = (from + PART).min(runs);
            let series = self.place.series(from..to);
            self.place.execute(&self.part(first, due, &series)).await?;
            from = to;
        }
        Ok(())
    }

    fn part(&self, first: i64, due: &str, series: &str) -> String {
        let BrandKey { org, brand } = self.brand;
        let Self {
            automation,
            version,
            trigger,
            contacts,
            ..
        } = self;
        format!(
            "INSERT INTO runs (org, brand, id, public_id, automation, version, trigger, contact, status, node,
                entered_at, wake_at, window_ends, held, steps, created_at, started_at)
             SELECT {org}, {brand}, {first} + e.i, 'run_' || ({first} + e.i), {automation}, {version}, {trigger}, c.id,
                'running', 1, {due} - {DAY_MS}, {due}, {due}, FALSE, 0, {due} - {DAY_MS}, {due} - {DAY_MS}
             FROM {series} AS e JOIN bench_contacts AS c ON c.n = e.i * 48271 % {contacts};
             INSERT INTO timers (org, brand, due_at, run)
             SELECT {org}, {brand}, {due}, {first} + e.i FROM {series} AS e;"
        )
    }
}

/// Where the numbers of rows that are written now begin.
fn first_number() -> i64 {
    (wall_clock() - 1_577_836_800_000) << 22
}

pub async fn bytes_a_timer(place: &BenchDatabase) -> Result<f64> {
    let bytes = match place.kind {
        Kind::Sqlite => "SELECT sum(pgsize) FROM dbstat WHERE name LIKE '%timers%'",
        Kind::Postgres(_) => "SELECT pg_total_relation_size('timers')",
    };
    let bytes = place.number(bytes).await?;
    let timers = place.number("SELECT count(*) FROM timers").await?;
    Ok(bytes as f64 / timers as f64)
}
