//! Everything that is reached over HTTP, in one table: the rows of the contract, those that the app alone calls, where
//! providers post, and the pages beside them.

use crate::api::routes;
use crate::api::row::Row;
use crate::pages::{app, docs, files, probe, status, tracking, uploads};

/// `extra` stand beside the rows of the contract.
pub fn rows(extra: Vec<Row>) -> Vec<Row> {
    let contract = [routes::contract(), extra].concat();
    let pages = docs::rows(&contract);
    [
        contract,
        routes::app(),
        routes::receivers(),
        pages,
        app::rows(),
        files::rows(),
        probe::rows(),
        status::rows(),
        tracking::rows(),
        uploads::rows(),
    ]
    .concat()
}
