//! Contacts: the people a brand mails.

mod batch;
mod checks;
mod csv_rows;
mod delete;
mod export;
mod given;
mod import;
mod import_file;
mod imports;
mod list;
mod older;
mod record;
mod search;
mod unsuppress;
mod update;
mod upsert;
mod validate;

pub use batch::{prepare_batch, upsert_batch};
pub use delete::{delete, delete_by_email, delete_many};
pub use export::{Export, ExportQuery, more_contacts, open_export};
pub use import::handler as import_handler;
pub use import_file::{check_terms, csv_file, import_file, prepare_file};
pub use imports::{Errors, get_import, more_errors, open_errors, open_errors_of};
pub use list::{get, list};
pub use older::{create, prepare_create};
pub use search::{FoundContact, find_some, search};
pub use unsuppress::unsuppress;
pub use update::{update, update_by_email};
pub use upsert::handler as upsert_handler;
pub use validate::{get_validation, prepare_validate, validate};
