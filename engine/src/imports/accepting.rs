//! How an import comes in: a small one is written at once, a larger one is written down and done in the background.

use postrider_domain::accounts::credits::Plan;
use postrider_domain::contacts::contact::Intent;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::imports::{self, NewImport, Tally};
use postrider_store::jobs;
use serde::Serialize;

use super::job::KIND;
use super::report::{KEPT, faults_of, status_of, tally_of};
use super::source::Source;
use crate::contacts::write::{Manner, Numbered, Warning, WriteContext, Written, write_rows};
use crate::failure::Failure;
use crate::storage;
use crate::validation::{self, Checks, ChecksContext, Settled};

/// A stored file that can be imported.
pub struct FileImport {
    pub source: Source,
    pub rows: i64,
    /// Its addresses are to be checked when they are written.
    pub validate: bool,
    /// About its columns.
    pub warnings: Vec<Warning>,
}

/// Writes down what is to be imported, and gives the public id of the import. `ids` makes 32 random characters.
pub async fn accept(
    tx: &Tx,
    brand: BrandKey,
    plan: &Plan,
    file: &FileImport,
    (ids, now): (fn() -> String, i64),
) -> Result<String, Failure> {
    storage::take(tx, brand.org, plan, file.source.bytes).await?;
    let source = serde_json::to_string(&file.source)
        .map_err(|error| Problem::new(Code::InternalError, error.to_string()))?;
    let new = NewImport {
        id: tx.number(),
        public_id: ids(),
        status: "queued".to_owned(),
        total_rows: Some(file.rows),
        processed_rows: 0,
        tally: Tally::default(),
        errors: "[]".to_owned(),
        fields_created: "[]".to_owned(),
        warnings: first_of(&file.warnings),
        source: Some((source, file.source.data_start as i64)),
        completed_at: None,
    };
    imports::create(tx, brand, &new, now).await?;
    if file.validate {
        let validation = validation::open(tx, brand, &ids(), now).await?;
        imports::work::set_validation(tx, brand, new.id, validation).await?;
    }
    jobs::enqueue(tx, brand, KIND, new.id, now).await?;
    Ok(new.public_id)
}

/// Rows that were read and checked, few enough to be written at once.
pub struct SmallImport {
    pub rows: Vec<Numbered>,
    /// Rows without anything in them.
    pub skipped: usize,
    pub checks: Checks,
    /// About its columns.
    pub warnings: Vec<Warning>,
}

/// What became of a small import.
pub struct DoneImport {
    pub tally: Tally,
    pub written: Written,
    pub settled: Settled,
}

/// `public_id` is that of the import.
pub async fn import_at_once(
    tx: &Tx,
    context: WriteContext<'_>,
    small: &SmallImport,
    public_id: &str,
    checks: &ChecksContext,
) -> Result<DoneImport, DbError> {
    let number = tx.number();
    let manner = Manner {
        intent: Intent::Upload,
        import: Some(number),
    };
    let mut written = write_rows(tx, context, &small.rows, manner).await?;
    written
        .warnings
        .splice(0..0, small.warnings.iter().cloned());
    let settled = small.checks.settle(tx, checks, &written.emails()).await?;
    let tally = tally_of(small.skipped, &written);
    let new = finished(public_id, number, tally, &written, context.now);
    imports::create(tx, context.brand, &new, context.now).await?;
    imports::add_errors(tx, context.brand, number, &faults_of(&written.errors)).await?;
    Ok(DoneImport {
        tally,
        written,
        settled,
    })
}

/// The row of an import that was done at once.
fn finished(import_id: &str, number: i64, tally: Tally, written: &Written, now: i64) -> NewImport {
    let rows = tally.created + tally.updated + tally.failed + tally.skipped;
    NewImport {
        id: number,
        public_id: import_id.to_owned(),
        status: status_of(tally).to_owned(),
        total_rows: Some(rows),
        processed_rows: rows,
        tally,
        errors: first_of(&written.errors),
        fields_created: serde_json::to_string(&written.fields_created).unwrap_or_default(),
        warnings: first_of(&written.warnings),
        source: None,
        completed_at: Some(now),
    }
}

/// As many of a list as are shown with the import, as JSON.
fn first_of<T: Serialize>(list: &[T]) -> String {
    serde_json::to_string(&list[..list.len().min(KEPT)]).unwrap_or_default()
}
