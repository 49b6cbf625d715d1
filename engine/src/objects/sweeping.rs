//! Objects that nobody has: of requests that died before their row was written, and of rows that went first.

use std::collections::HashSet;
use std::future::{Future, ready};

use futures_util::TryStreamExt;
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
        let stored = self.listed(folder);
        let old = stored.try_filter_map(|stored| {
            let is_old = stored.modified_at < before;
            ready(Ok(is_old.then_some(stored.name)))
        });
        // However many there are: they are looked at as the store lists them.
        let mut pieces = old.try_chunks(PIECE);
        while let Some(piece) = pieces.try_next().await.map_err(|broken| broken.1)? {
            let owned = owned(piece.clone()).await?;
            for name in piece.iter().filter(|name| !owned.contains(*name)) {
                self.delete(name).await?;
                tracing::info!(folder, "deleted an object that nobody has");
            }
        }
        Ok(())
    }
}
