//! Images of requests that died before their design was stored, pictures of designs that look different by now, and those of mail
//! clients whose time is over.

use postrider_store::db::{Db, DbError};
use postrider_store::{assets, client_previews, emails};

use super::{FOLDER, object};
use crate::objects::{Objects, SweepError};

/// Younger images may belong to a request that is not answered yet. Older ones are gone within a day, though sweeps are an hour
/// apart.
const AGE_MS: i64 = 12 * 60 * 60 * 1000;

/// Deletes the old objects that have no row. One that has a row stays, whatever becomes of the design.
pub async fn sweep(db: &Db, objects: &Objects, now: i64) -> Result<(), SweepError> {
    let owned = async |objects: Vec<String>| {
        let known = db.read(move |tx| {
            let objects = objects.clone();
            async move {
                let names = || objects.iter().filter_map(|object| name_of(object));
                let mut known = assets::named(&tx, names()).await?;
                known.extend(emails::previews_named(&tx, names()).await?);
                known.extend(client_previews::named(&tx, names()).await?);
                Ok::<_, DbError>(known)
            }
        });
        let known = known.await?.into_iter();
        Ok(known.map(|name| object(&name)).collect())
    };
    objects.sweep(FOLDER, now - AGE_MS, owned).await
}

fn name_of(object: &str) -> Option<&str> {
    object.strip_prefix(FOLDER)?.strip_prefix('/')
}
