//! Contacts: the people a brand writes to.

mod address_parts;
mod column;
pub(crate) mod delete;
pub(crate) mod eligible;
mod filter_sql;
pub(crate) mod freeze;
pub(crate) mod index;
pub(crate) mod insert;
pub(crate) mod judging;
mod members;
pub(crate) mod query;
pub(crate) mod record;
pub(crate) mod remembered;
pub(crate) mod soft;
mod sort;
mod sql;
pub(crate) mod suppression;
pub(crate) mod update;
pub(crate) mod upsert;
pub(crate) mod verdicts;
mod write;

pub use address_parts::with_address_part;
pub use delete::{DeletedContact, delete};
pub use eligible::{eligible, eligible_for, eligible_listed, known};
pub use freeze::{Member, MemberPage, freeze, freeze_listed, newest};
pub(crate) use index::refresh_values;
pub use judging::Judging;
pub use members::{JudgedMember, Stretch, members};
pub use query::{ContactQuery, count, page};
pub use record::{ContactRecord, get};
pub use soft::count_soft;
pub use sort::{Direction, SortKey};
pub use suppression::{Suppressed, has_complained, suppress, suppress_departed, unsuppress};
pub use upsert::upsert;
pub use verdicts::{Effect, JudgedAddress, OnDomain, apply_verdicts, on_domains};
pub use write::{ContactUpsert, Overfull, UpsertOutcome, UpsertRules, Upserted};
