//! The background work of an import.

use std::sync::Arc;

use aws_lc_rs::hmac;
use csv::StringRecord;
use futures_util::future::join;
use postrider_domain::accounts::credits::Plans;
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::contacts::import::Columns;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::{DbError, RowCost, Tx};
use postrider_store::fields;
use postrider_store::imports::work::{self, ImportWork};
use postrider_store::jobs::Claimed;
use tokio::sync::mpsc;

use super::ending::Ending;
use super::report::Shown;
use super::source::Source;
use super::units::{ReadError, Start, Unit, Units};
use super::writing::{Done, UnitWriter};
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};
use crate::objects::Objects;
use crate::validation::KnownDomains;

pub const KIND: &str = "import";
/// So that a small file need not wait for a large one of somebody else.
const AT_ONCE: usize = 4;

pub struct ImportJob {
    pub objects: Objects,
    /// Of the hashes under which opt-outs are remembered.
    pub opt_outs: hmac::Key,
    pub domains: Arc<KnownDomains>,
    pub bounds: FieldBounds,
    /// What a validation of the imported addresses is charged by.
    pub plans: Arc<Plans>,
}

impl Work for ImportJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.import(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let message = "The import could not be finished; the rows counted so far are written.";
            let problem = Problem::new(Code::InternalError, message);
            let ending = Ending {
                plans: &self.plans,
                brand: job.brand,
                import: job.subject,
                now,
            };
            ending.end(&tx, "failed", Some(&problem)).await
        })
    }
}

impl ImportJob {
    async fn import(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, import) = (turn.job.brand, turn.job.subject);
        let loaded = turn.db.read(move |tx| async move {
            let known = fields::known(&tx, brand).await?;
            Ok::<_, DbError>((work::load(&tx, brand, import).await?, known))
        });
        let (Some(stands), known) = loaded.await? else {
            return self.forget(&turn).await;
        };
        let source: Source = serde_json::from_str(&stands.source)
            .map_err(|error| JobError::Hopeless(format!("the import's source: {error}")))?;
        let header = StringRecord::from(source.header.clone());
        let columns = match Columns::settle(&header, &source.mapping, &known) {
            Ok(columns) => columns,
            Err(problem) => return self.fail(&turn, &source, problem).await,
        };
        let start = Start {
            position: stands.position as u64,
            row: stands.processed_rows as usize,
        };
        let size = turn.db.rows_per_commit(RowCost::Several);
        let units = Units::new(self.objects.clone(), source.clone(), columns, &start, size);
        // While one unit is written, the next is read.
        let (sender, receiver) = mpsc::channel(1);
        let reading = read(units, &turn, sender);
        let writing = self.write(&turn, &source, stands, receiver);
        Box::pin(join(reading, writing)).await.1
    }

    async fn write(
        &self,
        turn: &Turn,
        source: &Source,
        stands: ImportWork,
        mut units: mpsc::Receiver<Result<Unit, ReadError>>,
    ) -> Result<TurnEnd, JobError> {
        let validation = stands.validation;
        let mut done = Done {
            tally: stands.tally,
            shown: Shown::from_stored(&stands.errors, &stands.warnings, &stands.fields_created),
        };
        while let Some(unit) = units.recv().await {
            let unit = match unit {
                Ok(unit) => unit,
                Err(ReadError::Store(error)) => return Err(error.into()),
                Err(ReadError::File(problem)) => return self.fail(turn, source, problem).await,
            };
            if turn.stopping() {
                return Ok(TurnEnd::Interrupted);
            }
            let last = unit.last;
            done = self.write_unit(turn, unit, (validation, done)).await?;
            if last {
                self.clear(turn, source).await;
                return Ok(TurnEnd::Finished);
            }
        }
        Err(JobError::Failed(
            "the file was not read to its end".to_owned(),
        ))
    }

    async fn write_unit(
        &self,
        turn: &Turn,
        unit: Unit,
        (validation, done): (Option<i64>, Done),
    ) -> Result<Done, JobError> {
        let writer = Arc::new(UnitWriter {
            brand: turn.job.brand,
            import: turn.job.subject,
            validation,
            now: turn.now(),
            opt_outs: self.opt_outs.clone(),
            domains: Arc::clone(&self.domains),
            bounds: self.bounds,
            plans: Arc::clone(&self.plans),
            unit,
            done,
        });
        let last = writer.unit.last;
        let piece = move |tx| {
            let writer = Arc::clone(&writer);
            async move { writer.write(&tx).await }
        };
        if last {
            turn.last_piece(piece).await
        } else {
            turn.piece(piece).await
        }
    }

    /// Ends an import whose file cannot be read.
    async fn fail(
        &self,
        turn: &Turn,
        source: &Source,
        problem: Problem,
    ) -> Result<TurnEnd, JobError> {
        let (job, now) = (turn.job.clone(), turn.now());
        let (plans, problem) = (Arc::clone(&self.plans), Arc::new(problem));
        turn.last_piece(move |tx| {
            let (plans, problem) = (Arc::clone(&plans), Arc::clone(&problem));
            let (brand, import) = (job.brand, job.subject);
            async move {
                let ending = Ending {
                    plans: &plans,
                    brand,
                    import,
                    now,
                };
                Ok(ending.end(&tx, "failed", Some(&problem)).await?)
            }
        })
        .await?;
        self.clear(turn, source).await;
        Ok(TurnEnd::Finished)
    }

    /// The import is gone, with its brand perhaps.
    async fn forget(&self, turn: &Turn) -> Result<TurnEnd, JobError> {
        turn.last_piece(|_| async { Ok(()) }).await?;
        Ok(TurnEnd::Finished)
    }

    /// What is left to do when the import has ended; a crash before it leaves it to housekeeping.
    async fn clear(&self, turn: &Turn, source: &Source) {
        if let Err(error) = self.objects.delete(&source.object).await {
            tracing::warn!(error = %error, "an imported file will be deleted later");
        }
        if let Err(error) = turn.db.analyze_unknown().await {
            tracing::warn!(error = %error, "the query planner will learn of the import later");
        }
    }
}

/// Reads units until the file ends or nobody takes them any more.
async fn read(mut units: Units, turn: &Turn, sender: mpsc::Sender<Result<Unit, ReadError>>) {
    loop {
        let unit = units.next(turn.now()).await;
        let over = unit.as_ref().map_or(true, |unit| unit.last);
        if sender.send(unit).await.is_err() || over {
            return;
        }
    }
}
