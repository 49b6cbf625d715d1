//! A copy of a database that others go on using.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use super::connection;
use crate::db::error::DbError;

const PATIENCE: Duration = Duration::from_secs(30);

/// All that was committed when it began, and nothing of what comes after: one read, beside which writers go on. The
/// other way, page by page, starts anew whenever somebody writes, and a busy service would never let it end.
pub(in crate::db) fn copy(from: &Path, to: &Path) -> Result<(), DbError> {
    let wrong = |path: &Path, why: &str| DbError::Other(format!("{}: {why}", path.display()));
    // Opening would make an empty one.
    if !from.is_file() {
        return Err(wrong(from, "there is no database"));
    }
    let Some(name) = to.to_str() else {
        return Err(wrong(to, "the path is not UTF-8"));
    };
    let source = connection::open(from, PATIENCE)?;
    connection::create_private(to)?;
    source.execute("VACUUM INTO ?1", [name])?;
    File::open(to)
        .and_then(|file| file.sync_all())
        .map_err(|error| wrong(to, &error.to_string()))
}
