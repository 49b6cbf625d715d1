//! Keeps a server as long as the tests live.

use std::fs;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// Holds the server until the other end of its input is let go of, which happens however the tests end.
const KEEPER: &str = r#"
"$@" &
server=$!
cat >/dev/null
kill "$server"
wait "$server"
rm -rf "$0"
"#;
const PATIENCE: Duration = Duration::from_mins(3);

/// Below those that the kernel gives to whoever asks for any, and above those of other harnesses.
static NEXT_PORT: AtomicU16 = AtomicU16::new(28_000);

pub(super) fn free_port() -> u16 {
    loop {
        let port = NEXT_PORT.fetch_add(1, Ordering::Relaxed);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Whether a program is there to be tested with. Where everything has to be tested, it has to be.
pub(super) fn is_installed(program: &str) -> bool {
    if Path::new(program).exists() {
        return true;
    }
    let why = format!("{program} is not installed: run scripts/install");
    let is_needed = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!is_needed, "{why}");
    #[expect(clippy::print_stderr, reason = "for whoever wonders what was tested")]
    {
        eprintln!("skipped: {why}");
    }
    false
}

/// Lets go of the server when it is dropped.
pub(super) struct Kept {
    _hold: ChildStdin,
}

/// Starts a server that lives in a folder, which is removed after it, and waits until it is ready. What it says goes to the
/// file `said` there.
pub(super) fn keep(folder: &Path, command: &[&str], is_ready: impl Fn() -> bool) -> Kept {
    let said = fs::File::create(folder.join("said")).unwrap();
    let mut keeper = Command::new("/bin/sh")
        .args(["-c", KEEPER])
        .arg(folder)
        .args(command)
        // What ends the tests by their group does not end it before it has cleaned up.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(said.try_clone().unwrap())
        .stderr(said)
        .spawn()
        .unwrap();
    let kept = Kept {
        _hold: keeper.stdin.take().unwrap(),
    };
    // Nobody waits for it: it outlives the tests by the moment that it needs.
    std::thread::spawn(move || keeper.wait());
    let since = Instant::now();
    while !is_ready() {
        let words = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(
            since.elapsed() < PATIENCE,
            "{command:?} does not come up: {}{}",
            words("said"),
            words("log")
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    kept
}
