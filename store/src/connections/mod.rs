//! Providers' accounts whose events arrive here.

pub mod received;

use postrider_domain::automations::integration::{Provider, Settings};
use postrider_domain::tenant::BrandKey;

pub use received::{RECEIVED_KEPT_MS, Seen, Times, count_invoice, forget, remember, tell, told};

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

/// What every query of connections selects, in the order in which [`record_of`] reads it.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT c.org, c.brand, c.id, c.public_id, c.provider, c.secret, c.old_secret, c.old_until, c.settings,
                c.created_at, c.last_event_at
            FROM connections AS c",
            $rest
        )
    };
}

statements! {
    // By its id alone: whoever posts there has no key, the signature is all the authority there is.
    FIND = select!("
        JOIN brands AS b ON b.org = c.org AND b.id = c.brand AND b.deleted_at IS NULL
        WHERE c.public_id = $1");
    BY_NUMBER = select!(" WHERE c.org = $1 AND c.brand = $2 AND c.id = $3");
    list LIST = select!(" WHERE c.org = $1 AND c.brand = $2 ORDER BY c.id");
    CREATE = "
        INSERT INTO connections (org, brand, id, public_id, provider, name, secret, old_secret, old_until, settings,
            created_at, updated_at, last_event_at)
        VALUES ($1, $2, $3, $4, $5, NULL, $6, NULL, NULL, $7, $8, $8, NULL)";
    ROTATE = "
        UPDATE connections SET old_until = $5, secret = $4, updated_at = $6,
            old_secret = CASE WHEN CAST($5 AS BIGINT) IS NULL THEN NULL ELSE secret END
        WHERE org = $1 AND brand = $2 AND id = $3";
    DELETE = "DELETE FROM connections WHERE org = $1 AND brand = $2 AND id = $3";
    TRIGGERS = "
        SELECT connection, public_id FROM triggers
        WHERE org = $1 AND brand = $2 AND connection IS NOT NULL AND deleted_at IS NULL
        ORDER BY connection, id";
    // At most once a minute: events that come at the same time would wait for each other.
    TOUCH = "
        UPDATE connections SET last_event_at = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND (last_event_at IS NULL OR last_event_at < $5)";
}

/// Not `Debug`: secrets have no place in a log, not even sealed.
#[derive(Clone)]
pub struct ConnectionRecord {
    pub brand: BrandKey,
    pub id: i64,
    pub public_id: String,
    pub provider: Provider,
    /// Sealed.
    pub secret: Vec<u8>,
    /// Sealed: the one before, and until when it counts.
    pub old_secret: Option<(Vec<u8>, i64)>,
    pub settings: Settings,
    pub created_at: i64,
    pub last_event_at: Option<i64>,
}

#[derive(Clone)]
pub struct NewConnection {
    pub public_id: String,
    pub provider: Provider,
    /// Sealed.
    pub secret: Vec<u8>,
    pub settings: Settings,
}

/// A connection of whatever brand; none of a brand that is gone.
pub async fn find(tx: &Tx, public_id: &str) -> Result<Option<ConnectionRecord>, DbError> {
    let row = tx.row(&FIND, params![public_id]).await?;
    row.as_ref().map(record_of).transpose()
}

pub async fn by_number(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
) -> Result<Option<ConnectionRecord>, DbError> {
    let values = params![brand.org, brand.brand, id];
    let row = tx.row(&BY_NUMBER, values).await?;
    row.as_ref().map(record_of).transpose()
}

/// Oldest first.
pub async fn list(tx: &Tx, brand: BrandKey) -> Result<Vec<ConnectionRecord>, DbError> {
    let rows = tx.rows(&LIST, params![brand.org, brand.brand]).await?;
    rows.iter().map(record_of).collect()
}

/// Gives its number.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewConnection,
    now: i64,
) -> Result<i64, DbError> {
    let id = tx.number();
    let values = params![
        brand.org,
        brand.brand,
        id,
        &new.public_id,
        new.provider.as_str(),
        new.secret.clone(),
        new.settings.to_json(),
        now
    ];
    tx.execute(&CREATE, values).await?;
    Ok(id)
}

/// Takes a new sealed secret; the one before counts until then, or is gone. `false`: the connection is gone.
pub async fn rotate(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    secret: Vec<u8>,
    old_until: Option<i64>,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id, secret, old_until, now];
    Ok(tx.execute(&ROTATE, values).await? == 1)
}

/// `false`: the connection was gone already.
pub async fn delete(tx: &Tx, brand: BrandKey, id: i64) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, id];
    Ok(tx.execute(&DELETE, values).await? == 1)
}

/// The ids of the triggers that a brand's connections have, with the number of the connection.
pub async fn triggers(tx: &Tx, brand: BrandKey) -> Result<Vec<(i64, String)>, DbError> {
    let rows = tx.rows(&TRIGGERS, params![brand.org, brand.brand]).await?;
    let pair = |row: &Row| Ok((row.int(0)?, row.text(1)?));
    rows.iter().map(pair).collect()
}

/// Notes that events arrive.
pub async fn touch(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, id, now, now - 60_000];
    tx.execute(&TOUCH, values).await?;
    Ok(())
}

fn record_of(row: &Row) -> Result<ConnectionRecord, DbError> {
    let word = row.str(4)?;
    let provider = Provider::parse(word)
        .ok_or_else(|| DbError::Other(format!("a connection has the unknown provider {word}")))?;
    let settings = Settings::from_json(row.str(8)?)
        .ok_or_else(|| DbError::Other("the settings of a connection cannot be read".into()))?;
    Ok(ConnectionRecord {
        brand: BrandKey {
            org: row.int(0)?,
            brand: row.int(1)?,
        },
        id: row.int(2)?,
        public_id: row.text(3)?,
        provider,
        secret: row.blob(5)?,
        old_secret: row.opt_blob(6)?.zip(row.opt_int(7)?),
        settings,
        created_at: row.int(9)?,
        last_event_at: row.opt_int(10)?,
    })
}
