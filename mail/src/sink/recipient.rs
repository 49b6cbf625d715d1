//! Somebody who is to get a message.

use super::hash::hash;

pub(super) struct Recipient {
    pub address: String,
    pub hash: u64,
}

impl Recipient {
    pub(super) fn new(address: &str) -> Self {
        Self {
            hash: hash(&address),
            address: address.to_owned(),
        }
    }
}
