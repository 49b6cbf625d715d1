//! Works through the addresses of a validation, piece by piece.

use std::time::Duration;

use postrider_domain::contacts::validation::Status;
use postrider_domain::contract::catalog::Code;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::Claimed;
use postrider_store::validations::{self, Settled, ValidationRecord};

use super::answer::{Answer, tally};
use super::apply::apply;
use super::check::{Checked, Checker};
use super::ending::{RowFault, end};
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

pub const KIND: &str = "validation";

/// Answers of larger validations are not kept: their contacts show them.
pub const KEPT_ANSWERS: i64 = 10_000;
/// Times that a piece is tried while DNS is silent: with the waits between them, half a minute.
const TRIES: i64 = 6;
/// More than all domains of a piece need, if each is asked until its own time is over.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct ValidationJob {
    pub checker: Checker,
}

impl Work for ValidationJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn at_once(&self) -> usize {
        2
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.work(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let Some(record) = validations::by_number(&tx, job.brand, job.subject).await? else {
                return Ok(());
            };
            let fault = RowFault::new(
                Code::InternalError,
                "The addresses could not all be checked.",
            );
            end(&tx, job.brand, &record, Some(fault), now).await
        })
    }
}

impl ValidationJob {
    async fn work(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, id) = (turn.job.brand, turn.job.subject);
        let Some(record) = read(&turn, brand, id).await? else {
            turn.last_piece(|_| async { Ok(()) }).await?;
            return Ok(TurnEnd::Finished);
        };
        if record.status == "queued" {
            turn.piece(move |tx| async move { Ok(validations::start(&tx, brand, id).await?) })
                .await?;
        }
        let mut tries = turn.job.attempts;
        for piece in record.position..record.pieces {
            if turn.stopping() {
                return Ok(TurnEnd::Interrupted);
            }
            let emails = addresses(&turn, brand, id, piece).await?;
            let checked = tokio::select! {
                checked = self.checker.check(&emails, PATIENCE) => checked,
                () = turn.stopped() => return Ok(TurnEnd::Interrupted),
            };
            if is_silent(&checked) && tries < TRIES {
                return Err(JobError::Failed("DNS gives no answer".to_owned()));
            }
            self.settle(&turn, &record, piece, checked).await?;
            tries = 1;
        }
        let now = turn.now();
        turn.last_piece(move |tx| async move {
            match validations::by_number(&tx, brand, id).await? {
                Some(record) => Ok(end(&tx, brand, &record, None, now).await?),
                None => Ok(()),
            }
        })
        .await?;
        Ok(TurnEnd::Finished)
    }

    async fn settle(
        &self,
        turn: &Turn,
        record: &ValidationRecord,
        piece: i64,
        checked: Vec<Checked>,
    ) -> Result<(), JobError> {
        let answers: Vec<Answer> = checked.iter().map(Answer::from).collect();
        let settled = Settled {
            piece,
            tally: tally(&checked),
            answers: (record.total <= KEPT_ANSWERS)
                .then(|| serde_json::to_string(&answers).unwrap_or_default()),
        };
        for answer in answers {
            metrics::counter!("postrider_addresses_checked_total", "status" => answer.status)
                .increment(1);
        }
        let (brand, id, now, effect) =
            (turn.job.brand, record.id, turn.now(), self.checker.effect());
        turn.piece(move |tx| {
            let (settled, checked) = (settled.clone(), checked.clone());
            async move {
                if validations::settle(&tx, brand, id, settled).await? {
                    apply(&tx, brand, &checked, effect, now).await?;
                }
                Ok(())
            }
        })
        .await
    }
}

/// Every domain that was asked about was silent: this says something about the resolver, not about them.
fn is_silent(checked: &[Checked]) -> bool {
    let mut asked = checked
        .iter()
        .filter(|checked| checked.is_address && checked.spelling.status == Status::Valid)
        .peekable();
    asked.peek().is_some() && asked.all(|checked| checked.verdict.status == Status::Unknown)
}

async fn read(turn: &Turn, brand: BrandKey, id: i64) -> Result<Option<ValidationRecord>, DbError> {
    turn.db
        .read(move |tx| async move { validations::by_number(&tx, brand, id).await })
        .await
}

async fn addresses(
    turn: &Turn,
    brand: BrandKey,
    id: i64,
    piece: i64,
) -> Result<Vec<String>, JobError> {
    let text = turn
        .db
        .read(move |tx| async move { validations::piece(&tx, brand, id, piece).await })
        .await?;
    let text = text.ok_or_else(|| JobError::Hopeless(format!("piece {piece} is not there")))?;
    serde_json::from_str(&text)
        .map_err(|error| JobError::Hopeless(format!("piece {piece} cannot be read: {error}")))
}
