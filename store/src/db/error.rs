//! What can go wrong in a database, in the few kinds the callers tell apart, and the one place where
//! the drivers' errors become these.

use postrider_domain::turns::QueueFull;
use rusqlite::ErrorCode;
use tokio_postgres::error::SqlState;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DbError {
    /// A unique key is taken. The name is `table__column__column` on both databases.
    #[error("the unique key {constraint} is taken")]
    Conflict { constraint: String },
    /// A lock or a place in the queue did not come free in time; the same call may succeed later.
    #[error("the database is busy")]
    Busy,
    /// Too many calls of one organization wait already: that one is to ask later, others still get in.
    #[error("too many calls of one organization wait")]
    QueueFull,
    #[error("the statement took too long")]
    Timeout,
    /// The database cannot be reached, or cannot write: disk full, read-only, shutting down.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    #[error("{0}")]
    Other(String),
}

impl From<QueueFull> for DbError {
    fn from(_: QueueFull) -> Self {
        Self::QueueFull
    }
}

impl From<rusqlite::Error> for DbError {
    fn from(error: rusqlite::Error) -> Self {
        let rusqlite::Error::SqliteFailure(failure, message) = error else {
            return Self::Other(error.to_string());
        };
        let message = message.unwrap_or_else(|| failure.to_string());
        match failure.code {
            ErrorCode::ConstraintViolation => match unique_name(&message) {
                Some(constraint) => Self::Conflict { constraint },
                None => Self::Other(message),
            },
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::FileLockingProtocolFailed => Self::Busy,
            ErrorCode::OperationInterrupted => Self::Timeout,
            ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::ReadOnly
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied => Self::Unavailable(message),
            _ => Self::Other(message),
        }
    }
}

/// `UNIQUE constraint failed: t.a, t.b` as `t__a__b`, the name that the migrations give such an index.
fn unique_name(message: &str) -> Option<String> {
    let columns = message.strip_prefix("UNIQUE constraint failed: ")?;
    if let Some(index) = columns.strip_prefix("index '") {
        return Some(index.trim_end_matches('\'').to_owned());
    }
    let mut name = String::new();
    for column in columns.split(", ") {
        let (table, column) = column.split_once('.')?;
        if name.is_empty() {
            name.push_str(table);
        }
        name.push_str("__");
        name.push_str(column);
    }
    Some(name)
}

impl From<tokio_postgres::Error> for DbError {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(answer) = error.as_db_error() else {
            return without_answer(&error);
        };
        if is_stale(answer) {
            return Self::Unavailable(answer.message().to_owned());
        }
        let code = answer.code();
        let message = || format!("{} ({})", answer.message(), code.code());
        match code.code() {
            "23505" => Self::Conflict {
                constraint: postgres_unique_name(answer),
            },
            "40001" | "40P01" | "55P03" => Self::Busy,
            "57014" => Self::Timeout,
            "25006" | "25P03" => Self::Unavailable(message()),
            // A message that the server does not understand is of our making.
            "08P01" => Self::Other(message()),
            class
                if ["08", "53", "57P", "58"]
                    .iter()
                    .any(|of| class.starts_with(of)) =>
            {
                Self::Unavailable(message())
            }
            _ => Self::Other(message()),
        }
    }
}

/// The connection is gone, or the driver refused the call before it left.
fn without_answer(error: &tokio_postgres::Error) -> DbError {
    let cause = std::error::Error::source(error);
    let message = cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"));
    if error.is_closed() || cause.is_some_and(<dyn std::error::Error>::is::<std::io::Error>) {
        DbError::Unavailable(message)
    } else {
        DbError::Other(message)
    }
}

/// A primary key has a name of the server's own making; its columns stand in the detail,
/// `Key (org, id)=(1, 2) already exists.`, and give the name that `SQLite` has for it.
fn postgres_unique_name(answer: &tokio_postgres::error::DbError) -> String {
    let name = answer.constraint().unwrap_or_default();
    if !name.ends_with("_pkey") {
        return name.to_owned();
    }
    let columns = answer
        .detail()
        .and_then(|detail| detail.split_once('('))
        .and_then(|(_, rest)| rest.split_once(")=("))
        .map(|(columns, _)| columns.replace(", ", "__"));
    match (answer.table(), columns) {
        (Some(table), Some(columns)) => format!("{table}__{columns}"),
        _ => name.to_owned(),
    }
}

/// Whether the same transaction may succeed when it is run again from its beginning.
pub(super) fn is_repeatable(error: &tokio_postgres::Error) -> bool {
    let answer = error.as_db_error();
    answer.is_some_and(|answer| {
        is_stale(answer)
            || matches!(
                *answer.code(),
                SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED
            )
    })
}

/// Whether a statement that the connection has prepared is of no use any more: its table was migrated, or
/// a proxy between us and the server has changed servers. The code alone also stands for features that the
/// server lacks, and its words are in the server's language.
pub(super) fn is_stale(answer: &tokio_postgres::error::DbError) -> bool {
    match answer.code().code() {
        "0A000" => answer.routine() == Some("RevalidateCachedQuery"),
        "26000" => true,
        _ => false,
    }
}

/// A connection that could not be made or borrowed: whatever the reason, there is no database now.
pub(super) fn no_connection(error: &deadpool_postgres::PoolError) -> DbError {
    match error {
        deadpool_postgres::PoolError::Backend(cause) => no_session(cause),
        other => DbError::Unavailable(other.to_string()),
    }
}

pub(super) fn no_session(error: &tokio_postgres::Error) -> DbError {
    DbError::Unavailable(
        match (error.as_db_error(), std::error::Error::source(error)) {
            (Some(answer), _) => format!("{} ({})", answer.message(), answer.code().code()),
            (None, Some(cause)) => format!("{error}: {cause}"),
            (None, None) => error.to_string(),
        },
    )
}

impl DbError {
    /// Both databases answer a panic in a closure with an error, so that no caller hangs or unwinds.
    pub(super) fn panicked(payload: &(dyn std::any::Any + Send)) -> Self {
        let text = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("no message");
        Self::Other(format!("a transaction's closure panicked: {text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::unique_name;

    #[test]
    fn a_unique_violation_is_named_like_its_index() {
        let name = |message| unique_name(message).unwrap_or_default();
        assert_eq!(
            name("UNIQUE constraint failed: users.org, users.email"),
            "users__org__email"
        );
        assert_eq!(name("UNIQUE constraint failed: meta.key"), "meta__key");
        assert_eq!(
            name("UNIQUE constraint failed: index 'brands__lower_name'"),
            "brands__lower_name"
        );
        assert_eq!(name("NOT NULL constraint failed: users.org"), "");
    }
}
