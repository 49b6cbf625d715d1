//! Sends: a design on its way to people. Whom each goes to, and what became of it, is `delivery`.

pub(crate) mod cancel;
pub(crate) mod create;
pub mod freezing;
pub(crate) mod judging;
pub(crate) mod list;
pub(crate) mod record;
pub(crate) mod status;
pub(crate) mod uses;
pub mod waiting;

pub use cancel::{Canceled, cancel};
pub use create::{JOB, NewSend, Recipients, create};
pub use list::{ListQuery, list, stats};
pub use record::{Origin, Refs, SendRecord, by_number, get, hold, lock};
pub use status::{Move, move_to, resume};
pub use uses::{UnfinishedSend, unfinished_of_audience, unfinished_of_domain, unfinished_of_email};
