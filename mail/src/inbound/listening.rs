//! Takes connections, or turns them away.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::connection;
use super::mailroom::Mailroom;
use super::peers::Peers;
use super::shared::Inbound;

/// How long to wait when the process has no file descriptor left for a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// For somebody who is turned away at the door.
const FAREWELL: Duration = Duration::from_secs(2);

impl<M: Mailroom> Inbound<M> {
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
