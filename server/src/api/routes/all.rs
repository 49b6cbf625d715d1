//! All rows, in the order of the contract.

use super::{automations, contacts, content, emails, meta, runs, sends, triggers};
use crate::api::row::Row;

/// The rows of the contract.
pub fn contract() -> Vec<Row> {
    [
        contacts::rows(),
        emails::rows(),
        sends::rows(),
        automations::rows(),
        runs::rows(),
        triggers::rows(),
        content::rows(),
        meta::rows(),
    ]
    .concat()
}
