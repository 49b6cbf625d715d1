//! A sink from its start to its end.

use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::aftermath::Aftermath;
use super::behaviour::Behaviour;
use super::checker::Checker;
use super::ledger::Ledger;
use super::options::SinkOptions;
use super::received::Received;
use super::report::{Pair, Report};
use super::shared::Shared;
use super::{certificate, connection, doer};

pub struct Sink;

impl Sink {
    /// Listens when this returns. The sink has a thread of its own: what it costs is not its caller's time.
    pub fn start(options: SinkOptions) -> std::io::Result<RunningSink> {
        let listener = StdListener::bind(options.listen)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let stop = CancellationToken::new();
        let (tell, told) = mpsc::channel();
        let stopped = stop.clone();
        let thread = std::thread::Builder::new()
            .name("sink".to_owned())
            .spawn(move || run(options, listener, &tell, &stopped))?;
        let shared = told
            .recv()
            .map_err(|_| std::io::Error::other("the sink ended before it began"))??;
        Ok(RunningSink {
            address,
            shared,
            stop,
            thread: Some(thread),
        })
    }
}

/// Stops when dropped.
pub struct RunningSink {
    pub address: SocketAddr,
    shared: Arc<Shared>,
    stop: CancellationToken,
    thread: Option<JoinHandle<()>>,
}

impl RunningSink {
    pub fn report(&self) -> Report {
        let aftermath = self.shared.queue().report();
        Report {
            aftermath,
            ..self.shared.ledger().report.clone()
        }
    }

    /// What mails bring about goes there, from now on.
    pub fn lead(&self, aftermath: Aftermath) {
        let current = self.shared.aftermath.lock();
        *current.unwrap_or_else(PoisonError::into_inner) = Arc::new(aftermath);
    }

    /// Whether nothing that mails brought about is being done, or due by the sink's clock.
    pub fn is_quiet(&self) -> bool {
        self.shared.queue().is_quiet(self.shared.now())
    }

    /// From now on.
    pub fn behave(&self, behaviour: Behaviour) {
        self.shared.ledger().behaviour = behaviour;
    }

    /// The newest messages, oldest first, if they are kept.
    pub fn messages(&self) -> Vec<Received> {
        self.shared.ledger().messages()
    }

    /// All that was taken, repeated ones as often as they came, if pairs are kept.
    pub fn pairs(&self) -> Vec<Pair> {
        self.shared.ledger().pairs()
    }

    /// Closes every connection and says what came of it.
    pub fn stop(mut self) -> Report {
        self.end();
        self.report()
    }

    fn end(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the sink had panicked");
        }
    }
}

impl Drop for RunningSink {
    fn drop(&mut self) {
        self.end();
    }
}

type Begun = std::io::Result<Arc<Shared>>;

/// One thread for all connections: it is busy far less than the sender, and needs no locks that others wait for.
fn run(
    options: SinkOptions,
    listener: StdListener,
    tell: &mpsc::Sender<Begun>,
    stop: &CancellationToken,
) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return drop(tell.send(Err(error))),
    };
    runtime.block_on(async {
        let begun = begin(options, listener);
        match begun {
            Ok((shared, listener)) => {
                if tell.send(Ok(Arc::clone(&shared))).is_ok() {
                    tokio::join!(accept(listener, &shared, stop), doer::run(&shared, stop));
                }
            }
            Err(error) => drop(tell.send(Err(error))),
        }
    });
}

fn begin(
    options: SinkOptions,
    listener: StdListener,
) -> std::io::Result<(Arc<Shared>, TcpListener)> {
    let checker = options
        .dns
        .map(|dns| Checker::new(dns, options.check))
        .transpose()?;
    let certificate = options
        .starttls
        .then(|| certificate::make(&options.hostname))
        .transpose()?;
    let shared = Arc::new(Shared {
        certificate,
        ledger: Mutex::new(Ledger::new(&options)),
        checker,
        queue: Mutex::default(),
        planned: Notify::new(),
        aftermath: Mutex::new(Arc::new(options.aftermath.clone())),
        started: Instant::now(),
        options,
    });
    Ok((shared, TcpListener::from_std(listener)?))
}

async fn accept(listener: TcpListener, shared: &Arc<Shared>, stop: &CancellationToken) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
            () = stop.cancelled() => break,
        };
        let Ok((stream, _)) = accepted else {
            // Out of file descriptors: some come back when connections end.
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            continue;
        };
        shared.ledger().report.connections += 1;
        if connections.len() >= shared.options.connections_max {
            connections.spawn(turn_away(stream));
        } else {
            connections.spawn(connection::serve(stream, Arc::clone(shared)));
        }
    }
    connections.shutdown().await;
}

async fn turn_away(mut stream: TcpStream) -> std::io::Result<()> {
    stream
        .write_all(b"421 4.7.0 too many connections\r\n")
        .await?;
    stream.shutdown().await
}
