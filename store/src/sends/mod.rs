//! Sends: a design on its way to people. Whom each goes to, and what became of it, is `delivery`.

pub(crate) mod create;
pub mod freezing;
pub(crate) mod list;
pub(crate) mod mail_list;
pub(crate) mod mails;
mod mails_of_status;
mod moving;
pub mod named;
pub(crate) mod narrow;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod status;
pub mod waiting;

pub use create::{JOB, NewSend, Recipients, create};
pub use list::{Listed, list, stats};
pub use mails::{Mail, MailRefs, get as get_mail};
pub use moving::Move;
pub(crate) use moving::{Movable, lock_status, move_status};
pub use narrow::ListQuery;
pub use progress::{Progress, progress};
pub use record::{
    Origin, Refs, SendRecord, any_of_email, by_number, by_numbers, get, lock, lock_by_number,
};
pub use status::{move_to, resume};
