//! What finds contacts without reading them all: by a part of address or name, and by the values of custom fields.
//!
//! `SQLite` has two tables of lists for that, which are written with the contacts' rows. PostgreSQL has indexes of its own,
//! over the columns `folded` and `folded_custom`. Nobody outside of this folder knows which of the two it is.

mod lookup;
mod postgres;
pub(crate) mod sqlite;

use postrider_domain::contacts::filter::{Comparison, FieldRef, ResolvedFilter};
use postrider_domain::tenant::BrandKey;

use super::column::Column;
use super::sql::Sql;
use crate::db::{DbError, Dialect, Tx, Value};
use lookup::GRAM;
pub(super) use lookup::Lookup;
pub(super) use sqlite::Entry;

/// Takes new contacts up. Their entries are made only where they are kept.
pub(super) async fn add(
    tx: &Tx,
    brand: BrandKey,
    new: impl FnOnce() -> Vec<Entry>,
) -> Result<(), DbError> {
    match tx.dialect() {
        Dialect::Sqlite => sqlite::add(tx, brand, new()).await,
        Dialect::Postgres => Ok(()),
    }
}

/// What is kept of a contact, by its address.
pub(super) enum Before {
    /// There is no such contact.
    Absent,
    There(Entry),
    /// Nothing is kept, and nobody has looked whether it is there.
    NotKept,
}

/// One contact before it changes, as `before`.
pub(super) async fn look(tx: &Tx, brand: BrandKey, email: &str) -> Result<Before, DbError> {
    match tx.dialect() {
        Dialect::Sqlite => {
            let found = sqlite::read_one(tx, brand, email).await?;
            Ok(found.map_or(Before::Absent, Before::There))
        }
        Dialect::Postgres => Ok(Before::NotKept),
    }
}

/// Like `refresh`, where it is known how the contacts stand now.
pub(super) async fn changed(
    tx: &Tx,
    brand: BrandKey,
    before: Vec<Entry>,
    now: Vec<Entry>,
) -> Result<(), DbError> {
    match tx.dialect() {
        Dialect::Sqlite => sqlite::changed(tx, brand, before, &now).await,
        Dialect::Postgres => Ok(()),
    }
}

/// The contacts' entries before they change. Nothing is read where nothing is kept.
pub(super) async fn before(tx: &Tx, brand: BrandKey, ids: Vec<i64>) -> Result<Vec<Entry>, DbError> {
    match tx.dialect() {
        Dialect::Sqlite => sqlite::read(tx, brand, ids).await,
        Dialect::Postgres => Ok(Vec::new()),
    }
}

/// Brings the entries of contacts that have changed up to date.
pub(super) async fn refresh(tx: &Tx, brand: BrandKey, before: Vec<Entry>) -> Result<(), DbError> {
    match tx.dialect() {
        Dialect::Sqlite => sqlite::refresh(tx, brand, before).await,
        Dialect::Postgres => Ok(()),
    }
}

/// Replaces what is kept of contacts' custom values; given is the JSON by field number that each contact has now.
pub(crate) async fn refresh_values(
    tx: &Tx,
    brand: BrandKey,
    changed: Vec<(i64, String)>,
) -> Result<(), DbError> {
    match tx.dialect() {
        Dialect::Sqlite => sqlite::refresh_values(tx, brand, changed).await,
        Dialect::Postgres => Ok(()),
    }
}

pub(super) async fn remove(tx: &Tx, ids: Vec<i64>) -> Result<(), DbError> {
    match tx.dialect() {
        Dialect::Sqlite => sqlite::remove(tx, ids).await,
        Dialect::Postgres => Ok(()),
    }
}

/// The index of one brand's contacts, for whoever writes their rows or asks for some of them.
#[derive(Clone, Copy)]
pub(super) struct Index {
    brand: BrandKey,
    dialect: Dialect,
}

impl Index {
    pub(super) fn of(tx: &Tx, brand: BrandKey) -> Self {
        let dialect = tx.dialect();
        Self { brand, dialect }
    }

    /// The column `folded_custom` of a new contact, where it is kept.
    pub(super) fn folded_custom(self, custom: &str) -> Option<String> {
        (self.dialect == Dialect::Postgres).then(|| postgres::folded_custom(self.brand, custom))
    }

    /// What is to be merged into that column when custom values change so.
    pub(super) fn folded_change(self, custom: &str) -> Option<String> {
        (self.dialect == Dialect::Postgres).then(|| postgres::folded_change(self.brand, custom))
    }

    /// Where to look for the contacts of a question first. `search`: those with any of these parts, which are folded.
    pub(super) fn narrow(self, filter: Option<&ResolvedFilter>, search: &[String]) -> Lookup {
        match self.dialect {
            Dialect::Sqlite => sqlite::narrow(self.brand, filter, search),
            Dialect::Postgres => Lookup::Contacts, // its planner finds the index
        }
    }

    /// What `folded_custom` contains one of, if that is what the condition asks and an index answers it.
    pub(super) fn pairs(self, field: FieldRef, test: &Comparison) -> Option<Vec<Value>> {
        match self.dialect {
            Dialect::Sqlite => None,
            Dialect::Postgres => postgres::pairs(self.brand, field, test),
        }
    }

    /// Where a filter finds the value of a field.
    pub(super) fn column(self, field: FieldRef) -> Column {
        let column = match self.dialect {
            Dialect::Sqlite => None,
            Dialect::Postgres => postgres::column(self.brand, field),
        };
        column.unwrap_or_else(|| Column::of(field))
    }

    /// What a number is compared with in that column, bare.
    pub(super) fn bound(self, number: f64) -> Value {
        match self.dialect {
            Dialect::Sqlite => Value::Float(number),
            Dialect::Postgres => Value::Text(postgres::sortable(number)),
        }
    }

    /// The condition that address and name contain a part, which is folded.
    pub(super) fn push_search(self, sql: &mut Sql, part: &str) {
        match self.dialect {
            Dialect::Postgres if part.chars().count() >= GRAM => postgres::push_search(sql, part),
            _ => {
                sql.push("{position}(contacts.folded, ")
                    .bind(part)
                    .push(") > 0");
            }
        }
    }
}
