//! The people that mails go to, as far as a mail can speak of them.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    WITH_ADDRESS = "
        SELECT id, email, first_name, last_name, {json}(custom), created_at, updated_at
        FROM contacts WHERE org = $1 AND brand = $2 AND email = $3";
    OF_RECIPIENT = "
        SELECT c.id, c.email, c.first_name, c.last_name, {json}(c.custom), c.created_at, c.updated_at
        FROM recipients AS r JOIN contacts AS c ON c.org = r.org AND c.brand = r.brand AND c.id = r.contact
        WHERE r.org = $1 AND r.brand = $2 AND r.send = $3 AND r.ordinal = $4";
}

/// What a mail can say about whom it goes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Person {
    pub contact: i64,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// JSON by field number.
    pub custom: String,
    pub created_at: i64,
    pub updated_at: i64,
}

/// Whom a recipient of a send is, as far as it is still known.
pub async fn person(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    ordinal: i64,
) -> Result<Option<Person>, DbError> {
    let values = params![brand.org, brand.brand, send, ordinal];
    let row = tx.row(&OF_RECIPIENT, values).await?;
    row.map(|row| person_of(&row, 1, row.int(0)?)).transpose()
}

/// The contact with this address.
pub async fn person_with(tx: &Tx, brand: BrandKey, email: &str) -> Result<Option<Person>, DbError> {
    let row = tx
        .row(&WITH_ADDRESS, params![brand.org, brand.brand, email])
        .await?;
    row.map(|row| person_of(&row, 1, row.int(0)?)).transpose()
}

/// Address, names, custom values and times, from this column on.
pub(super) fn person_of(row: &Row, from: usize, contact: i64) -> Result<Person, DbError> {
    Ok(Person {
        contact,
        email: row.text(from)?,
        first_name: row.opt_text(from + 1)?,
        last_name: row.opt_text(from + 2)?,
        custom: row.text(from + 3)?,
        created_at: row.int(from + 4)?,
        updated_at: row.int(from + 5)?,
    })
}
