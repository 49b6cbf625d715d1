//! A Redis server that only one test sees, and a slow line to it.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use crate::support::until;

pub struct Redis {
    process: Child,
    port: u16,
    folder: TempDir,
}

impl Redis {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        loop {
            let port = next_port();
            if let Some(process) = launch(port, &folder).await {
                return Self {
                    process,
                    port,
                    folder,
                };
            }
        }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// SIGKILL.
    pub async fn kill(&mut self) {
        self.process.kill().await.unwrap();
    }

    /// Empty, at the same address.
    pub async fn start_again(&mut self) {
        let started = launch(self.port, &self.folder).await;
        self.process = started.expect("nobody took the port");
    }

    /// It stays connected and says nothing more.
    pub async fn hang(&self) {
        self.signal("-STOP").await;
    }

    pub async fn go_on(&self) {
        self.signal("-CONT").await;
    }

    /// What the server answers, one value a line.
    pub async fn command(&self, words: &[&str]) -> Vec<String> {
        let text = command(self.port, words).await;
        text.lines().map(str::to_owned).collect()
    }

    async fn signal(&self, signal: &str) {
        let id = self.process.id().expect("it runs").to_string();
        let sent = Command::new("kill").args([signal, &id]).status().await;
        assert!(sent.unwrap().success());
    }
}

/// Below the ports that the system gives to outgoing connections: one of those could take it between a
/// kill and the next start.
fn next_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let start = (std::process::id() * 97 % 12_000) as u16;
    20_000 + (start + NEXT.fetch_add(1, Ordering::Relaxed)) % 12_000
}

/// `None` if somebody else has the port.
async fn launch(port: u16, folder: &TempDir) -> Option<Child> {
    let mut process = Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--port", &port.to_string()])
        .args(["--save", "", "--appendonly", "no"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("redis-server is installed");
    // Whoever answers at the port must be this one.
    let itself = format!("process_id:{}\r\n", process.id()?);
    let running = until("Redis starts", async || {
        if process.try_wait().unwrap().is_some() {
            return Some(false);
        }
        let info = command(port, &["INFO", "server"]).await;
        info.contains(&itself).then_some(true)
    });
    running.await.then_some(process)
}

async fn command(port: u16, words: &[&str]) -> String {
    let output = Command::new("redis-cli")
        .args(["-p", &port.to_string()])
        .args(words)
        .output()
        .await;
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// Passes everything on to a Redis server, in both directions, after a delay.
pub struct SlowLine {
    delay_ms: Arc<AtomicU64>,
    port: u16,
    _tasks: JoinSet<()>,
}

impl SlowLine {
    /// As fast as can be at first.
    pub async fn to(redis: &Redis) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let (delay_ms, port) = (Arc::default(), listener.local_addr().unwrap().port());
        let mut tasks = JoinSet::new();
        tasks.spawn(accept(listener, redis.port, Arc::clone(&delay_ms)));
        Self {
            delay_ms,
            port,
            _tasks: tasks,
        }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub fn delay(&self, delay: Duration) {
        let ms = delay.as_millis() as u64;
        self.delay_ms.store(ms, Ordering::SeqCst);
    }
}

async fn accept(listener: TcpListener, port: u16, delay_ms: Arc<AtomicU64>) {
    let mut lines = JoinSet::new();
    loop {
        let (caller, _) = listener.accept().await.unwrap();
        let redis = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let ((from_caller, to_caller), (from_redis, to_redis)) =
            (caller.into_split(), redis.into_split());
        lines.spawn(pass_on(from_caller, to_redis, Arc::clone(&delay_ms)));
        lines.spawn(pass_on(from_redis, to_caller, Arc::clone(&delay_ms)));
    }
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, delay_ms: Arc<AtomicU64>) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        tokio::time::sleep(Duration::from_millis(delay_ms.load(Ordering::SeqCst))).await;
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
