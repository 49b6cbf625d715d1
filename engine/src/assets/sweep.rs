//! Images of requests that died before their design was stored.

use std::collections::HashSet;

use postrider_store::assets;
use postrider_store::db::Db;

use super::{AssetError, FOLDER, object};
use crate::objects::Objects;

/// Younger images may belong to a request that is not answered yet.
const AGE_MS: i64 = 24 * 60 * 60 * 1000;
/// Images asked about at once.
const PIECE: usize = 500;

/// Deletes the old objects that have no row. One that has a row stays, whatever becomes of the design.
pub async fn sweep(db: &Db, objects: &Objects, now: i64) -> Result<(), AssetError> {
    let before = now - AGE_MS;
    objects.clear_cut_off(FOLDER, before).await?;
    let stored = objects.list(FOLDER).await?;
    let old = stored
        .into_iter()
        .filter(|stored| stored.modified_at < before);
    let old: Vec<String> = old
        .filter_map(|stored| {
            Some(
                stored
                    .name
                    .strip_prefix(FOLDER)?
                    .strip_prefix('/')?
                    .to_owned(),
            )
        })
        .collect();
    for piece in old.chunks(PIECE) {
        let names = piece.to_vec();
        let known = db.read(move |tx| {
            let names = names.clone();
            async move { assets::named(&tx, names.iter().map(String::as_str)).await }
        });
        let known: HashSet<String> = known.await?.into_iter().collect();
        for name in piece.iter().filter(|name| !known.contains(*name)) {
            objects.delete(&object(name)).await?;
            tracing::info!("deleted an image that no design has");
        }
    }
    Ok(())
}
