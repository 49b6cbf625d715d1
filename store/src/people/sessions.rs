//! Sessions: made, seen and ended. What a request needs of one is read by `found`.

use postrider_domain::accounts::session::{self, SessionTimes};
use postrider_domain::accounts::token::TokenHash;
use postrider_domain::numbers::{Millis, PersonNo};

use super::person;
use crate::db::{Cells, DbError, Record, Tx, Value};
use crate::{params, record, statements};

statements! {
    CREATE = "
        INSERT INTO sessions (token_hash, public_id, person, organization, made_at, last_seen_at,
            password_given_at, address, browser)
        VALUES ($1, $2, $3, $4, $5, $5, $5, $6, $7)";
    // The new one is not among them, however many were made in the same moment.
    TRIM = "
        DELETE FROM sessions WHERE token_hash IN (
            SELECT token_hash FROM sessions WHERE person = $1 AND token_hash <> $2
            ORDER BY made_at DESC, token_hash DESC LIMIT $4 OFFSET $3)";
    list LIST -> SessionRecord = "
        SELECT {columns} FROM sessions WHERE person = $1 ORDER BY made_at DESC, token_hash DESC LIMIT $2";
    bulk(token_hash: Blob, at: Int, not_since: Int, address: Text, browser: Text) SEE = "
        UPDATE sessions SET last_seen_at = r.at, address = r.address, browser = r.browser
        FROM {rows} AS r
        WHERE sessions.token_hash = r.token_hash AND sessions.last_seen_at <= r.not_since";
    GIVE_PASSWORD = "
        UPDATE sessions SET password_given_at = $2 WHERE token_hash = $1 AND password_given_at < $2";
    LOOK_AT = "
        UPDATE sessions SET organization = $2
        WHERE token_hash = $1 AND EXISTS (
            SELECT 1 FROM memberships AS m WHERE m.org = $2 AND m.person = sessions.person)";
    END = "DELETE FROM sessions WHERE token_hash = $1";
    END_ONE = "DELETE FROM sessions WHERE person = $1 AND public_id = $2";
    END_ALL = "DELETE FROM sessions WHERE person = $1";
    END_OTHERS = "DELETE FROM sessions WHERE person = $1 AND token_hash <> $2";
    // Two ways to have ended, each along an index of its own.
    FORGET_IDLE = "
        DELETE FROM sessions WHERE token_hash IN (
            SELECT token_hash FROM sessions WHERE last_seen_at <= $1 ORDER BY last_seen_at LIMIT $2)";
    FORGET_OLD = "
        DELETE FROM sessions WHERE token_hash IN (
            SELECT token_hash FROM sessions WHERE made_at <= $1 ORDER BY made_at LIMIT $2)";
}

record! {
    /// A session as its person sees it in the list of all.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SessionRecord {
        pub public_id: String = "public_id",
        pub times: SessionTimes = ..,
        pub address: Option<String> = "address",
        pub browser: Option<String> = "browser",
    }
}

/// Their columns have names that no other table has.
impl Record for SessionTimes {
    const WIDTH: usize = 3;

    fn columns(into: &mut Vec<&'static str>) {
        into.extend(["made_at", "last_seen_at", "password_given_at"]);
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, DbError> {
        Ok(Self {
            made_at: cells.next("made_at")?,
            last_seen_at: cells.next("last_seen_at")?,
            password_given_at: cells.next("password_given_at")?,
        })
    }
}

/// From where a session is used, and with what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionOrigin {
    pub address: Option<String>,
    /// As the browser says; what is kept of it is bounded.
    pub browser: Option<String>,
}

/// When a session was used last, and from where.
#[derive(Clone, Debug)]
pub struct Sight {
    pub token: TokenHash,
    pub origin: SessionOrigin,
    pub at: Millis,
}

#[derive(Clone, Debug)]
pub struct NewSession {
    pub token_hash: TokenHash,
    pub public_id: String,
    pub person: PersonNo,
    /// The organization that it looks at first.
    pub org: Option<i64>,
    pub origin: SessionOrigin,
    pub now: Millis,
}

