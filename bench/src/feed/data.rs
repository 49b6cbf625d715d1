//! Events of thirty days, put straight into the server's database by one statement a part.

use postrider_domain::contacts::mailbox::domain_number;
use postrider_domain::tenant::BrandKey;

use crate::database::{BenchDatabase, Kind, Session};
use crate::machine::wall_clock;
use crate::outcome::Result;

/// So many are written at once.
const PART: u64 = 500_000;
pub const SENDS: u64 = 200;
/// Every tenth event is an automation's.
pub const AUTOMATIONS: u64 = 20;
const DAYS_MS: u64 = 30 * 24 * 60 * 60 * 1000;

pub struct Size {
    pub events: u64,
    pub contacts: u64,
}

impl Size {
    /// Runs have a hundred events each, with those of others between them.
    pub fn runs(&self) -> u64 {
        (self.events / 1000).max(1)
    }
}

pub async fn write(place: &BenchDatabase, size: &Size) -> Result<BrandKey> {
    let brand = BrandKey {
        org: place.number("SELECT org FROM brands").await?,
        brand: place.number("SELECT id FROM brands").await?,
    };
    place.execute(&frame(brand, size)).await?;
    let indexes = take_indexes(place).await?;
    let mut from = 0;
    while from < size.events {
        let to = (from + PART).min(size.events);
        let series = place.series(from..to);
        place.execute(&events(brand, size, &series)).await?;
        from = to;
    }
    for index in indexes {
        place.execute(&index).await?;
    }
    Ok(brand)
}

/// Contacts by their place, sends, and counts by the hour.
fn frame(brand: BrandKey, size: &Size) -> String {
    let BrandKey { org, brand } = brand;
    let hour = wall_clock() / 3_600_000 * 3_600_000;
    let numbers = |count: u64| {
        format!(
            "(WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count}) SELECT i FROM n)"
        )
    };
    format!(
        "CREATE TABLE bench_contacts (n BIGINT PRIMARY KEY, id BIGINT NOT NULL);
         INSERT INTO bench_contacts SELECT row_number() OVER (ORDER BY id) - 1, id FROM contacts
            WHERE org = {org} AND brand = {brand};
         INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject,
            from_email, recipient_count, frozen_to, frozen, last_ordinal, allowance, created_at, updated_at)
         SELECT {org}, {brand}, i + 1, 'snd_' || i, 'campaign', 'completed', 1, 1, 1, 'Hi', 'hi@example.com',
            {contacts}, 0, TRUE, 1, 1, 1, 1 FROM {sends} AS s;
         INSERT INTO hours
         SELECT {org}, {brand}, {hour} - h.i * 3600000, 1 + h.i * {SENDS} / 720 + (p.i % 4), p.i / 4, 1,
            90, 88, 2, 0, 0, 40, 10, 1, 1, 5, 5
         FROM {hours} AS h CROSS JOIN {places} AS p;
         INSERT INTO hours
         SELECT org, brand, hour, 0, provider, 1, sum(accepted), sum(delivered), sum(bounced), 0, 0, sum(opened),
            sum(clicked), sum(complained), sum(unsubscribed), sum(machine_opens), sum(machine_clicks)
         FROM hours GROUP BY org, brand, hour, provider;",
        contacts = size.contacts,
        sends = numbers(SENDS + 4),
        hours = numbers(719),
        places = numbers(40),
    )
}

/// The events whose places stand in a series: mostly deliveries and opens, complaints one in a thousand; a fourth of the
/// contacts at one provider, and one alone at its domain.
fn events(brand: BrandKey, size: &Size, series: &str) -> String {
    let BrandKey { org, brand } = brand;
    let Size { events, contacts } = size;
    let now = wall_clock() as u64;
    let start = now - DAYS_MS;
    let (frequent, rare) = (domain_number("gmail.com"), domain_number("rare.example"));
    let runs = size.runs();
    format!(
        "INSERT INTO events (org, brand, id, type, occurred_at, send, ordinal, contact, domain, detail, automation, run)
         SELECT {org}, {brand}, (({start} + e.i * {DAYS_MS} / {events} - 1577836800000) << 22) + e.i % 4096,
            CASE WHEN e.i * 7919 % 1000 = 0 THEN 6 WHEN e.i * 7919 % 1000 < 20 THEN 4
                WHEN e.i * 7919 % 1000 < 50 THEN 5 WHEN e.i * 7919 % 1000 < 150 THEN 8
                WHEN e.i * 7919 % 1000 < 450 THEN 7 ELSE 3 END,
            {start} + e.i * {DAYS_MS} / {events}, 1 + e.i * {SENDS} / {events} + e.i % 4, e.i, c.id,
            CASE WHEN c.n = 7 THEN {rare} WHEN c.n % 4 = 0 THEN {frequent} ELSE c.n % 500 END,
            CASE WHEN e.i * 7919 % 1000 BETWEEN 50 AND 149 THEN '{{\"url\":\"https://shop.example.com/\"}}' END,
            CASE WHEN e.i % 10 = 0 THEN 1 + e.i / 10 % {AUTOMATIONS} END,
            CASE WHEN e.i % 10 = 0 THEN 1 + e.i / 10 % {runs} END
         FROM {series} AS e JOIN bench_contacts AS c ON c.n = e.i * 48271 % {contacts};"
    )
}

/// Indexes that are made once over all rows are made much faster. What makes them again.
async fn take_indexes(place: &BenchDatabase) -> Result<Vec<String>> {
    match &place.kind {
        Kind::Sqlite => {
            let connection = rusqlite::Connection::open(place.file("server"))?;
            connection.execute_batch("PRAGMA journal_mode = WAL")?;
            let sql = "SELECT name, sql FROM sqlite_master WHERE tbl_name = 'events' AND type = 'index' AND sql IS NOT NULL";
            let mut statement = connection.prepare(sql)?;
            let named = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let named: Vec<(String, String)> = named.collect::<std::result::Result<_, _>>()?;
            for (name, _) in &named {
                connection.execute_batch(&format!("DROP INDEX {name}"))?;
            }
            Ok(named.into_iter().map(|(_, sql)| sql).collect())
        }
        Kind::Postgres(_) => {
            let session = Session::open(&place.url("server")).await?;
            let sql = "SELECT indexname, indexdef FROM pg_indexes
                WHERE tablename = 'events' AND indexdef NOT LIKE '%UNIQUE%'";
            let mut made = Vec::new();
            for row in session.client.query(sql, &[]).await? {
                let (name, sql): (String, String) = (row.get(0), row.get(1));
                let drop = format!("DROP INDEX {name}");
                session.client.batch_execute(&drop).await?;
                made.push(sql);
            }
            Ok(made)
        }
    }
}

pub async fn bytes(place: &BenchDatabase) -> Result<i64> {
    match place.kind {
        Kind::Sqlite => Ok(std::fs::metadata(place.file("server"))?.len() as i64),
        Kind::Postgres(_) => {
            place
                .number("SELECT pg_database_size(current_database())")
                .await
        }
    }
}
