//! Contacts: the people a brand writes to.

mod column;
pub(crate) mod delete;
mod filter_sql;
pub(crate) mod insert;
pub(crate) mod query;
pub(crate) mod record;
pub(crate) mod remembered;
mod sort;
mod sql;
pub(crate) mod suppression;
pub(crate) mod update;
pub(crate) mod upsert;
mod write;

pub use delete::delete;
pub use query::{ContactQuery, count, page};
pub use record::{ContactRecord, get};
pub use sort::{Direction, SortKey};
pub use suppression::unsuppress;
pub use upsert::upsert;
pub use write::{ContactUpsert, Terms, Upserted};
