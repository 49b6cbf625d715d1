//! Tenants that were deleted leave: table by table, some rows in each commit, and their files with them. First of all nobody
//! takes any more of their recipients, and those who were taken are waited for. What is left is found by looking, so a removal
//! that was cut off anywhere goes on. An hour later it is looked again, for what requests brought that were under way; then
//! the tenant's own row leaves, and nothing tells of it any more.

use std::sync::Arc;

use postrider_store::db::{DbError, RowCost, Tx};
use postrider_store::jobs::Claimed;
use postrider_store::removal::{self, JOB, Tenant, UNDER_WAY_MS};

use crate::assets;
use crate::imports::Source;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};
use crate::objects::Objects;

/// So that a small tenant need not wait for a large one.
const AT_ONCE: usize = 2;
/// Rows with files that leave at once: each file is a call of the object store.
const FILES: i64 = 50;
/// Commits of one turn: then others have theirs.
const PIECES: usize = 200;
/// How soon it is looked again whether all mail on its way has arrived.
const MAILED_MS: i64 = 1_000;
/// What hinders a removal now may be gone later.
const TROUBLED_MS: i64 = 10 * 60 * 1000;

pub struct RemovalJob {
    pub objects: Objects,
}

impl Work for RemovalJob {
    fn kind(&self) -> &'static str {
        JOB
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.remove(turn))
    }

    /// What was promised to be removed is never given up.
    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        let tenant = Tenant::of_job(job.key.org, job.subject);
        Box::pin(async move { removal::enqueue(&tx, tenant, now + TROUBLED_MS).await })
    }
}

/// What a look came to.
enum Seen {
    /// All is gone.
    Nothing,
    /// There is more, and others have their turn.
    More,
    /// There is more, and the process stops.
    Stopping,
}

/// A look through everything that a tenant has.
struct Look<'a> {
    objects: &'a Objects,
    turn: &'a Turn,
    tenant: Tenant,
    /// Rows of a piece.
    rows: i64,
    /// Pieces that this turn may still commit.
    left: usize,
}

impl RemovalJob {
    async fn remove(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let tenant = Tenant::of_job(turn.job.key.org, turn.job.subject);
        let began = turn.now();
        let read = turn
            .db
            .read(move |tx| async move { removal::deleted_at(&tx, tenant).await });
        let Some(deleted_at) = read.await? else {
            // Gone, with its organization perhaps.
            turn.last_piece(|_| async { Ok(()) }).await?;
            return Ok(TurnEnd::Finished);
        };
        let mut look = Look {
            objects: &self.objects,
            turn: &turn,
            tenant,
            rows: turn.db.rows_per_commit(RowCost::Several) as i64,
            left: PIECES,
        };
        if look.is_mailed().await? {
            let at = turn.now() + MAILED_MS;
            return Ok(TurnEnd::Again { at });
        }
        match look.everything().await? {
            Seen::Nothing => {}
            Seen::More => return Ok(TurnEnd::Again { at: turn.now() }),
            Seen::Stopping => return Ok(TurnEnd::Interrupted),
        }
        let last_look = deleted_at + UNDER_WAY_MS;
        if began < last_look {
            tracing::info!(tenant = ?tenant, "a deleted tenant is gone but for its name");
            return Ok(TurnEnd::Again { at: last_look });
        }
        turn.last_piece(move |tx| async move { Ok(removal::finish(&tx, tenant).await?) })
            .await?;
        tracing::info!(tenant = ?tenant, "a deleted tenant is gone");
        Ok(TurnEnd::Finished)
    }
}

impl Look<'_> {
    /// Lets nobody take recipients any more, and says whether some that were taken are still on their way.
    async fn is_mailed(&self) -> Result<bool, JobError> {
        let (tenant, rows) = (self.tenant, self.rows);
        loop {
            let piece = self.turn.piece(move |tx| async move {
                Ok(removal::stop_mailing(&tx, tenant, rows).await?)
            });
            if !piece.await? {
                break;
            }
        }
        let read = self
            .turn
            .db
            .read(move |tx| async move { removal::is_mailed(&tx, tenant).await });
        Ok(read.await?)
    }

    /// What is to be said of the look if no further piece may be committed now.
    fn cut_off(&mut self) -> Option<Seen> {
        if self.turn.stopping() {
            return Some(Seen::Stopping);
        }
        match self.left.checked_sub(1) {
            None => Some(Seen::More),
            Some(left) => {
                self.left = left;
                None
            }
        }
    }

    async fn everything(&mut self) -> Result<Seen, JobError> {
        loop {
            if let Some(seen) = self.cut_off() {
                return Ok(seen);
            }
            if !self.images().await? {
                break;
            }
        }
        loop {
            if let Some(seen) = self.cut_off() {
                return Ok(seen);
            }
            if !self.imports().await? {
                break;
            }
        }
        let (tenant, rows, mut table) = (self.tenant, self.rows, 0);
        loop {
            if let Some(seen) = self.cut_off() {
                return Ok(seen);
            }
            let piece = self.turn.piece(move |tx| async move {
                Ok(removal::remove_some(&tx, tenant, table, rows).await?)
            });
            match piece.await? {
                Some(next) => table = next,
                None if table > 0 => table = 0, // once more from the first
                None => return Ok(Seen::Nothing),
            }
        }
    }

    /// Some images with their files. `false`: none were left.
    async fn images(&self) -> Result<bool, JobError> {
        let tenant = self.tenant;
        let read = self
            .turn
            .db
            .read(move |tx| async move { removal::images(&tx, tenant, FILES).await });
        let names = Arc::new(read.await?);
        if names.is_empty() {
            return Ok(false);
        }
        for name in names.iter() {
            self.delete(&assets::object(name)).await?;
        }
        let piece = self.turn.piece(move |tx| {
            let names = Arc::clone(&names);
            async move { Ok(removal::remove_images(&tx, tenant, &names).await?) }
        });
        piece.await?;
        Ok(true)
    }

    /// Some imports with the files that they have not read to the end. `false`: none were left.
    async fn imports(&self) -> Result<bool, JobError> {
        let tenant = self.tenant;
        let read = self
            .turn
            .db
            .read(move |tx| async move { removal::imports(&tx, tenant, FILES).await });
        let imports = read.await?;
        if imports.is_empty() {
            return Ok(false);
        }
        let mut bytes = 0;
        for import in &imports {
            let source = import.source.as_deref();
            let source = source.and_then(|text| serde_json::from_str::<Source>(text).ok());
            if let Some(source) = source {
                self.delete(&source.object).await?;
                bytes += source.bytes as i64;
            }
        }
        let ids: Arc<[i64]> = imports.iter().map(|import| import.id).collect();
        let piece = self.turn.piece(move |tx| {
            let ids = Arc::clone(&ids);
            async move { Ok(removal::remove_imports(&tx, tenant, &ids, bytes).await?) }
        });
        piece.await?;
        Ok(true)
    }

    async fn delete(&self, object: &str) -> Result<(), JobError> {
        Ok(self.objects.delete(object).await?)
    }
}
