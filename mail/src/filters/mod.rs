//! What spam filters say about a message: rspamd over HTTP, `SpamAssassin`'s spamd in its own protocol.

mod limits;
mod rspamd;
mod spamd;
mod verdict;

pub use limits::FilterLimits;
pub use rspamd::Rspamd;
pub use spamd::Spamd;
pub use verdict::{FilterError, Rule, Transport, Verdict};
