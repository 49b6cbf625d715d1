//! One unit of an import on its way into the database.

use std::collections::HashSet;
use std::sync::Arc;

use aws_lc_rs::hmac;
use postrider_domain::accounts::credits::Plans;
use postrider_domain::contacts::contact::Intent;
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::tenant::BrandKey;
use postrider_store::brands;
use postrider_store::db::Tx;
use postrider_store::imports::work::{self, Advance};
use postrider_store::imports::{Tally, add_errors};

use super::ending::Ending;
use super::report::{Shown, faults_of, status_of, tally_of};
use super::units::Unit;
use crate::contacts::write::{Manner, WriteContext, Written, write_rows};
use crate::jobs::JobError;
use crate::validation::{self, KnownDomains};

/// What an import has come to so far.
#[derive(Clone)]
pub struct Done {
    pub tally: Tally,
    pub shown: Shown,
}

/// A unit on its way into the database; the closure that writes it may run again.
pub struct UnitWriter {
    pub brand: BrandKey,
    pub import: i64,
    pub validation: Option<i64>,
    pub now: i64,
    pub opt_outs: hmac::Key,
    pub domains: Arc<KnownDomains>,
    pub bounds: FieldBounds,
    pub plans: Arc<Plans>,
    pub unit: Unit,
    pub done: Done,
}

impl UnitWriter {
    pub async fn write(&self, tx: &Tx) -> Result<Done, JobError> {
        let identity = brands::identity(tx, self.brand).await?;
        let time_zone = identity.map_or_else(String::new, |identity| identity.time_zone);
        let context = WriteContext {
            brand: self.brand,
            time_zone: &time_zone,
            now: self.now,
            opt_outs: &self.opt_outs,
            domains: &self.domains,
            bounds: self.bounds,
        };
        let manner = Manner {
            intent: Intent::Upload,
            import: Some(self.import),
        };
        // Asked first: afterwards all of them are there.
        let paid = self.paid_before(tx).await?;
        let written = write_rows(tx, context, &self.unit.rows, manner).await?;
        add_errors(tx, self.brand, self.import, &faults_of(&written.errors)).await?;
        let tally = tally_of(self.unit.skipped, &written);
        let mut done = self.done.clone();
        done.tally = sum(done.tally, tally);
        let changed = done.shown.add(&written);
        let advance = Advance {
            from: self.unit.from as i64,
            to: self.unit.to as i64,
            rows: self.unit.row_count() as i64,
            tally,
            errors: changed.errors,
            fields_created: changed.fields_created,
            warnings: changed.warnings,
        };
        if !work::advance(tx, self.brand, self.import, &advance).await? {
            return Err(JobError::Lost);
        }
        if let Some(validation) = self.validation {
            let mut addresses = self.addresses(&written);
            addresses.retain(|address| !paid.contains(*address));
            validation::append(tx, self.brand, validation, &addresses).await?;
        }
        if self.unit.last {
            let ending = Ending {
                plans: &self.plans,
                brand: self.brand,
                import: self.import,
                now: self.now,
            };
            ending.end(tx, status_of(done.tally), None).await?;
        }
        Ok(done)
    }

    /// Addresses that are checked already, having stood further up in the file.
    async fn paid_before(&self, tx: &Tx) -> Result<HashSet<String>, JobError> {
        if self.validation.is_none() {
            return Ok(HashSet::new());
        }
        let addresses = self.addresses(&Written::default());
        Ok(work::written_before(tx, self.brand, self.import, &addresses).await?)
    }

    /// Of the rows that were written.
    fn addresses(&self, written: &Written) -> Vec<&str> {
        let failed: HashSet<usize> = written.errors.iter().map(|error| error.index).collect();
        let rows = self.unit.rows.iter();
        let good = rows.filter(|row| !failed.contains(&row.index));
        let mut addresses: Vec<&str> = good
            .filter_map(|row| Some(row.write.as_ref().ok()?.email.as_str()))
            .collect();
        addresses.sort_unstable();
        addresses.dedup();
        addresses
    }
}

fn sum(a: Tally, b: Tally) -> Tally {
    Tally {
        created: a.created + b.created,
        updated: a.updated + b.updated,
        failed: a.failed + b.failed,
        skipped: a.skipped + b.skipped,
    }
}
