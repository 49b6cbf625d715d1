//! An SMTP server that counts what it gets, checks it, and misbehaves on request. Tests, benchmarks and rehearsals
//! send to it: nothing that it takes goes any further.
//!
//! ```no_run
//! use postrider_mail::sink::{Sink, SinkOptions};
//!
//! let sink = Sink::start(SinkOptions::default()).unwrap();
//! println!("smtp://{}", sink.address);
//! sink.behave("tempfail=10%".parse().unwrap());
//! assert_eq!(sink.report().duplicates, 0);
//! ```

mod aftermath;
mod behaviour;
mod certificate;
mod checker;
mod connection;
mod figures;
mod ledger;
mod mistake;
mod profile;
mod report;
mod scan;
mod session;
#[cfg(test)]
mod tests;

use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

pub use aftermath::{Aftermath, Follow};
pub use behaviour::{Behaviour, parse_share};
pub use mistake::BehaviourError;
pub use profile::{Ending, Fate, First, Machine, Profile, Reader, Receiver, Trait};
pub use report::{AftermathReport, Figures, HeaderChecks, Pair, ProfileReport, Report, Signatures};

use aftermath::Queue;
use checker::Checker;
use ledger::Ledger;

use crate::receiving::unstuffed;

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

/// A message as it was before it was put on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Of the envelope.
    pub from: String,
    pub to: Vec<String>,
    pub message: Vec<u8>,
}

struct Shared {
    options: SinkOptions,
    ledger: Mutex<Ledger>,
    checker: Option<Checker>,
    certificate: Option<TlsAcceptor>,
    queue: Mutex<Queue>,
    /// Something was put into the queue.
    planned: Notify,
    aftermath: Mutex<Arc<Aftermath>>,
    started: Instant,
}

impl Shared {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn aftermath(&self) -> Arc<Aftermath> {
        let aftermath = self.aftermath.lock();
        Arc::clone(&aftermath.unwrap_or_else(PoisonError::into_inner))
    }

    fn now(&self) -> i64 {
        match &self.options.clock {
            Some(clock) => clock(),
            None => self.started.elapsed().as_millis() as i64,
        }
    }

    /// Before the message is answered, so that whoever was answered finds it in the report.
    async fn check(&self, data: &[u8], hash: u64) {
        if let Some(checker) = &self.checker
            && checker.chooses(hash)
        {
            let found = checker.check(&unstuffed(data)).await;
            self.ledger().signatures(found);
        }
    }
}

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
                    tokio::join!(
                        accept(listener, &shared, stop),
                        aftermath::run(&shared, stop)
                    );
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
