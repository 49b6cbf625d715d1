//! Settings of processes that share a database.

use std::path::Path;
use std::time::Duration;

use postrider_engine::objects::{Bucket, Location};

use super::settings::{ConfigError, Settings, setting};

/// A folder, or `s3://bucket/prefix`.
pub(super) fn objects(settings: &Settings, data: &Path) -> Result<Location, ConfigError> {
    const KEY: &str = "POSTRIDER_OBJECTS";
    match settings.get(KEY) {
        Some(text) => place(settings, KEY, &text),
        None => Ok(Location::Folder(data.join("objects"))),
    }
}

/// What `key` says.
pub(super) fn place(settings: &Settings, key: &str, text: &str) -> Result<Location, ConfigError> {
    if !text.contains("://") {
        return Ok(Location::Folder(text.into()));
    }
    let (name, prefix) = Bucket::split(text)
        .ok_or_else(|| setting(key, "must be a folder or s3://bucket/prefix"))?;
    let needed = |key: &str| {
        let missing = || setting(key, "is needed with objects in a bucket");
        settings.get(key).ok_or_else(missing)
    };
    Ok(Location::Bucket(Bucket {
        name: name.to_owned(),
        prefix: prefix.to_owned(),
        endpoint: settings.get("POSTRIDER_S3_ENDPOINT"),
        region: settings
            .get("POSTRIDER_S3_REGION")
            .unwrap_or_else(|| "us-east-1".to_owned()),
        access_key: needed("POSTRIDER_S3_ACCESS_KEY")?,
        secret_key: needed("POSTRIDER_S3_SECRET_KEY")?,
        patience: patience(settings)?,
    }))
}

/// Seconds; somebody waits meanwhile.
fn patience(settings: &Settings) -> Result<Duration, ConfigError> {
    const KEY: &str = "POSTRIDER_S3_TIMEOUT";
    match settings.parsed(KEY, Bucket::PATIENCE.as_secs())? {
        seconds @ 1..=300 => Ok(Duration::from_secs(seconds)),
        _ => Err(setting(KEY, "must be from 1 to 300 seconds")),
    }
}

/// Seconds; long enough for several heartbeats.
pub(super) fn takeover_ms(settings: &Settings) -> Result<i64, ConfigError> {
    const KEY: &str = "POSTRIDER_TAKEOVER_AFTER";
    match settings.parsed(KEY, 600_i64)? {
        seconds @ 5..=86_400 => Ok(seconds * 1000),
        _ => Err(setting(KEY, "must be from 5 to 86400 seconds")),
    }
}

pub(super) fn drain(settings: &Settings) -> Result<Duration, ConfigError> {
    const KEY: &str = "POSTRIDER_DRAIN";
    match settings.parsed(KEY, 0_u64)? {
        seconds @ 0..=600 => Ok(Duration::from_secs(seconds)),
        _ => Err(setting(KEY, "must be from 0 to 600 seconds")),
    }
}
