//! The names of addresses, which receivers compare with the name that a sender goes by.

use std::net::IpAddr;

use hickory_resolver::proto::rr::{Name, RData, RecordType};
use postrider_domain::sending::sending_domain::Answer;

use super::published::host;
use super::resolver::Resolver;

impl Resolver {
    /// What an address is called (PTR).
    pub async fn names(&self, address: IpAddr) -> Answer<String> {
        let question = Name::from(address.to_canonical()).to_ascii();
        self.published(
            question.trim_end_matches('.'),
            RecordType::PTR,
            |data| match data {
                RData::PTR(name) => Some(host(name)),
                _ => None,
            },
        )
        .await
    }
}
