//! What receivers report about domains.

pub(crate) mod counting;
pub(crate) mod forgetting;
mod health;
pub(crate) mod told;
pub(crate) mod totals;

pub use counting::{Claim, ReportKey, ReportKind, add_sources, add_tls, claim};
pub use forgetting::{forget, remove};
pub(crate) use health::Window;
pub use health::{Health, health};
pub use totals::{Alignment, MOST_SHOWN, Source, Totals, totals};

/// How long days are kept: what is shown, and some more for reports that come late.
pub const KEPT_MS: i64 = 40 * 24 * 60 * 60 * 1000;
