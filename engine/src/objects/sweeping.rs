//! Objects that nobody has: of requests that died before their row was written, and of rows that went first.

use std::collections::HashSet;
use std::future::Future;

use postrider_store::db::DbError;

use super::error::ObjectError;
use super::store::Objects;

/// Objects asked about at once.
const PIECE: usize = 500;

#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    #[error(transparent)]
    Objects(#[from] ObjectError),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl Objects {
    /// Deletes the objects of a folder that were written before a time and that nobody has, and what a crash left of others.
    /// `owned` tells which of some names have a row. Younger ones may belong to a request that is not answered yet.
    pub async fn sweep<Asked>(
        &self,
        folder: &str,
        before: i64,
        owned: impl Fn(Vec<String>) -> Asked,
    ) -> Result<(), SweepError>
    where
        Asked: Future<Output = Result<HashSet<String>, DbError>>,
    {
        self.clear_cut_off(folder, before).await?;
        let stored = self.list(folder).await?;
        let old = stored
            .into_iter()
            .filter(|stored| stored.modified_at < before);
        let old: Vec<String> = old.map(|stored| stored.name).collect();
        for piece in old.chunks(PIECE) {
            let owned = owned(piece.to_vec()).await?;
            for name in piece.iter().filter(|name| !owned.contains(*name)) {
                self.delete(name).await?;
                tracing::info!(folder, "deleted an object that nobody has");
            }
        }
        Ok(())
    }
}
