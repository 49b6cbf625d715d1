//! The database: reachable, up to date, made with this secret. Nothing is changed by looking.

use std::sync::Arc;

use postrider_domain::secret::Secret;
use postrider_store::db::SchemaState;
use postrider_store::db::{Db, DbError, DbOptions};
use postrider_store::meta;
use tokio::time::Instant;

use super::finding::{Check, Finding};
use crate::clock::Clock;
use crate::config::Config;
use crate::installation::data_folder;

/// A database that the other checks can ask.
pub struct Opened {
    pub db: Db,
    pub secret: Secret,
}

const SET_UP: &str = "`postrider serve` or `postrider migrate` sets it up.";

pub async fn look(config: &Config, clock: &Clock) -> (Vec<Finding>, Option<Opened>) {
    if let Some(file) = Db::file(&config.database_url).filter(|file| !file.exists()) {
        let seen = format!("{} is not there yet", file.display());
        return (vec![Finding::warning(Check::Database, seen, SET_UP)], None);
    }
    let since = Instant::now();
    let (db, version, standing) = match open(config, clock).await {
        Ok(found) => found,
        Err(error) => return (vec![unusable(&error)], None),
    };
    let took = since.elapsed().as_millis();
    if standing.missing > 0 {
        let seen = match standing.at {
            0 => format!("{version}, empty"),
            at => format!(
                "{version}, at migration {at}; {} are missing",
                standing.missing
            ),
        };
        return (vec![Finding::warning(Check::Database, seen, SET_UP)], None);
    }
    let mut findings = vec![Finding::ok(
        Check::Database,
        format!("{version}, at migration {}, {took} ms", standing.at),
    )];
    let (finding, secret) = secret(config, &db).await;
    findings.push(finding);
    (findings, secret.map(|secret| Opened { db, secret }))
}

async fn open(config: &Config, clock: &Clock) -> Result<(Db, String, SchemaState), DbError> {
    let time = clock.clone();
    let mut options = DbOptions::new(config.database_url.as_str(), Arc::new(move || time.now()));
    // Few, beside a service that needs its own.
    (options.readers, options.pool_size) = (2, 2);
    let db = Db::open(options).await?;
    let version = db.version().await?;
    let standing = db.schema_state().await?;
    Ok((db, version, standing))
}

fn unusable(error: &DbError) -> Finding {
    let advice = match error {
        DbError::Unavailable(_) | DbError::Busy | DbError::QueueFull | DbError::Timeout => {
            "Check POSTRIDER_DATABASE_URL, that the server runs, and that this machine may connect to it."
        }
        DbError::Conflict { .. } | DbError::Other(_) => {
            "Check POSTRIDER_DATABASE_URL, and that this is the version of the program that the database is used with."
        }
    };
    Finding::problem(Check::Database, error.to_string(), advice)
}

async fn secret(config: &Config, db: &Db) -> (Finding, Option<Secret>) {
    let text = data_folder::secret_text(
        &config.data,
        config.secret.as_ref().map(|text| text.as_str()),
    );
    let secret = match text.map(|text| Secret::new(text.trim())) {
        Ok(Ok(secret)) => secret,
        Ok(Err(_)) => {
            let finding = Finding::problem(
                Check::Secret,
                "has fewer than 32 characters",
                "Set POSTRIDER_SECRET, or restore the file `secret` of the data folder from a backup.",
            );
            return (finding, None);
        }
        Err(error) => {
            let finding = Finding::problem(
                Check::Secret,
                error.to_string(),
                "The database is there and its secret is not: set POSTRIDER_SECRET, or restore the file \
                 `secret` of the data folder from a backup.",
            );
            return (finding, None);
        }
    };
    let stands = db.read(|tx| async move { meta::get(&tx, "secret.fingerprint").await });
    let finding = match stands.await {
        Ok(Some(stands)) if stands == secret.fingerprint() => {
            return (Finding::ok(Check::Secret, source(config)), Some(secret));
        }
        Ok(None) => {
            let seen = format!("{}, not used yet", source(config));
            return (Finding::ok(Check::Secret, seen), Some(secret));
        }
        Ok(Some(_)) => Finding::problem(
            Check::Secret,
            format!(
                "{}, is not the one that this database was set up with",
                source(config)
            ),
            "Use the same POSTRIDER_SECRET, or the file `secret`, as the first process on this database. With \
             another one no key opens and no link in a sent mail works.",
        ),
        Err(error) => unusable(&error),
    };
    (finding, None)
}

fn source(config: &Config) -> &'static str {
    match config.secret {
        Some(_) => "from POSTRIDER_SECRET",
        None => "from the data folder",
    }
}
