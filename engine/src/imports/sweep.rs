//! Files that nobody will read: of requests that died before their import was accepted, and of imports
//! that ended in a crash after their last commit.

use std::collections::HashSet;

use postrider_store::db::Db;
use postrider_store::imports::work;

use crate::objects::{Objects, SweepError};

/// Where imports keep their files.
pub const FOLDER: &str = "imports";
/// Younger files may belong to a request that is not answered yet.
const AGE_MS: i64 = 24 * 60 * 60 * 1000;

/// Deletes the old files that no unfinished import reads.
pub async fn sweep(db: &Db, objects: &Objects, now: i64) -> Result<(), SweepError> {
    let owned = async |files: Vec<String>| {
        let mut needed = HashSet::new();
        for file in files {
            let name = file.clone();
            let asked = db.read(move |tx| {
                let name = name.clone();
                async move { work::needs_object(&tx, &name).await }
            });
            if asked.await? {
                needed.insert(file);
            }
        }
        Ok(needed)
    };
    objects.sweep(FOLDER, now - AGE_MS, owned).await
}
