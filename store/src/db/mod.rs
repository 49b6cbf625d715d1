//! One SQL text on `SQLite` and PostgreSQL: the only place that names a driver.
//!
//! A file of statements declares them with `statements!`; `Db::write` and `Db::read` run a closure in
//! one transaction and give it a `Tx`. `dialect` lists the spellings that differ.

pub(crate) mod about;
mod bounded;
mod cell;
mod closure;
mod codes;
pub(crate) mod database;
mod dialect;
mod error;
mod gathered;
mod inline_rows;
mod kind;
mod lane;
mod lookups;
mod measures;
pub(crate) mod migrations;
mod notes;
mod numbers;
mod options;
mod places;
mod postgres;
mod record;
mod render;
mod row;
mod spent;
mod sqlite;
mod statement;
mod statistics;
mod tx;
mod value;
mod verdict;
mod wake;

pub use bounded::Bounded;
pub use cell::{Cell, FromCell};
pub use database::{Copied, Db, RowCost};
pub use dialect::Dialect;
pub use error::DbError;
pub(crate) use gathered::Gathered;
pub use kind::{Column, Kind};
pub use migrations::{Migration, SchemaState};
pub(crate) use notes::Noted;
pub use numbers::{Clock, first_number, time_of_number};
pub use options::DbOptions;
pub use places::{Place, Places};
pub use record::{Cells, Record};
pub use row::Row;
pub use spent::Spent;
pub use statement::{Query, Statement};
pub use tx::Tx;
pub use value::Value;
pub use wake::Sleeper;

pub use crate::{lookups, params, record, statements};
