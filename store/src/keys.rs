//! API keys. Only the prefix, which finds the row, and a hash of the whole key are kept.

use postrider_domain::tenant::BrandKey;

use crate::brands::BrandIdentity;
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    // Every request asks this: the brand of the key comes with it.
    FIND -> FoundKey = "
        SELECT {columns}
        FROM api_keys AS k
        JOIN organizations AS o ON o.id = k.org
        LEFT JOIN brands AS b ON b.org = k.org AND b.id = k.brand AND b.deleted_at IS NULL
        WHERE k.prefix = $1";
    GET -> KeyRecord = "
        SELECT {columns}
        FROM api_keys AS k JOIN organizations AS o ON o.id = k.org
        WHERE k.org = $1 AND k.public_id = $2";
    // No index leads with public_id: only the command line asks, and reads every key for it.
    FIND_BY_PUBLIC_ID -> KeyRecord = "
        SELECT {columns}
        FROM api_keys AS k JOIN organizations AS o ON o.id = k.org
        WHERE k.public_id = $1";
    CREATE = "
        INSERT INTO api_keys (org, id, public_id, brand, prefix, hash, name, scopes, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    REVOKE = "
        UPDATE api_keys SET revoked_at = $3
        WHERE org = $1 AND public_id = $2 AND (revoked_at IS NULL OR revoked_at > $3)";
    REVOKE_LATER = "
        UPDATE api_keys SET revoked_at = $4
        WHERE org = $1 AND public_id = $2 AND (revoked_at IS NULL OR revoked_at > $3)";
    REVOKED_AT -> (i64,) = "SELECT revoked_at FROM api_keys WHERE org = $1 AND public_id = $2";
    // For the command line, where reading all keys of all organizations is what is asked for.
    LIST -> ListedKey = "
        SELECT {columns}
        FROM api_keys AS k
        JOIN organizations AS o ON o.id = k.org
        LEFT JOIN brands AS b ON b.org = k.org AND b.id = k.brand
        WHERE (CAST($1 AS BIGINT) IS NULL OR k.org = CAST($1 AS BIGINT))
          AND (CAST($2 AS BIGINT) IS NULL OR k.brand = CAST($2 AS BIGINT))
        ORDER BY k.org, k.id";
    LISTED -> ListedKey = "
        SELECT {columns}
        FROM api_keys AS k
        JOIN organizations AS o ON o.id = k.org
        LEFT JOIN brands AS b ON b.org = k.org AND b.id = k.brand
        WHERE k.org = $1 AND k.public_id = $2";
    list PAGE -> ListedKey = "
        SELECT {columns}
        FROM api_keys AS k
        JOIN organizations AS o ON o.id = k.org
        LEFT JOIN brands AS b ON b.org = k.org AND b.id = k.brand
        WHERE k.org = $1 AND k.id < $2
        ORDER BY k.id DESC LIMIT $3";
    NAME -> (String,) = "SELECT name FROM api_keys WHERE org = $1 AND id = $2";
    bulk(org: Int, id: Int, at: Int) TOUCH = "
        UPDATE api_keys SET last_used_at = r.at FROM {rows} AS r
        WHERE api_keys.org = r.org AND api_keys.id = r.id
          AND (api_keys.last_used_at IS NULL OR api_keys.last_used_at < r.at)";
}

record! {
    /// A key with the plan of its organization. Not `Debug`: the hash has no place in a log.
    #[derive(Clone)]
    pub struct KeyRecord {
        pub org: i64 = "k.org",
        pub id: i64 = "k.id",
        pub public_id: String = "k.public_id",
        /// `None`: a key of the organization.
        pub brand: Option<i64> = "k.brand",
        pub hash: Vec<u8> = "k.hash",
        pub scopes: String = "k.scopes",
        /// When it ends, or has ended: a key that was replaced goes on for a while.
        pub revoked_at: Option<i64> = "k.revoked_at",
        pub plan: String = "o.plan",
        /// Since when the organization is suspended, and since when it is being removed.
        pub suspended_at: Option<i64> = "o.suspended_at",
        pub org_deleted_at: Option<i64> = "o.deleted_at",
    }
}

#[derive(Clone)]
pub struct NewKey {
    pub org: i64,
    pub brand: Option<i64>,
    pub public_id: String,
    pub prefix: String,
    pub hash: Vec<u8>,
    pub name: String,
    pub scopes: String,
    pub created_at: i64,
}

record! {
    /// A key as people see it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ListedKey {
        pub id: i64 = "k.id",
        pub brand: Option<i64> = "k.brand",
        pub org_public_id: String = "o.public_id",
        pub brand_public_id: Option<String> = "b.public_id",
        pub public_id: String = "k.public_id",
        pub prefix: String = "k.prefix",
        pub name: String = "k.name",
        pub scopes: String = "k.scopes",
        pub created_at: i64 = "k.created_at",
        pub last_used_at: Option<i64> = "k.last_used_at",
        /// When it ends, or has ended.
        pub revoked_at: Option<i64> = "k.revoked_at",
    }
}

