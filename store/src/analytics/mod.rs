//! What happened, told event by event and in numbers.
//!
//! Pages of events are read along indexes that end in the event's number, newest first. Every filter that has an
//! index gives a *plan*, one or more such readings merged; the rest of the filters is asked of each event that is read.
//! Plans that answer the same question take turns until the first has the page: nobody has to guess which filter is
//! the rare one.

pub mod automations;
mod feed;
mod one_mail;
pub(crate) mod overview;
mod plan;
pub(crate) mod recipients;
pub(crate) mod record;
pub(crate) mod retention;
pub(crate) mod source;

pub use feed::{FeedEvent, FeedPosition, FeedQuery, events, newest_of_send};
pub use one_mail::of_mail;
pub use overview::{Counted, Of, automation, by_hour, by_provider, design, of_domain, run};
pub use plan::OfSend;
pub use record::{EventRecord, Stamps};
pub use retention::{ENDINGS, forget, forget_instances, forget_received, forget_runs};