/// Beyond so many the oldest of the person end. `false`: there is no such person.
pub async fn create(tx: &Tx, new: &NewSession) -> Result<bool, DbError> {
    // Held, so that two sign-ins at once do not both leave the other's out of account.
    if person::lock(tx, new.person).await?.is_none() {
        return Ok(false);
    }
    let token_hash = new.token_hash.as_bytes();
    let values = params![
        token_hash,
        &new.public_id,
        new.person,
        new.org,
        new.now,
        new.origin.address.as_deref(),
        new.origin.kept_browser(),
    ];
    tx.execute(&CREATE, values).await?;
    let trimmed = params![new.person, token_hash, session::MOST - 1, i64::MAX];
    tx.execute(&TRIM, trimmed).await?;
    Ok(true)
}

/// The newest first.
pub async fn list(tx: &Tx, person: PersonNo) -> Result<Vec<SessionRecord>, DbError> {
    tx.all(&LIST, params![person, session::MOST]).await
}

/// Notes that they are used, and from where, each at most once a minute whoever asks. How many were: the others have ended,
/// or it was noted just now.
pub async fn see(tx: &Tx, mut seen: Vec<Sight>) -> Result<u64, DbError> {
    // The latest of each alone, and in one order in all processes, so that none of them waits for another that waits for it.
    seen.sort_unstable_by(|one, other| {
        let order = one.token.as_bytes().cmp(other.token.as_bytes());
        order.then(other.at.cmp(&one.at))
    });
    seen.dedup_by_key(|sight| sight.token);
    let rows = seen.into_iter().map(|sight| {
        Vec::<Value>::from(params![
            sight.token.as_bytes(),
            sight.at,
            sight.at.0 - session::SEEN_EVERY_MS,
            sight.origin.address.as_deref(),
            sight.origin.kept_browser(),
        ])
    });
    tx.bulk(&SEE, rows.collect()).await
}

/// The password was given again.
pub async fn give_password(tx: &Tx, token: TokenHash, now: Millis) -> Result<(), DbError> {
    tx.execute(&GIVE_PASSWORD, params![token.as_bytes(), now])
        .await?;
    Ok(())
}

/// `false`: its person does not belong to that organization.
pub async fn look_at(tx: &Tx, token: TokenHash, org: i64) -> Result<bool, DbError> {
    Ok(tx.execute(&LOOK_AT, params![token.as_bytes(), org]).await? == 1)
}

/// `false`: it had ended before.
pub async fn end(tx: &Tx, token: TokenHash) -> Result<bool, DbError> {
    Ok(tx.execute(&END, params![token.as_bytes()]).await? == 1)
}

/// One of a person's own. `false`: the person has none with this id.
pub async fn end_one(tx: &Tx, person: PersonNo, public_id: &str) -> Result<bool, DbError> {
    Ok(tx.execute(&END_ONE, params![person, public_id]).await? == 1)
}

/// How many there were.
pub async fn end_all(tx: &Tx, person: PersonNo) -> Result<u64, DbError> {
    tx.execute(&END_ALL, params![person]).await
}

/// All but the one that asks; how many there were.
pub async fn end_others(tx: &Tx, person: PersonNo, keep: TokenHash) -> Result<u64, DbError> {
    tx.execute(&END_OTHERS, params![person, keep.as_bytes()])
        .await
}

/// Deletes some that have ended by themselves. `false`: no more are left.
pub async fn forget_ended(tx: &Tx, now: Millis, limit: i64) -> Result<bool, DbError> {
    let (idle, old) = session::ended_before(now);
    let idle = tx.execute(&FORGET_IDLE, params![idle, limit]).await?;
    let old = tx.execute(&FORGET_OLD, params![old, limit]).await?;
    Ok(idle.max(old) == limit as u64)
}

impl SessionOrigin {
    fn kept_browser(&self) -> Option<String> {
        self.browser.as_deref().map(session::browser_text)
    }
}
