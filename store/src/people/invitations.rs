//! Invitations to an organization: for one address, accepted once.

use postrider_domain::accounts::link::INVITATION_MS;
use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::token::TokenHash;
use postrider_domain::numbers::{Millis, PersonNo};

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// A condition: it can be accepted now. The organization's own row says whether that is being removed.
macro_rules! is_open {
    ($now:literal) => {
        concat!(
            "accepted_at IS NULL AND expires_at > ",
            $now,
            " AND EXISTS (SELECT 1 FROM organizations AS o
                WHERE o.id = invitations.org AND o.deleted_at IS NULL)"
        )
    };
}

statements! {
    CREATE = "
        INSERT INTO invitations (org, id, public_id, email, role, limited, brands, token_hash,
            invited_by, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        ON CONFLICT (org, email) DO UPDATE SET public_id = excluded.public_id, role = excluded.role,
            limited = excluded.limited, brands = excluded.brands, token_hash = excluded.token_hash,
            invited_by = excluded.invited_by, created_at = excluded.created_at,
            expires_at = excluded.expires_at, accepted_at = NULL";
    list LIST -> InvitationRow = "
        SELECT {columns} FROM invitations
        WHERE org = $1 AND id > $2 AND accepted_at IS NULL ORDER BY id LIMIT $3";
    GET -> InvitationRow = "
        SELECT {columns} FROM invitations
        WHERE org = $1 AND public_id = $2 AND accepted_at IS NULL";
    FIND -> InvitationRow = concat!(
        "SELECT {columns} FROM invitations WHERE token_hash = $1 AND ", is_open!("$2")
    );
    ACCEPT -> InvitationRow = concat!(
        "UPDATE invitations SET accepted_at = $3
        WHERE token_hash = $1 AND email = $2 AND ", is_open!("$3"), " RETURNING {columns}"
    );
    REVOKE = "
        DELETE FROM invitations WHERE org = $1 AND public_id = $2 AND accepted_at IS NULL";
    FORGET = "
        DELETE FROM invitations WHERE (org, id) IN (
            SELECT org, id FROM invitations WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationRecord {
    pub org: i64,
    pub id: i64,
    pub public_id: String,
    pub email: String,
    pub role: Role,
    /// As it was when it was made: some of the brands may be gone.
    pub limit: BrandLimit,
    /// Nobody if a command did it. Whether that person may still invite is for whoever accepts it to judge.
    pub invited_by: Option<PersonNo>,
    pub created_at: i64,
    pub expires_at: i64,
}

#[derive(Clone, Debug)]
pub struct NewInvitation {
    pub org: i64,
    pub public_id: String,
    /// Normalized by the caller: the column compares by byte.
    pub email: String,
    pub role: Role,
    pub limit: BrandLimit,
    pub token_hash: TokenHash,
    pub invited_by: Option<PersonNo>,
    pub now: Millis,
}

/// Takes the place of one for the same address, whose link is worth nothing any more.
pub async fn create(tx: &Tx, new: &NewInvitation) -> Result<(), DbError> {
    let brands = serde_json::Value::from(new.limit.brands()).to_string();
    let values = params![
        new.org,
        tx.number(),
        &new.public_id,
        &new.email,
        new.role.as_str(),
        new.limit.is_limited(),
        brands,
        new.token_hash.as_bytes(),
        new.invited_by,
        new.now,
        new.now.0 + INVITATION_MS,
    ];
    tx.execute(&CREATE, values).await?;
    Ok(())
}

/// Those that nobody has accepted, expired ones among them, after the given one (0: from the first).
pub async fn list(
    tx: &Tx,
    org: i64,
    after: i64,
    limit: i64,
) -> Result<Vec<InvitationRecord>, DbError> {
    let rows = tx.all(&LIST, params![org, after, limit]).await?;
    Ok(rows.into_iter().map(InvitationRecord::from).collect())
}

pub async fn get(tx: &Tx, org: i64, public_id: &str) -> Result<Option<InvitationRecord>, DbError> {
    let row = tx.one(&GET, params![org, public_id]).await?;
    Ok(row.map(InvitationRecord::from))
}

/// One that can be accepted now, without accepting it: what a page shows before somebody does.
pub async fn find(
    tx: &Tx,
    token: TokenHash,
    now: Millis,
) -> Result<Option<InvitationRecord>, DbError> {
    let row = tx.one(&FIND, params![token.as_bytes(), now]).await?;
    Ok(row.map(InvitationRecord::from))
}

/// Nothing for whoever comes second or late, and for another address than the invited one.
pub async fn accept(
    tx: &Tx,
    token: TokenHash,
    email: &str,
    now: Millis,
) -> Result<Option<InvitationRecord>, DbError> {
    let row = tx
        .one(&ACCEPT, params![token.as_bytes(), email, now])
        .await?;
    Ok(row.map(InvitationRecord::from))
}

/// `false`: there is none, or it was accepted.
pub async fn revoke(tx: &Tx, org: i64, public_id: &str) -> Result<bool, DbError> {
    Ok(tx.execute(&REVOKE, params![org, public_id]).await? == 1)
}

/// Deletes some whose time is over, accepted or not. `false`: no more are left.
pub async fn forget_expired(tx: &Tx, before: Millis, limit: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&FORGET, params![before, limit]).await? == limit as u64)
}

record! {
    struct InvitationRow {
        org: i64 = "org",
        id: i64 = "id",
        public_id: String = "public_id",
        email: String = "email",
        role: Role = "role",
        limited: bool = "limited",
        brands: Vec<i64> = "brands",
        invited_by: Option<PersonNo> = "invited_by",
        created_at: i64 = "created_at",
        expires_at: i64 = "expires_at",
    }
}

impl From<InvitationRow> for InvitationRecord {
    fn from(row: InvitationRow) -> Self {
        Self {
            org: row.org,
            id: row.id,
            public_id: row.public_id,
            email: row.email,
            role: row.role,
            limit: if row.limited {
                BrandLimit::Brands(row.brands)
            } else {
                BrandLimit::AllBrands
            },
            invited_by: row.invited_by,
            created_at: row.created_at,
            expires_at: row.expires_at,
        }
    }
}
