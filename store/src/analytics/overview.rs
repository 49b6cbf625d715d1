//! Sums of what was counted by the hour.

use postrider_domain::contacts::mailbox::Provider;
use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Query, Record, Tx};
use crate::delivery::hours::ALL_SENDS;
use crate::{params, record, statements};

pub(super) const HOUR_MS: i64 = 3_600_000;

/// By one column of the counts, some of their rows.
macro_rules! sums {
    ($by:literal, $of:literal) => {
        concat!(
            "SELECT {columns}
            FROM hours AS h {along}(hours__org__brand__send)
            WHERE h.org = $1 AND h.brand = $2 AND h.hour >= $3 AND h.hour < $4 ",
            $of,
            " GROUP BY ",
            $by
        )
    };
}

statements! {
    HOURS_OF_SEND -> OfHour = sums!("h.hour", "AND h.send = $5");
    HOURS_OF_DESIGN -> OfHour = sums!("h.hour", "
        AND h.send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND email = $5)");
    PROVIDERS_OF_SEND -> OfProvider = sums!("h.provider", "AND h.send = $5");
    PROVIDERS_OF_DESIGN -> OfProvider = sums!("h.provider", "
        AND h.send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND email = $5)");
    PROVIDERS_OF_DOMAIN -> OfProvider = sums!("h.provider", "
        AND h.send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND domain = $5)");
    HOURS_OF_AUTOMATION -> OfHour = sums!("h.hour", "
        AND h.send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND automation = $5
            AND (email = $6 OR $6 IS NULL))");
    PROVIDERS_OF_AUTOMATION -> OfProvider = sums!("h.provider", "
        AND h.send IN (SELECT id FROM sends WHERE org = $1 AND brand = $2 AND automation = $5
            AND (email = $6 OR $6 IS NULL))");
    AUTOMATION -> (i64,) = "SELECT id FROM automations WHERE org = $1 AND brand = $2 AND public_id = $3";
    RUN -> (i64,) = "SELECT id FROM runs WHERE org = $1 AND brand = $2 AND public_id = $3";
    DESIGN -> (i64,) = "SELECT id FROM emails WHERE org = $1 AND brand = $2 AND public_id = $3";
}

/// What is counted, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Everything,
    Send(i64),
    /// All sends of a design.
    Design(i64),
    /// All sends of an automation, of a design if one is named.
    Automation {
        automation: i64,
        design: Option<i64>,
    },
    /// What was asked for cannot be.
    Nothing,
}

/// Counts of one hour, or of one mailbox provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted<K> {
    pub of: K,
    pub tally: Tally,
}

record! {
    struct OfHour {
        hour: i64 = "h.hour",
        sums: HourSums = ..,
    }
}

record! {
    struct OfProvider {
        code: i64 = "h.provider",
        sums: HourSums = ..,
    }
}

impl OfProvider {
    fn counted(self) -> Counted<Provider> {
        Counted {
            of: Provider::from_code(self.code),
            tally: self.sums.into(),
        }
    }
}

record! {
    /// What is counted by the hour, summed. A sum of BIGINT is NUMERIC on PostgreSQL.
    pub(super) struct HourSums {
        accepted: i64 = "CAST(sum(h.accepted) AS BIGINT)",
        delivered: i64 = "CAST(sum(h.delivered) AS BIGINT)",
        bounced: i64 = "CAST(sum(h.bounced) AS BIGINT)",
        failed: i64 = "CAST(sum(h.failed) AS BIGINT)",
        in_doubt: i64 = "CAST(sum(h.in_doubt) AS BIGINT)",
        opened: i64 = "CAST(sum(h.opened) AS BIGINT)",
        clicked: i64 = "CAST(sum(h.clicked) AS BIGINT)",
        complained: i64 = "CAST(sum(h.complained) AS BIGINT)",
        unsubscribed: i64 = "CAST(sum(h.unsubscribed) AS BIGINT)",
        machine_opens: i64 = "CAST(sum(h.machine_opens) AS BIGINT)",
        machine_clicks: i64 = "CAST(sum(h.machine_clicks) AS BIGINT)",
    }
}

