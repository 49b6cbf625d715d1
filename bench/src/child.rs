//! Processes that are measured. They end when their handle is dropped, in whatever way that happens.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};

use crate::{Result, bare};

const PATIENCE: Duration = Duration::from_secs(30);

/// One key must be able to call as fast as the machine answers.
const LIMITS: &str = "contacts.read=4000000000,contacts.write_single=4000000000,\
                      contacts.write_batch=4000000000,audiences.read=4000000000";

pub struct Served {
    pub pid: u32,
    pub address: String,
    pub secret: String,
    _child: Child,
    /// Held open: writing to a closed one would be an error of the process.
    _stdout: BufReader<ChildStdout>,
}

/// `postrider serve` as people run it, with an empty database.
pub async fn server(folder: &Path, database_url: &str) -> Result<Served> {
    let mut command = Command::new(std::env::current_exe()?.with_file_name("postrider"));
    command
        .args(["serve", "--json", "--config"])
        .arg(folder.join("none.toml"))
        .env_clear()
        .env("RUST_LOG", "warn")
        .env("POSTRIDER_LISTEN", "127.0.0.1:0")
        .env("POSTRIDER_DATA", folder.join("data"))
        .env("POSTRIDER_DATABASE_URL", database_url)
        .env("POSTRIDER_RATE_LIMITS", LIMITS)
        // A window remembers every call in it. A minute of this many is more than any key may make.
        .env("POSTRIDER_RATE_WINDOW_MS", "1000");
    serve(command).await
}

/// The bare parts, in this same binary.
pub async fn bare_parts(database_url: &str) -> Result<Served> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([bare::COMMAND, database_url]).env_clear();
    serve(command).await
}

/// Starts a process and waits for the line that says where it listens.
async fn serve(mut command: Command) -> Result<Served> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    let mut child = command
        .spawn()
        .map_err(|error| format!("{}: {error}", command.as_std().get_program().display()))?;
    let pid = child.id().ok_or("a process ended at once")?;
    let mut stdout = BufReader::new(child.stdout.take().ok_or("a process without output")?);
    let mut line = String::new();
    tokio::time::timeout(PATIENCE, stdout.read_line(&mut line)).await??;
    let introduced: serde_json::Value =
        serde_json::from_str(&line).map_err(|_| format!("a process did not start: {line}"))?;
    let text = |key: &str| introduced[key].as_str().unwrap_or_default().to_owned();
    Ok(Served {
        pid,
        address: text("url").trim_start_matches("http://").to_owned(),
        secret: text("secret"),
        _child: child,
        _stdout: stdout,
    })
}
