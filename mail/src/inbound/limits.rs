//! How much strangers may ask for.

use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a message. Reports bring back the mail that they are about, or its headers.
    pub message: usize,
    pub recipients: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// Connections of one address at the same time.
    pub connections_of_one: usize,
    /// Connections of one site's IPv6 networks at the same time.
    pub connections_of_site: usize,
    /// Messages of one address in a minute. All reports of a relay come from one.
    pub messages_of_one: u32,
    /// What makes no sense or is not wanted, in one connection.
    pub mistakes: u32,
    /// What is said without handing a message over, in one connection.
    pub idle_commands: u32,
    /// How long nothing may be said.
    pub silence: Duration,
    /// How long a connection may last.
    pub session: Duration,
    /// The same two for those who have not named anybody that mail is taken for.
    pub silence_of_strangers: Duration,
    pub session_of_strangers: Duration,
    /// How long a message that is under way is waited for once the process ends.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 512 << 10,
            recipients: 100,
            connections: 100,
            connections_of_one: 10,
            connections_of_site: 20,
            messages_of_one: 6000,
            mistakes: 20,
            idle_commands: 50,
            silence: Duration::from_mins(2),
            session: Duration::from_mins(30),
            silence_of_strangers: Duration::from_secs(30),
            session_of_strangers: Duration::from_mins(2),
            drain: Duration::from_secs(10),
        }
    }
}
