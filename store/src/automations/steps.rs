//! How many runs came to each node and what became of them there. Each process adds to rows of its own.

use std::collections::HashMap;

use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{record, statements};

const HOUR_MS: i64 = 3_600_000;

statements! {
    bulk(
        org: Int, brand: Int, automation: Int, audience_run: Int, node: Text, hour: Int, process: Int, entered: Int,
        completed: Int, failed: Int, skipped: Int
    ) ADD = "
        INSERT INTO steps (org, brand, automation, audience_run, node, hour, process, entered, completed, failed, skipped)
        SELECT r.org, r.brand, r.automation, r.audience_run, r.node, r.hour, r.process, r.entered, r.completed, r.failed,
            r.skipped
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, automation, audience_run, node, hour, process) DO UPDATE SET
            entered = steps.entered + excluded.entered,
            completed = steps.completed + excluded.completed,
            failed = steps.failed + excluded.failed,
            skipped = steps.skipped + excluded.skipped";
}

/// Where something is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CounterKey {
    pub automation: i64,
    /// 0: what events started.
    pub audience_run: i64,
    /// A node's id; nothing: the run as a whole.
    pub node: String,
    /// The first millisecond of the hour.
    pub hour: i64,
}

impl CounterKey {
    pub fn of_run(automation: i64, audience_run: Option<i64>, at: Millis) -> Self {
        Self {
            automation,
            audience_run: audience_run.unwrap_or(0),
            node: String::new(),
            hour: at.0 - at.0.rem_euclid(HOUR_MS),
        }
    }

    #[must_use]
    pub fn at_node(self, node: &str) -> Self {
        Self {
            node: node.to_owned(),
            ..self
        }
    }
}

record! {
    /// Summed over rows of `steps`. Of runs as a whole, `skipped` are those that were canceled.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    // A sum of BIGINT is NUMERIC on PostgreSQL, and that of no rows is null.
    pub struct Count {
        pub entered: i64 = "CAST(COALESCE(sum(entered), 0) AS BIGINT)",
        pub completed: i64 = "CAST(COALESCE(sum(completed), 0) AS BIGINT)",
        pub failed: i64 = "CAST(COALESCE(sum(failed), 0) AS BIGINT)",
        pub skipped: i64 = "CAST(COALESCE(sum(skipped), 0) AS BIGINT)",
    }
}

#[derive(Clone, Debug, Default)]
pub struct Counts(HashMap<CounterKey, Count>);

impl Counts {
    pub fn at(&mut self, key: CounterKey) -> &mut Count {
        self.0.entry(key).or_default()
    }

    pub async fn add(self, tx: &Tx, brand: BrandKey, process: i64) -> Result<(), DbError> {
        let mut counts: Vec<_> = self.0.into_iter().collect();
        // Always in one order: two that add to the same rows never wait in a circle.
        counts.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let row = |(key, count): (CounterKey, Count)| {
            vec![
                brand.org.into(),
                brand.brand.into(),
                key.automation.into(),
                key.audience_run.into(),
                key.node.into(),
                key.hour.into(),
                process.into(),
                count.entered.into(),
                count.completed.into(),
                count.failed.into(),
                count.skipped.into(),
            ]
        };
        tx.bulk(&ADD, counts.into_iter().map(row).collect()).await?;
        Ok(())
    }
}
