//! Accepting connections. So many at a time, and each for as long as it is used: one that says nothing, drips its headers
//! or does not take its answer is cut. On shutdown each open one finishes the request it is in.

mod answer;
mod connection;
mod crowd;
mod stream;
mod watch;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::process::http::Site;
use connection::Connections;
use crowd::Crowd;
pub use watch::Patience;

/// How long to wait when the process has no file descriptor left for a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// The two steps in which a listener ends.
#[derive(Clone)]
pub struct Ends {
    /// Answers ask their callers to come back over another connection.
    pub stopping: CancellationToken,
    /// No connection is taken any more.
    pub closing: CancellationToken,
}

/// How many connections there may be, and how long each may be in which phase.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub connections: usize,
    pub patience: Patience,
}

/// Serves until it is to close, then waits for the open requests.
pub async fn listen(listener: TcpListener, site: Site, ends: Ends, bounds: Bounds) {
    let open = TaskTracker::new();
    let crowd = Arc::new(Crowd::new(bounds.connections));
    let connections = Connections::new(site, ends.stopping, bounds.patience);
    loop {
        // Before it is accepted: until then a caller waits in the system's queue.
        let admission = tokio::select! {
            () = ends.closing.cancelled() => break,
            admission = crowd.enter() => admission,
        };
        let (stream, peer) = tokio::select! {
            () = ends.closing.cancelled() => break,
            accepted = accept(&listener) => accepted,
        };
        open.spawn(connections.serve(stream, peer, admission));
    }
    drop(listener);
    connections.close().await;
    open.close();
    open.wait().await;
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Small answers must not wait for the next one.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(error = %error, "cannot set TCP_NODELAY");
                }
                return (stream, peer);
            }
            Err(error) => {
                tracing::warn!(error = %error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}
