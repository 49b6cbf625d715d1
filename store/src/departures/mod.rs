//! Contacts that were deleted and may still be named somewhere: which, and how far they are looked for.

pub mod texts;

use postrider_domain::contacts::departed::Departed;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

/// What was under way when somebody was deleted has ended by then: requests, checks of addresses, events of providers
/// that are tried again, mails on their way.
const UNDER_WAY_MS: i64 = 60 * 60 * 1000;
/// Mail comes back for some days after it was sent.
const COMES_BACK_MS: i64 = 8 * 24 * 60 * 60 * 1000;

statements! {
    bulk(org: Int, brand: Int, contact: Int, email: Text, deleted_at: Int) NOTE = "
        INSERT INTO departures (org, brand, contact, email, deleted_at, looks, due_at)
        SELECT r.org, r.brand, r.contact, r.email, r.deleted_at, 0, r.deleted_at FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, contact) DO NOTHING";
    // Whoever has come back under the same address may be named again.
    DUE -> Departure = "
        SELECT {columns} FROM departures AS d
        LEFT JOIN contacts AS c ON c.org = d.org AND c.brand = d.brand AND c.email = d.email
        LEFT JOIN brands AS b ON b.org = d.org AND b.id = d.brand
        WHERE d.due_at <= $1 ORDER BY d.due_at, d.org, d.brand, d.contact LIMIT $2";
    // Of two processes that looked at once the second counts for nothing.
    AGAIN = "
        UPDATE departures SET looks = looks + 1, due_at = $5, email = CASE WHEN looks = 0 THEN email ELSE '' END
        WHERE org = $1 AND brand = $2 AND contact {in_ints}($3) AND looks = $4";
    DONE = "DELETE FROM departures WHERE org = $1 AND brand = $2 AND contact {in_ints}($3) AND looks = $4";
}

record! {
    #[derive(Clone, Debug)]
    struct Departure {
        org: i64 = "d.org",
        brand: i64 = "d.brand",
        contact: i64 = "d.contact",
        email: String = "d.email",
        deleted_at: i64 = "d.deleted_at",
        looks: i64 = "d.looks",
        successor: Option<i64> = "c.id",
        brand_id: Option<String> = "b.public_id",
    }
}

/// Some people of one brand, all looked for as often.
#[derive(Clone, Debug)]
pub struct Departures {
    pub brand: BrandKey,
    /// What the brand is called outside; empty once it is gone.
    pub brand_id: String,
    pub contacts: Vec<i64>,
    /// None once their addresses are found nowhere.
    pub departed: Departed,
    /// When the last of them was deleted.
    pub(crate) deleted_at: i64,
    looks: i64,
}

/// From now on they are looked for.
pub async fn note<'a>(
    tx: &Tx,
    brand: BrandKey,
    contacts: impl Iterator<Item = (i64, &'a str)>,
    now: i64,
) -> Result<(), DbError> {
    let mut contacts: Vec<(i64, &str)> = contacts.collect();
    contacts.sort_unstable();
    let rows = contacts
        .into_iter()
        .map(|(contact, email)| params![brand.org, brand.brand, contact, email, now].into());
    tx.bulk(&NOTE, rows.collect()).await?;
    Ok(())
}

/// Those who are to be looked for now.
pub async fn due(tx: &Tx, now: i64, limit: i64) -> Result<Option<Departures>, DbError> {
    let mut due = tx.all(&DUE, params![now, limit]).await?;
    let Some(first) = due.first().cloned() else {
        return Ok(None);
    };
    due.retain(|other| {
        (other.org, other.brand, other.looks) == (first.org, first.brand, first.looks)
    });
    let gone = due
        .iter()
        .filter(|one| one.successor.is_none() && !one.email.is_empty());
    Ok(Some(Departures {
        brand: BrandKey {
            org: first.org,
            brand: first.brand,
        },
        departed: Departed::new(gone.map(|one| one.email.as_str())),
        deleted_at: due
            .iter()
            .map(|one| one.deleted_at)
            .max()
            .unwrap_or_default(),
        contacts: due.iter().map(|one| one.contact).collect(),
        looks: first.looks,
        brand_id: first.brand_id.unwrap_or_default(),
    }))
}

/// Everything was looked through.
pub async fn looked(tx: &Tx, looked: &Departures, now: i64) -> Result<(), DbError> {
    let BrandKey { org, brand } = looked.brand;
    let contacts = Value::ints(looked.contacts.iter().copied());
    let looks = looked.looks;
    let next = match looks {
        0 => now + UNDER_WAY_MS,
        1 => now + COMES_BACK_MS,
        _ => {
            tx.execute(&DONE, params![org, brand, contacts, looks])
                .await?;
            return Ok(());
        }
    };
    let values = params![org, brand, contacts, looks, next];
    tx.execute(&AGAIN, values).await?;
    Ok(())
}
