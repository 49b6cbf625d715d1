//! Files that nobody will read: of requests that died before their import was accepted, and of imports
//! that ended in a crash after their last commit.

use postrider_store::db::{Db, DbError};
use postrider_store::imports::work;

use crate::objects::{ObjectError, Objects};

/// Where imports keep their files.
pub const FOLDER: &str = "imports";
/// Younger files may belong to a request that is not answered yet.
const AGE_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    #[error(transparent)]
    Objects(#[from] ObjectError),
    #[error(transparent)]
    Database(#[from] DbError),
}

/// Deletes the old files that no unfinished import reads.
pub async fn sweep(db: &Db, objects: &Objects, now: i64) -> Result<(), SweepError> {
    let before = now - AGE_MS;
    objects.clear_cut_off(FOLDER, before).await?;
    let stored = objects.list(FOLDER).await?;
    for file in stored.into_iter().filter(|file| file.modified_at < before) {
        let name = file.name.clone();
        let needed = db.read(move |tx| async move { work::needs_object(&tx, &name).await });
        if !needed.await? {
            objects.delete(&file.name).await?;
            tracing::info!("deleted a file that no import reads");
        }
    }
    Ok(())
}
