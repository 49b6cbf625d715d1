//! What the app alone calls: with the session of a browser, or before there is one. No part of the public contract.

mod accounts;
mod captured_mails;
mod kinds;
mod organization;

use crate::api::row::Row;

pub fn rows() -> Vec<Row> {
    [
        accounts::rows(),
        organization::rows(),
        captured_mails::rows(),
    ]
    .concat()
}