impl From<HourSums> for Tally {
    fn from(sums: HourSums) -> Self {
        Self {
            accepted: sums.accepted,
            delivered: sums.delivered,
            bounced: sums.bounced,
            failed: sums.failed,
            in_doubt: sums.in_doubt,
            opened: sums.opened,
            clicked: sums.clicked,
            complained: sums.complained,
            unsubscribed: sums.unsubscribed,
            machine_opens: sums.machine_opens,
            machine_clicks: sums.machine_clicks,
            ..Self::default()
        }
    }
}

/// The hours of which a part is in the range, those alone in which something happened. In no order.
pub async fn by_hour(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    of: Of,
) -> Result<Vec<Counted<i64>>, DbError> {
    let all = [&HOURS_OF_SEND, &HOURS_OF_DESIGN, &HOURS_OF_AUTOMATION];
    let hours = sums(tx, brand, range, of, all).await?;
    let counted = |one: OfHour| Counted {
        of: one.hour,
        tally: one.sums.into(),
    };
    Ok(hours.into_iter().map(counted).collect())
}

/// The same hours, by who has the mailboxes.
pub async fn by_provider(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    of: Of,
) -> Result<Vec<Counted<Provider>>, DbError> {
    let all = [
        &PROVIDERS_OF_SEND,
        &PROVIDERS_OF_DESIGN,
        &PROVIDERS_OF_AUTOMATION,
    ];
    let providers = sums(tx, brand, range, of, all).await?;
    Ok(providers.into_iter().map(OfProvider::counted).collect())
}

/// The same of all that was sent from a domain, by its number.
pub async fn of_domain(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    domain: i64,
) -> Result<Vec<Counted<Provider>>, DbError> {
    let values = params![brand.org, brand.brand, first_hour(range), range.to, domain];
    let providers = tx.all(&PROVIDERS_OF_DOMAIN, values).await?;
    Ok(providers.into_iter().map(OfProvider::counted).collect())
}

async fn sums<R: Record>(
    tx: &Tx,
    brand: BrandKey,
    range: Range,
    of: Of,
    [of_send, of_design, of_automation]: [&'static Query<R>; 3],
) -> Result<Vec<R>, DbError> {
    let from = first_hour(range);
    let mut values = params![brand.org, brand.brand, from, range.to].to_vec();
    let (query, of) = match of {
        Of::Nothing => return Ok(Vec::new()),
        Of::Everything => (of_send, params![ALL_SENDS].to_vec()),
        Of::Send(send) => (of_send, params![send].to_vec()),
        Of::Design(email) => (of_design, params![email].to_vec()),
        Of::Automation { automation, design } => {
            (of_automation, params![automation, design].to_vec())
        }
    };
    values.extend(of);
    tx.all(query, values).await
}

/// The beginning of the hour in which a range begins.
pub(crate) fn first_hour(range: Range) -> i64 {
    range.from - range.from.rem_euclid(HOUR_MS)
}

/// The number of a design, one that was deleted too: its sends were counted.
pub async fn design(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<i64>, DbError> {
    number(tx, brand, &DESIGN, public_id).await
}

/// The number of an automation, one that was deleted too: what it did was counted.
pub async fn automation(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<i64>, DbError> {
    number(tx, brand, &AUTOMATION, public_id).await
}

pub async fn run(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<i64>, DbError> {
    number(tx, brand, &RUN, public_id).await
}

async fn number(
    tx: &Tx,
    brand: BrandKey,
    query: &'static Query<(i64,)>,
    public_id: &str,
) -> Result<Option<i64>, DbError> {
    let values = params![brand.org, brand.brand, public_id];
    tx.value(query, values).await
}
