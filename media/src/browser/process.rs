//! The browser's process, and all that it starts.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::folder::Folder;
use super::installed::{Installed, PATH};

/// It takes its commands from the third file that it is born with, and answers to the fourth; only a shell can give it those.
/// The shell stays, and clears up when we cannot: if we are killed, the pipes close, and the browser ends; one that hangs does
/// not see that, so somebody looks whether we are there. No process of it may have more than two gigabytes of its own (what it
/// unpacks of images is shared among them, and does not count), and where memory ends it is the first that does.
const SCRIPT: &str = r#"folder=$1; shift
ulimit -d 2097152; echo 900 >/proc/self/oom_score_adj
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

pub(super) struct Process {
    child: Child,
    pub commands: ChildStdin,
    pub answers: ChildStdout,
    folder: Folder,
}

impl Process {
    pub fn start(installed: &Installed) -> io::Result<Self> {
        let folder = Folder::make()?;
        let mut profile = OsString::from("--user-data-dir=");
        profile.push(folder.path().join("profile"));
        let mut child = Command::new("sh")
            .args(["-c", SCRIPT, "postrider-browser"])
            .arg(folder.path())
            .args(installed.before())
            .arg(&installed.program)
            .args(SWITCHES)
            .args(installed.sandbox_switch())
            .arg(profile)
            .arg("about:blank")
            .env_clear()
            .env("PATH", PATH)
            .env("HOME", folder.path())
            .env("TMPDIR", folder.path())
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
        self.folder.remove().await;
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
    }
}
