//! What the operator has set.

use postrider_mail::seeds::SeedMailbox;

use super::filter::SpamFilter;

/// How much longer than the test credits are held, for those who wait for their turn. A hold that has ended by itself
/// holds nobody up: then it is charged if there is something left.
pub const HELD_MS: i64 = 2 * 60 * 60 * 1000;

#[derive(Clone, Debug)]
pub struct PlacementSettings {
    /// In their order.
    pub seeds: Vec<ConfiguredSeed>,
    pub filter: Option<SpamFilter>,
    /// How often mailboxes are looked into.
    pub every_ms: i64,
    /// For how long, from the first mail on.
    pub within_ms: i64,
    /// The name that this sender gives itself.
    pub mail_host: String,
    /// Whether mails leave from the host of that name; else nobody here knows from where.
    pub leaves_from_here: bool,
}

impl PlacementSettings {
    pub fn seed(&self, address: &str) -> Option<&ConfiguredSeed> {
        self.seeds.iter().find(|seed| seed.address == address)
    }
}

/// A mailbox of the operator's own.
#[derive(Clone, Debug)]
pub struct ConfiguredSeed {
    pub provider: String,
    pub address: String,
    pub mailbox: SeedMailbox,
}
