//! What a sink is told before it begins.

use std::net::SocketAddr;
use std::sync::Arc;

use super::aftermath::Aftermath;
use super::behaviour::Behaviour;
use super::profile::Profile;

pub struct SinkOptions {
    pub listen: SocketAddr,
    pub behaviour: Behaviour,
    /// The providers that are played, each for its domain.
    pub profiles: Vec<(String, Profile)>,
    /// Where goes what follows the mails of those.
    pub aftermath: Aftermath,
    /// Which recipients a share means.
    pub seed: u64,
    /// What it calls itself.
    pub hostname: String,
    /// Name and password that it wants; it asks for none otherwise.
    pub auth: Option<(String, String)>,
    /// Whether it offers encryption (`STARTTLS`), with a certificate of its own making.
    pub starttls: bool,
    /// More connections at once are turned away.
    pub connections_max: usize,
    /// Bytes of a message.
    pub max_size: usize,
    /// The resolver that knows the keys of signatures; none are checked otherwise.
    pub dns: Option<SocketAddr>,
    /// The share of messages whose signatures are checked.
    pub check: f64,
    /// How many messages are kept, the newest ones.
    pub keep_messages: usize,
    /// Whether every pair of recipient and `Message-ID` is kept in full.
    pub keep_pairs: bool,
    /// Milliseconds since 1970, for the times in the report. Profiles go by it too, or by one of their own.
    pub clock: Option<Arc<dyn Fn() -> i64 + Send + Sync>>,
}

impl Default for SinkOptions {
    /// On a free port of the loopback, kind to everybody.
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            behaviour: Behaviour::default(),
            profiles: Vec::new(),
            aftermath: Aftermath::default(),
            seed: 0,
            hostname: "sink.test".to_owned(),
            auth: None,
            starttls: false,
            connections_max: 1000,
            max_size: 50 << 20,
            dns: None,
            check: 1.0,
            keep_messages: 0,
            keep_pairs: false,
            clock: None,
        }
    }
}
