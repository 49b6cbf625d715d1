//! The browser's process, and all that it starts.

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, chown};
use std::path::PathBuf;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::installed::{Installed, PATH, owner};

/// It takes its commands from the third file that it is born with, and answers to the fourth; only a shell can give it those.
/// The shell stays, and clears up when we cannot: if we are killed, the pipes close, and the browser ends; one that hangs does
/// not see that, so somebody looks whether we are there.
const SCRIPT: &str = r#"folder=$1; shift
(while kill -0 $PPID; do sleep 5; done; rm -rf "$folder"; kill -9 0) </dev/null >/dev/null 2>&1 & watcher=$!
"$@" 3<&0 4>&1 </dev/null >/dev/null
kill $watcher; rm -rf "$folder""#;

const SWITCHES: [&str; 17] = [
    "--headless",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--hide-scrollbars",
    "--mute-audio",
    // Pictures further down are asked for as well.
    "--blink-settings=lazyLoadEnabled=false",
    // Where the kernel leaves it a network, no name and no address in it leads anywhere.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=127.0.0.1:9",
];

/// Folders that are tried.
const FOLDERS: u32 = 10_000;

pub(super) struct Process {
    child: Child,
    pub commands: ChildStdin,
    pub answers: ChildStdout,
    folder: PathBuf,
}

impl Process {
    pub fn start(installed: &Installed) -> io::Result<Self> {
        let folder = folder()?;
        if let Some(owner) = owner() {
            chown(&folder, Some(owner), Some(owner))?;
        }
        let mut profile = OsString::from("--user-data-dir=");
        profile.push(folder.join("profile"));
        let mut child = Command::new("sh")
            .args(["-c", SCRIPT, "postrider-browser"])
            .arg(&folder)
            .args(installed.before())
            .arg(&installed.program)
            .args(SWITCHES)
            .args(installed.sandbox_switch())
            .arg(profile)
            .arg("about:blank")
            .env_clear()
            .env("PATH", PATH)
            .env("HOME", &folder)
            .env("TMPDIR", &folder)
            .env("LANG", "C.UTF-8")
            .env("TZ", "UTC")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // All that it starts is ended with it, and by nobody's Ctrl-C.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (commands, answers) = pipes.ok_or(ErrorKind::BrokenPipe)?;
        Ok(Self {
            child,
            commands,
            answers,
            folder,
        })
    }

    /// At once, with all that it has started.
    pub async fn end(mut self) {
        self.kill();
        let _ = self.child.wait().await;
    }

    fn kill(&self) {
        // One that was waited for has no number any more: it may be somebody else's by now.
        let number = self.child.id().and_then(|id| i32::try_from(id).ok());
        if let Some(group) = number.and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A folder that nobody else has. Others of this process may be there, or of one that had our number.
fn folder() -> io::Result<PathBuf> {
    // Whoever is nobody gets into few others.
    let place = match owner() {
        Some(_) => PathBuf::from("/tmp"),
        None => std::env::temp_dir(),
    };
    let ours = std::process::id();
    for number in 0..FOLDERS {
        let folder = place.join(format!("postrider-browser-{ours}-{number}"));
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}
