//! Opening an installation: its folder, its secret, its database brought up to date.

pub mod data_folder;

use std::sync::Arc;

use postrider_domain::secret::Secret;
use postrider_store::db::{Db, DbError, DbOptions};
use postrider_store::meta;

use crate::clock::Clock;
use crate::config::Config;
use data_folder::DataFolderError;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Folder(#[from] DataFolderError),
    #[error("the database: {0}")]
    Database(#[from] DbError),
    #[error(
        "the database was set up with another secret; start with the same POSTRIDER_SECRET, or with the \
         `secret` file of the original data folder"
    )]
    OtherSecret,
}

pub struct Installation {
    pub db: Db,
    pub secret: Secret,
}

/// Opens and migrates. Admin commands do this too: they may be the first to touch a new folder.
pub async fn open(config: &Config, clock: &Clock) -> Result<Installation, OpenError> {
    data_folder::create(&config.data)?;
    let secret = data_folder::secret(
        &config.data,
        config.secret.as_ref().map(|text| text.as_str()),
    )?;
    let time = clock.clone();
    let mut options = DbOptions::new(config.database_url.as_str(), Arc::new(move || time.now()));
    options.slow_queue = config.waiting;
    let db = Db::open(options).await?;
    db.migrate().await?;
    let fingerprint = secret.fingerprint();
    let ours = fingerprint.clone();
    let stands = db
        .write(move |tx| {
            let fingerprint = fingerprint.clone();
            async move { meta::remember(&tx, "secret.fingerprint", &fingerprint).await }
        })
        .await?;
    if stands != ours {
        return Err(OpenError::OtherSecret);
    }
    Ok(Installation { db, secret })
}
