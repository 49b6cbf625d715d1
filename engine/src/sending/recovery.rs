//! What an earlier life of this process had taken is settled before anything else is taken.

use std::path::Path;

use postrider_domain::numbers::{Millis, ProcessNo};
use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::delivery::claims::{self, OpenClaim};
use postrider_store::delivery::settling::{self, Batch, RecipientOutcome, Settlement};
use postrider_store::sends::{Move, move_to, waiting};
use serde_json::json;

use super::journal::{self, JournalContents, Owner, RecordedKind, Slot};

/// Lies in a data folder that is a copy: what was mailed after the copy was made, it does not know.
pub const COPY_MARK: &str = "restored-from-backup";
/// Claims that are settled in one commit.
const TOGETHER: u32 = 50;

#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    #[error("the journal: {0}")]
    Journal(#[from] std::io::Error),
    #[error(transparent)]
    Database(#[from] DbError),
}

/// What is known about the time before.
struct Past {
    found: JournalContents,
    /// The machine still runs as it did then, so that the journal has all that happened.
    same_boot: bool,
    /// The database is older than what was mailed.
    went_back: bool,
}

/// Settles every claim that this process left, and gives the number of the last batch.
pub async fn recover(
    db: &Db,
    data: &Path,
    folder: &Path,
    owner: &Owner,
    now: i64,
) -> Result<i64, RecoveryError> {
    std::fs::create_dir_all(folder)?;
    let found = journal::read(folder)?;
    let process = owner.process;
    // The folder's number may have been lost, and made anew.
    let then = found.owner.as_ref().map_or(process, |then| then.process);
    let known = db
        .read(move |tx| async move { settling::last_settled(&tx, then).await })
        .await?;
    let mark = data.join(COPY_MARK);
    let past = Past {
        same_boot: found
            .owner
            .as_ref()
            .is_some_and(|then| then.boot == owner.boot),
        went_back: mark.exists() || known < found.settled,
        found,
    };
    let mut owners = vec![process];
    // The folder's number was lost; its claims were not. In a copy of the folder they are somebody else's.
    let lost = past.found.owner.as_ref().filter(|_| past.same_boot);
    owners.extend(lost.map(|then| then.process));
    owners.dedup();
    for owner in owners {
        settle_claims(db, owner, &past, now).await?;
    }
    if past.went_back {
        pause_everything(
            db,
            ProcessNo(process),
            past.found.settled.max(known),
            Millis(now),
        )
        .await?;
        match std::fs::remove_file(&mark) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(known.max(past.found.settled))
}

async fn settle_claims(db: &Db, owner: i64, past: &Past, now: i64) -> Result<(), RecoveryError> {
    let mut after = 0;
    let mut doubts = 0;
    loop {
        let page = db
            .read(move |tx| async move {
                claims::of_owner(&tx, ProcessNo(owner), after, TOGETHER).await
            })
            .await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        let mut batch = Batch::default();
        for claim in &page {
            batch.settlements.extend(past.settlements(claim, now));
            // One that others called in doubt has been heard now too.
            batch.finished.push(claim.id);
        }
        doubts += batch
            .settlements
            .iter()
            .filter(|each| each.outcome == RecipientOutcome::InDoubt)
            .count();
        db.write(move |tx| {
            let batch = batch.clone();
            async move {
                settling::settle(&tx, owner, batch).await?;
                Ok::<_, DbError>(())
            }
        })
        .await?;
    }
    if after > 0 {
        tracing::info!(
            in_doubt = doubts,
            "settled what was under way before the start"
        );
    }
    Ok(())
}

impl Past {
    fn settlements(&self, claim: &OpenClaim, now: i64) -> Vec<Settlement> {
        let settlement = |ordinal: &i64| {
            let slot = Slot {
                claim: claim.id,
                ordinal: *ordinal,
            };
            let (outcome, detail) = self.outcome(slot, now);
            Settlement {
                claim: claim.id,
                ordinal: *ordinal,
                outcome,
                at: now,
                mailbox: None,
                detail: detail.map(|detail| detail.to_string()),
            }
        };
        claim.ordinals.iter().map(settlement).collect()
    }

    fn outcome(&self, slot: Slot, now: i64) -> (RecipientOutcome, Option<serde_json::Value>) {
        let doubt = |why: &str| (RecipientOutcome::InDoubt, Some(json!({ "error": why })));
        match self.found.slots.get(&slot) {
            Some(Some(recorded)) => {
                let said = Some(json!({ "smtpReply": recorded.text }));
                match recorded.kind {
                    RecordedKind::Delivered => (RecipientOutcome::Delivered, said),
                    RecordedKind::Bounced => {
                        let reply = &recorded.text;
                        let said = json!({ "smtpReply": reply, "bounceType": "hard" });
                        (RecipientOutcome::Bounced, Some(said))
                    }
                    RecordedKind::Failed => (RecipientOutcome::Failed, said),
                    RecordedKind::InDoubt => doubt(&recorded.text),
                    RecordedKind::NotTaken if self.went_back => {
                        doubt("the database was restored from an earlier time")
                    }
                    RecordedKind::NotTaken => (RecipientOutcome::Released(now), None),
                }
            }
            Some(None) => doubt("the process ended while the receiver was answering"),
            None if self.went_back => doubt("the database was restored from an earlier time"),
            None if self.same_boot => (RecipientOutcome::Released(now), None),
            None => doubt("the machine stopped while it was being mailed"),
        }
    }
}

/// Nobody is mailed before a person has looked; once is enough.
pub(super) async fn pause_everything(
    db: &Db,
    process: ProcessNo,
    settled: i64,
    now: Millis,
) -> Result<(), DbError> {
    let paused = db
        .write(move |tx: Tx| async move {
            settling::note_settled(&tx, process.0, settled).await?;
            let mut paused = 0;
            for (brand, send) in waiting::unfinished(&tx).await? {
                let message = "The database was restored from an earlier time: some recipients may have been mailed since.";
                let error = json!({ "code": "DATABASE_RESTORED", "message": message }).to_string();
                let step = Move::paused(PauseReason::Restored, Some(error), now.0);
                // A pause that would lift itself must not.
                let from = [
                    SendStatus::Queued,
                    SendStatus::Scheduled,
                    SendStatus::Running,
                    SendStatus::Paused,
                ];
                if move_to(&tx, brand, send, &from, &step).await?.is_some() {
                    paused += 1;
                }
            }
            Ok::<_, DbError>(paused)
        })
        .await?;
    tracing::warn!(
        sends = paused,
        "the database went back in time: unfinished sends are paused"
    );
    Ok(())
}
