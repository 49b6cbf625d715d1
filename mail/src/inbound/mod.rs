//! The SMTP server that mail comes back to. It takes mail for few recipients and passes none on; what it answers
//! with yes is kept already.

mod connection;
mod peers;
mod session;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use peers::Peers;

/// How long to wait when the process has no file descriptor left for a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// For somebody who is turned away at the door.
const FAREWELL: Duration = Duration::from_secs(2);

/// Who decides what is taken, and keeps it.
pub trait Mailroom: Send + Sync + 'static {
    /// A recipient that mail is taken for.
    type Accepted: Clone + Send + Sync + 'static;

    fn judge(&self, recipient: &str) -> Judged<Self::Accepted>;

    /// The answer to the final dot: what is taken has taken effect.
    fn take(&self, mail: Incoming<Self::Accepted>) -> impl Future<Output = Answer> + Send;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged<T> {
    Accepted(T),
    /// There is no such mailbox.
    Unknown,
    /// Somebody else's: we pass nothing on.
    Foreign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Taken,
    /// It may be brought again.
    NotNow,
}

/// A message that has come in whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming<T> {
    /// Of the envelope; empty for reports.
    pub sender: String,
    pub to: Vec<T>,
    pub message: Vec<u8>,
}

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

pub struct Inbound<M> {
    room: Arc<M>,
    /// What it calls itself.
    hostname: String,
    limits: Limits,
}

impl<M: Mailroom> Inbound<M> {
    pub fn new(room: Arc<M>, hostname: &str, limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            room,
            hostname: hostname.to_owned(),
            limits,
        })
    }

    /// Serves until `stop`, then waits for the messages that are under way.
    pub async fn run(self: Arc<Self>, listener: TcpListener, stop: CancellationToken) {
        let connections = TaskTracker::new();
        let peers = Arc::new(Peers::new(&self.limits));
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = stop.cancelled() => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(error = %error, "cannot accept a connection for inbound mail");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            if let Some(place) = peers.enter(peer.ip()) {
                let served = connection::serve(Arc::clone(&self), stream, place, stop.clone());
                connections.spawn(served);
            } else {
                metrics::counter!("postrider_inbound_turned_away_total").increment(1);
                connections.spawn(turn_away(stream));
            }
        }
        drop(listener);
        connections.close();
        connections.wait().await;
    }
}

async fn turn_away(mut stream: TcpStream) {
    let said = stream.write_all(b"421 4.7.0 too many connections\r\n");
    if let Ok(Ok(())) = tokio::time::timeout(FAREWELL, said).await {
        // Whoever left already does not mind.
        let _ = stream.shutdown().await;
    }
}
