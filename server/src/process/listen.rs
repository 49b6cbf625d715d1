//! Accepting connections. A connection that drips its headers is cut, and on shutdown each open one
//! finishes the request it is in.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Request, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service;

/// How long a caller may take to send the headers of a request.
const HEADER_PATIENCE: Duration = Duration::from_secs(30);
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

/// Serves until it is to close, then waits for the open requests.
pub async fn listen(listener: TcpListener, router: Router, ends: Ends) {
    let connections = TaskTracker::new();
    let graceful = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_PATIENCE);
    builder.http2().timer(TokioTimer::new());
    loop {
        let (stream, peer) = tokio::select! {
            () = ends.closing.cancelled() => break,
            accepted = accept(&listener) => accepted,
        };
        let (site, stopping) = (router.clone(), ends.stopping.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            let keeps = request.version() > Version::HTTP_11;
            let (answer, stopping) = (site.clone().call(request), stopping.clone());
            async move {
                let mut answer = answer.await?;
                if stopping.is_cancelled() && !keeps {
                    let close = HeaderValue::from_static("close");
                    answer.headers_mut().insert(CONNECTION, close);
                }
                Ok::<_, Infallible>(answer)
            }
        });
        let connection = builder
            .serve_connection(TokioIo::new(stream), service)
            .into_owned();
        let watched = graceful.watch(connection);
        connections.spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(error = %error, "a connection ended early");
            }
        });
    }
    drop(listener);
    graceful.shutdown().await;
    connections.close();
    connections.wait().await;
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
