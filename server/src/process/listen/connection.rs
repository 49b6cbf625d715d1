//! One connection, from its first byte to its last.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Request, Version};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::answer::{Open, WatchedBody};
use super::crowd::Admission;
use super::stream::WatchedStream;
use super::watch::{Patience, Watch};
use crate::process::http::Site;

/// Whoever is at the other end of an HTTP/2 connection is asked for a sign of life so often.
const PING: Duration = Duration::from_secs(20);
/// Requests that one HTTP/2 connection may have open at once.
const STREAMS: u32 = 100;
/// How many times within the shortest of its times a connection is looked at.
const LOOKS: u32 = 6;

pub(super) struct Connections {
    site: Site,
    builder: Builder<TokioExecutor>,
    graceful: GracefulShutdown,
    stopping: CancellationToken,
    patience: Patience,
}

impl Connections {
    pub(super) fn new(site: Site, stopping: CancellationToken, patience: Patience) -> Self {
        let mut builder = Builder::new(TokioExecutor::new());
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(patience.headers);
        builder
            .http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(PING)
            .keep_alive_timeout(PING)
            .max_concurrent_streams(STREAMS);
        Self {
            site,
            builder,
            graceful: GracefulShutdown::new(),
            stopping,
            patience,
        }
    }

    /// Serves one until it ends or has to.
    pub(super) fn serve(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        admission: Admission,
    ) -> impl Future<Output = ()> + Send + 'static {
        let watch = Arc::new(Watch::begin());
        let stream = WatchedStream {
            stream,
            watch: Arc::clone(&watch),
        };
        let (site, stopping) = (self.site.clone(), self.stopping.clone());
        let watched = Arc::clone(&watch);
        let service = service_fn(move |request: Request<Incoming>| {
            let open = Open::begin(&watched);
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            let keeps = request.version() > Version::HTTP_11;
            let (answer, stopping) = (site.answer(request), stopping.clone());
            async move {
                let mut answer = answer.await;
                if stopping.is_cancelled() && !keeps {
                    let close = HeaderValue::from_static("close");
                    answer.headers_mut().insert(CONNECTION, close);
                }
                Ok::<_, Infallible>(answer.map(|body| WatchedBody::new(body, open)))
            }
        });
        let connection = self
            .builder
            .serve_connection(TokioIo::new(stream), service)
            .into_owned();
        let served = self.graceful.watch(connection);
        let patience = self.patience;
        async move {
            tokio::select! {
                ended = served => {
                    if let Err(error) = ended {
                        tracing::debug!(error = %error, "a connection ended early");
                    }
                }
                why = out_of_patience(&watch, patience, &admission) => {
                    metrics::counter!("postrider_connections_cut_total").increment(1);
                    tracing::debug!(why, "a connection was cut");
                }
            }
        }
    }

    /// Lets all of them end with the requests they are in.
    pub(super) async fn close(self) {
        self.graceful.shutdown().await;
    }
}

/// Ends when the connection has to.
async fn out_of_patience(watch: &Watch, patience: Patience, admission: &Admission) -> &'static str {
    let shortest = patience.headers.min(patience.idle).min(patience.stalled);
    let mut mark = watch.mark();
    loop {
        let (patience, wait) = if admission.crowd.is_full() {
            let wait = (shortest / LOOKS).min(patience.crowded);
            (patience.in_a_crowd(), wait)
        } else {
            (patience, shortest / LOOKS)
        };
        if let Some(why) = watch.verdict(patience, &mut mark) {
            return why;
        }
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = admission.crowd.filled() => {}
        }
    }
}
