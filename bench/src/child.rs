//! Processes that are measured. They end when their handle is dropped, in whatever way that happens.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, ChildStdout, Command};

use crate::bare;
use crate::outcome::Result;

const PATIENCE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(10);

/// One key must be able to call as fast as the machine answers.
const LIMITS: &str = "contacts.read=4000000000,contacts.write_single=4000000000,\
                      contacts.write_batch=4000000000,audiences.read=4000000000,analytics.read=4000000000,\
                      triggers.write=4000000000,brand.read=4000000000,brand.write=4000000000";

pub struct Served {
    pub pid: u32,
    pub address: String,
    pub secret: String,
    child: Child,
    /// Held open: writing to a closed one would be an error of the process.
    _stdout: BufReader<ChildStdout>,
}

/// What differs from the settings that every server here has.
pub type Settings<'a> = &'a [(&'a str, &'a str)];

/// `postrider serve` as people run it, with an empty database.
pub async fn server(folder: &Path, database_url: &str) -> Result<Served> {
    serve(serving(folder, database_url, "127.0.0.1:0")?).await
}

/// The same with other settings.
pub async fn server_with(
    folder: &Path,
    database_url: &str,
    settings: Settings<'_>,
) -> Result<Served> {
    let mut command = serving(folder, database_url, "127.0.0.1:0")?;
    command.envs(settings.iter().copied());
    serve(command).await
}

/// The same on data that an earlier one left. It introduces itself no more: its address is chosen before.
pub async fn server_again(
    place: (&Path, &str),
    secret: &str,
    settings: Settings<'_>,
) -> Result<Served> {
    let address = free_address().await?;
    let mut command = serving(place.0, place.1, &address)?;
    command.envs(settings.iter().copied());
    let (child, stdout) = start(&mut command)?;
    let answers = async {
        while TcpStream::connect(&address).await.is_err() {
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::time::timeout(PATIENCE, answers).await?;
    Ok(Served {
        pid: child.id().ok_or("a process ended at once")?,
        address,
        secret: secret.to_owned(),
        child,
        _stdout: stdout,
    })
}

fn serving(folder: &Path, database_url: &str, listen: &str) -> Result<Command> {
    let mut command = Command::new(product()?);
    command
        .args(["serve", "--json", "--config"])
        .arg(folder.join("none.toml"))
        .env_clear()
        .env("RUST_LOG", "warn")
        .env("POSTRIDER_LISTEN", listen)
        .env("POSTRIDER_DATA", folder.join("data"))
        .env("POSTRIDER_DATABASE_URL", database_url)
        .env("POSTRIDER_RATE_LIMITS", LIMITS)
        // A window remembers every call in it. A minute of this many is more than any key may make.
        .env("POSTRIDER_RATE_WINDOW_MS", "1000");
    Ok(command)
}

/// A port that was free a moment ago.
async fn free_address() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    Ok(listener.local_addr()?.to_string())
}

/// `postrider sink`, the receiver of all mail.
pub async fn sink(report: &Path) -> Result<Served> {
    sink_that(report, "ok").await
}

/// One that behaves so.
pub async fn sink_that(report: &Path, behave: &str) -> Result<Served> {
    sink_at("127.0.0.1:0", report, behave).await
}

pub async fn sink_at(listen: &str, report: &Path, behave: &str) -> Result<Served> {
    let mut command = Command::new(product()?);
    command
        .args(["sink", "--json", "--listen", listen, "--report"])
        .arg(report)
        .args(["--behave", behave])
        .env_clear();
    serve(command).await
}

/// The bare parts, in this same binary.
pub async fn bare_parts(database_url: &str) -> Result<Served> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([bare::COMMAND, database_url]).env_clear();
    serve(command).await
}

fn product() -> Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name("postrider"))
}

/// Starts a process and waits for the line that says where it listens.
async fn serve(mut command: Command) -> Result<Served> {
    let (child, mut stdout) = start(&mut command)?;
    let mut line = String::new();
    tokio::time::timeout(PATIENCE, stdout.read_line(&mut line)).await??;
    let introduced: Value =
        serde_json::from_str(&line).map_err(|_| format!("a process did not start: {line}"))?;
    let text = |key: &str| introduced[key].as_str().unwrap_or_default();
    // A server says where it wrote its key: a pipe is no terminal.
    let made: Value = match introduced["secretsIn"].as_str() {
        Some(path) => serde_json::from_str(&std::fs::read_to_string(path)?)?,
        None => Value::Null,
    };
    Ok(Served {
        pid: child.id().ok_or("a process ended at once")?,
        address: match introduced.get("listening") {
            Some(_) => text("listening").to_owned(),
            None => text("url").trim_start_matches("http://").to_owned(),
        },
        secret: made["secret"].as_str().unwrap_or_default().to_owned(),
        child,
        _stdout: stdout,
    })
}

fn start(command: &mut Command) -> Result<(Child, BufReader<ChildStdout>)> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| format!("{}: {error}", command.as_std().get_program().display()))?;
    let stdout = child.stdout.take().ok_or("a process without output")?;
    Ok((child, BufReader::new(stdout)))
}

impl Served {
    /// Ends it at once: whatever was answered is durable.
    pub async fn end(mut self) -> Result<()> {
        Ok(self.child.kill().await?)
    }
}
