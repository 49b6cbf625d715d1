//! Where others post: no key, and no part of the public contract.

use postrider_domain::contract::paths::RECEIVER;

use crate::api::integrations::{keep, read};
use crate::api::row::Row;

pub fn rows() -> Vec<Row> {
    vec![Row::receiver("receivers.post", RECEIVER, read, keep)]
}
