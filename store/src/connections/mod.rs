//! Providers' accounts whose events arrive here.

pub mod received;

use postrider_domain::automations::integration::{Provider, Settings};
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;

pub use received::{RECEIVED_KEPT_MS, Seen, Times, count_invoice, forget, remember, tell, told};

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    // By its id alone: whoever posts there has no key, the signature is all the authority there is.
    FIND -> ConnectionRow = "
        SELECT {columns} FROM connections AS c
        JOIN brands AS b ON b.org = c.org AND b.id = c.brand AND b.deleted_at IS NULL
        WHERE c.public_id = $1";
    BY_NUMBER -> ConnectionRow = "
        SELECT {columns} FROM connections AS c WHERE c.org = $1 AND c.brand = $2 AND c.id = $3";
    list LIST -> ConnectionRow = "
        SELECT {columns} FROM connections AS c WHERE c.org = $1 AND c.brand = $2 ORDER BY c.id";
    CREATE = "
        INSERT INTO connections (org, brand, id, public_id, provider, name, secret, old_secret, old_until, settings,
            created_at, updated_at, last_event_at)
        VALUES ($1, $2, $3, $4, $5, NULL, $6, NULL, NULL, $7, $8, $8, NULL)";
    ROTATE = "
        UPDATE connections SET old_until = $5, secret = $4, updated_at = $6,
            old_secret = CASE WHEN CAST($5 AS BIGINT) IS NULL THEN NULL ELSE secret END
        WHERE org = $1 AND brand = $2 AND id = $3";
    DELETE = "DELETE FROM connections WHERE org = $1 AND brand = $2 AND id = $3";
    TRIGGERS -> ConnectedTrigger = "
        SELECT {columns} FROM triggers
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
    let row = tx.one(&FIND, params![public_id]).await?;
    row.map(ConnectionRecord::try_from).transpose()
}

pub async fn by_number(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
) -> Result<Option<ConnectionRecord>, DbError> {
    let values = params![brand.org, brand.brand, id];
    let row = tx.one(&BY_NUMBER, values).await?;
    row.map(ConnectionRecord::try_from).transpose()
}

/// Oldest first.
pub async fn list(tx: &Tx, brand: BrandKey) -> Result<Vec<ConnectionRecord>, DbError> {
    let rows = tx.all(&LIST, params![brand.org, brand.brand]).await?;
    rows.into_iter().map(ConnectionRecord::try_from).collect()
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
    old_until: Option<Millis>,
    now: Millis,
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
    let triggers = tx.all(&TRIGGERS, params![brand.org, brand.brand]).await?;
    let pair = |trigger: ConnectedTrigger| (trigger.connection, trigger.public_id);
    Ok(triggers.into_iter().map(pair).collect())
}

/// Notes that events arrive.
pub async fn touch(tx: &Tx, brand: BrandKey, id: i64, now: i64) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, id, now, now - 60_000];
    tx.execute(&TOUCH, values).await?;
    Ok(())
}

record! {
    struct ConnectedTrigger {
        connection: i64 = "connection",
        public_id: String = "public_id",
    }
}

record! {
    struct ConnectionRow {
        org: i64 = "c.org",
        brand: i64 = "c.brand",
        id: i64 = "c.id",
        public_id: String = "c.public_id",
        provider: Provider = "c.provider",
        secret: Vec<u8> = "c.secret",
        old_secret: Option<Vec<u8>> = "c.old_secret",
        old_until: Option<i64> = "c.old_until",
        /// JSON.
        settings: String = "c.settings",
        created_at: i64 = "c.created_at",
        last_event_at: Option<i64> = "c.last_event_at",
    }
}

impl TryFrom<ConnectionRow> for ConnectionRecord {
    type Error = DbError;

    fn try_from(row: ConnectionRow) -> Result<Self, DbError> {
        let unreadable = || DbError::Other("the settings of a connection cannot be read".into());
        Ok(Self {
            brand: BrandKey {
                org: row.org,
                brand: row.brand,
            },
            id: row.id,
            public_id: row.public_id,
            provider: row.provider,
            secret: row.secret,
            old_secret: row.old_secret.zip(row.old_until),
            settings: Settings::from_json(&row.settings).ok_or_else(unreadable)?,
            created_at: row.created_at,
            last_event_at: row.last_event_at,
        })
    }
}