impl KeyRecord {
    pub fn is_revoked(&self, now: i64) -> bool {
        self.revoked_at.is_some_and(|at| at <= now)
    }
}

impl ListedKey {
    pub fn is_revoked(&self, now: i64) -> bool {
        self.revoked_at.is_some_and(|at| at <= now)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFilter {
    All,
    /// The keys of the organization and of its brands.
    Organization(i64),
    Brand(BrandKey),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revocation {
    Revoked {
        revoked_at: i64,
    },
    /// Earlier; the time stays the first one.
    Already {
        revoked_at: i64,
    },
    NotFound,
}

/// The key with this prefix, and the brand it is bound to unless that was deleted. Revoked keys too:
/// the caller is told that its key was revoked.
pub async fn find(
    tx: &Tx,
    prefix: &str,
) -> Result<Option<(KeyRecord, Option<BrandIdentity>)>, DbError> {
    let Some(found) = tx.one(&FIND, params![prefix]).await? else {
        return Ok(None);
    };
    let key = found.key;
    let bound = key.brand.zip(found.brand);
    let brand = bound.map(|(brand, bound)| BrandIdentity {
        key: BrandKey {
            org: key.org,
            brand,
        },
        public_id: bound.public_id,
        time_zone: bound.time_zone,
    });
    Ok(Some((key, brand)))
}

pub async fn get(tx: &Tx, org: i64, public_id: &str) -> Result<Option<KeyRecord>, DbError> {
    tx.one(&GET, params![org, public_id]).await
}

/// What a key is called, by its number.
pub async fn name(tx: &Tx, org: i64, number: i64) -> Result<Option<String>, DbError> {
    tx.value(&NAME, params![org, number]).await
}

/// For the command line, which is told a key and not whose it is.
pub async fn find_by_public_id(tx: &Tx, public_id: &str) -> Result<Option<KeyRecord>, DbError> {
    tx.one(&FIND_BY_PUBLIC_ID, params![public_id]).await
}

/// `DbError::Conflict` on `api_keys__prefix`: mint another.
pub async fn create(tx: &Tx, new: &NewKey) -> Result<i64, DbError> {
    let id = tx.number();
    let values = params![
        new.org,
        id,
        &new.public_id,
        new.brand,
        &new.prefix,
        new.hash.as_slice(),
        &new.name,
        &new.scopes,
        new.created_at,
    ];
    tx.execute(&CREATE, values).await?;
    Ok(id)
}

pub async fn revoke(tx: &Tx, org: i64, public_id: &str, now: i64) -> Result<Revocation, DbError> {
    if tx.execute(&REVOKE, params![org, public_id, now]).await? == 1 {
        return Ok(Revocation::Revoked { revoked_at: now });
    }
    Ok(
        match tx.value(&REVOKED_AT, params![org, public_id]).await? {
            Some(revoked_at) => Revocation::Already { revoked_at },
            None => Revocation::NotFound,
        },
    )
}

/// From a time to come on it is worth nothing. `false`: there is none, or it has ended before.
pub async fn revoke_later(
    tx: &Tx,
    org: i64,
    public_id: &str,
    now: i64,
    at: i64,
) -> Result<bool, DbError> {
    let values = params![org, public_id, now, at];
    Ok(tx.execute(&REVOKE_LATER, values).await? == 1)
}

/// One of an organization, as people see it.
pub async fn listed(tx: &Tx, org: i64, public_id: &str) -> Result<Option<ListedKey>, DbError> {
    tx.one(&LISTED, params![org, public_id]).await
}

/// Of an organization, newest first, from the one before the number `after`.
pub async fn page(
    tx: &Tx,
    org: i64,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<ListedKey>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    tx.all(&PAGE, params![org, before, limit]).await
}

/// The oldest first.
pub async fn list(tx: &Tx, filter: KeyFilter) -> Result<Vec<ListedKey>, DbError> {
    let (org, brand) = match filter {
        KeyFilter::All => (None, None),
        KeyFilter::Organization(org) => (Some(org), None),
        KeyFilter::Brand(key) => (Some(key.org), Some(key.brand)),
    };
    tx.all(&LIST, params![org, brand]).await
}

/// Notes when keys were last used, as (organization, key, time). Times only go forward, whatever the
/// order in which the processes report.
pub async fn touch(tx: &Tx, mut uses: Vec<(i64, i64, i64)>) -> Result<u64, DbError> {
    // The latest use of each key alone, sorted: a key twice in one statement takes either time, and
    // two unsorted statements can deadlock.
    uses.sort_unstable_by(|a, b| (a.0, a.1, b.2).cmp(&(b.0, b.1, a.2)));
    uses.dedup_by_key(|used| (used.0, used.1));
    let rows = uses
        .into_iter()
        .map(|(org, id, at)| Vec::<Value>::from(params![org, id, at]));
    tx.bulk(&TOUCH, rows.collect()).await
}

record! {
    struct FoundKey {
        key: KeyRecord = ..,
        brand: Option<BoundBrand> = ..,
    }
}

record! {
    /// The brand of a key, unless it was deleted.
    struct BoundBrand {
        public_id: String = "b.public_id",
        time_zone: String = "b.time_zone",
    }
}
