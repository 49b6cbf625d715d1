//! Mail domains of contacts, one row each for all brands, and what DNS said about them.

use postrider_domain::contacts::validation::DomainHistory;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    LOOK -> Registered = "SELECT {columns} FROM mail_domains WHERE name {in_texts}($1)";
    bulk(name: Text, due_at: Int) REGISTER = "
        INSERT INTO mail_domains (name, definite, unswept, due_at)
        SELECT r.name, 0, FALSE, r.due_at FROM {rows} AS r WHERE true
        ON CONFLICT (name) DO NOTHING";
    list DUE -> DueRow = "
        SELECT {columns} FROM mail_domains WHERE due_at <= $1 ORDER BY due_at LIMIT $2";
    NEXT_DUE -> (Option<i64>,) = "SELECT min(due_at) FROM mail_domains";
    bulk(
        name: Text, definite: Int, last_definite_at: Int, dead_since: Int, turned: Bool,
        checked_at: Int, due_at: Int
    ) RECORD = "
        UPDATE mail_domains SET definite = r.definite, last_definite_at = r.last_definite_at,
            dead_since = r.dead_since, unswept = mail_domains.unswept OR r.turned,
            checked_at = r.checked_at, due_at = r.due_at
        FROM {rows} AS r WHERE mail_domains.name = r.name";
    // All of a small index: it holds nothing else.
    UNSWEPT -> Registered = "SELECT {columns} FROM mail_domains WHERE unswept ORDER BY name LIMIT $1";
    bulk(name: Text) SWEPT = "
        UPDATE mail_domains SET unswept = FALSE FROM {rows} AS r WHERE mail_domains.name = r.name";
}

record! {
    /// A domain that has a row, and since when it takes no mail.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Registered {
        pub name: String = "name",
        pub dead_since: Option<i64> = "dead_since",
    }
}

/// Those of `names` that have a row.
pub async fn look<'a>(
    tx: &Tx,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Registered>, DbError> {
    tx.all(&LOOK, params![Value::texts(names)]).await
}

/// Gives domains a row; they are looked at when `due_at` has come. `names` come sorted and each once: two
/// writers that register the same ones in different orders would wait for each other.
pub async fn register(tx: &Tx, names: &[&str], due_at: i64) -> Result<(), DbError> {
    let rows = names
        .iter()
        .map(|name| params![*name, due_at].into())
        .collect();
    tx.bulk(&REGISTER, rows).await?;
    Ok(())
}

/// A domain that is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueDomain {
    pub name: String,
    pub history: DomainHistory,
    /// How long the look that is due was waited for; 0 for the first.
    pub waited: i64,
}

pub async fn due(tx: &Tx, now: i64, limit: i64) -> Result<Vec<DueDomain>, DbError> {
    let rows = tx.all(&DUE, params![now, limit]).await?;
    Ok(rows.into_iter().map(DueDomain::from).collect())
}

pub async fn next_due(tx: &Tx) -> Result<Option<i64>, DbError> {
    Ok(tx.value(&NEXT_DUE, params![]).await?.flatten())
}

/// What a look has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailDomainCheck {
    pub name: String,
    pub history: DomainHistory,
    /// The domain died, or came back: its contacts are to show it.
    pub turned: bool,
    pub due_at: i64,
}

pub async fn record(tx: &Tx, checks: &[MailDomainCheck], now: i64) -> Result<(), DbError> {
    let rows = checks
        .iter()
        .map(|looked| {
            params![
                &looked.name,
                i64::from(looked.history.definite_answers),
                looked.history.last_definite_at,
                looked.history.dead_since,
                looked.turned,
                now,
                looked.due_at
            ]
            .into()
        })
        .collect();
    tx.bulk(&RECORD, rows).await?;
    Ok(())
}

/// Domains that died or came back and whose contacts do not show it yet.
pub async fn unswept(tx: &Tx, limit: i64) -> Result<Vec<Registered>, DbError> {
    tx.all(&UNSWEPT, params![limit]).await
}

pub async fn swept(tx: &Tx, names: &[String]) -> Result<(), DbError> {
    let rows = names.iter().map(|name| params![name].into()).collect();
    tx.bulk(&SWEPT, rows).await?;
    Ok(())
}

record! {
    struct DueRow {
        name: String = "name",
        definite: i64 = "definite",
        last_definite_at: Option<i64> = "last_definite_at",
        dead_since: Option<i64> = "dead_since",
        checked_at: Option<i64> = "checked_at",
        due_at: i64 = "due_at",
    }
}

impl From<DueRow> for DueDomain {
    fn from(row: DueRow) -> Self {
        let waited_since = |checked_at| row.due_at - checked_at;
        Self {
            name: row.name,
            history: DomainHistory {
                definite_answers: u32::try_from(row.definite).unwrap_or_default(),
                last_definite_at: row.last_definite_at,
                dead_since: row.dead_since,
            },
            waited: row.checked_at.map_or(0, waited_since),
        }
    }
}
