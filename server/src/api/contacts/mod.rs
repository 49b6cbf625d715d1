//! Contacts: the people a brand mails.

mod change;
mod delete;
mod import;
mod list;
mod older;
mod record;
mod search;
mod unsuppress;
mod upsert;
mod write;

pub use change::change;
pub use delete::{delete, delete_many};
pub use import::{get_import, import_csv, prepare_import};
pub use list::{get, list};
pub use older::{create, prepare_create};
pub use search::{ContactFilter, search};
pub use unsuppress::unsuppress;
pub use upsert::{prepare_batch, prepare_one, upsert, upsert_batch};
