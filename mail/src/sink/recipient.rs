//! Somebody who is to get a message.

use super::hash::hash;

pub(super) struct Addressee {
    pub address: String,
    pub hash: u64,
}

impl Addressee {
    pub(super) fn new(address: &str) -> Self {
        Self {
            hash: hash(&address),
            address: address.to_owned(),
        }
    }
}
