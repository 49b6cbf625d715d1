//! How much strangers may ask for.

use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a message. Reports bring back the mail that they are about, or its headers.
    pub message: usize,
    pub recipients: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// Of those, how many are never taken by peers who are known: whoever brings the first report of a mail is a
    /// stranger too.
    pub connections_for_strangers: usize,
    /// Connections of one address at the same time.
    pub connections_of_one: usize,
    /// Connections of one network at the same time: whoever has one address of it can have others.
    pub connections_of_network: usize,
    /// Messages of one address in a minute, once it is known. All reports of a relay come from one.
    pub messages_of_one: u32,
    /// Messages of all strangers of one network in a minute.
    pub messages_of_strangers: u32,
    /// What makes no sense or is not wanted, in one connection.
    pub mistakes: u32,
    /// What is said without handing a message over, in one connection.
    pub idle_commands: u32,
    /// How long nothing may be said, and how long a line may take.
    pub silence: Duration,
    /// How long a message may take, from the answer to `DATA` to its dot.
    pub transfer: Duration,
    /// How long a connection may last.
    pub session: Duration,
    /// How long strangers may say nothing.
    pub silence_of_strangers: Duration,
    /// How long strangers may stay without handing a message over.
    pub session_of_strangers: Duration,
    /// How long agreeing on encryption may take.
    pub handshake: Duration,
    /// How long a peer that has shown what only our mails hold is known by its address.
    pub remembered: Duration,
    /// How long a message that is under way is waited for once the process ends.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 512 << 10,
            recipients: 100,
            connections: 100,
            connections_for_strangers: 20,
            connections_of_one: 10,
            connections_of_network: 20,
            messages_of_one: 6000,
            messages_of_strangers: 300,
            mistakes: 20,
            idle_commands: 50,
            silence: Duration::from_mins(2),
            transfer: Duration::from_mins(10),
            session: Duration::from_mins(30),
            silence_of_strangers: Duration::from_secs(20),
            session_of_strangers: Duration::from_mins(2),
            handshake: Duration::from_secs(15),
            remembered: Duration::from_hours(24),
            drain: Duration::from_secs(10),
        }
    }
}
