//! HTML that somebody else made: what has no place in a mail is taken out, the rest stays byte for byte, with
//! fields in it that can be edited.

pub(crate) mod address;
mod assembled;
mod check;
pub(crate) mod clean;
mod conditional;
pub(crate) mod css;
pub(crate) mod depth;
mod end_tags;
pub mod entities;
mod fields;
pub(crate) mod images;
mod import;
mod imported;
pub(crate) mod lines;
mod links;
pub(crate) mod outline;
mod placed;
mod places;
mod rehost;
pub mod scan;
mod srcset;
mod token;
pub(crate) mod visible;
mod warnings;

pub use address::{Private, Rules};
pub use clean::{Cleaned, clean, clean_by};
pub use images::ShownImage;
pub use import::{Import, import, import_by};
pub use imported::{Field, FieldId, ImportedHtml, Part, Quoting, Reference, Value};
pub use links::links;
pub(crate) use placed::{Placed, Stands, WORDS_MAX, one_line};
pub use token::SIZE_MAX;
