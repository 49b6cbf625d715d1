//! Everything that is reached over HTTP, in one table: the rows of the contract, where providers post, and the pages
//! beside them. The rows that only the dashboard calls get their list here too.

use crate::api::routes;
use crate::api::row::Row;
use crate::pages::{docs, files, probe, status, tracking};

/// `extra` stand beside the rows of the contract.
pub fn rows(extra: Vec<Row>) -> Vec<Row> {
    let contract = [routes::contract(), extra].concat();
    let pages = docs::rows(&contract);
    [
        contract,
        routes::receivers(),
        pages,
        files::rows(),
        probe::rows(),
        status::rows(),
        tracking::rows(),
    ]
    .concat()
}
