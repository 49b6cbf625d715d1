//! The real binary, started as an operator would.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

use super::client::Caller;
use super::database::Database;
use super::settings;
use super::wait::until;

/// The one built with the tests, unless another is named: long runs take what is shipped.
static PROGRAM: LazyLock<String> = LazyLock::new(|| {
    let built = env!("CARGO_BIN_EXE_postrider");
    settings::get("POSTRIDER_TEST_PROGRAM").unwrap_or_else(|| built.to_owned())
});

/// A folder, a database and settings: what outlives a process.
pub struct Installation {
    settings: Vec<(String, String)>,
    starts: AtomicUsize,
    pub database: Database,
    folder: TempDir,
}

/// What a process that ended has left.
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// What a command printed with `--json`.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert!(self.status.success(), "{}", self.stderr);
        serde_json::from_str(&self.stdout).expect("a line of JSON")
    }
}

impl Installation {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::fresh(&folder.path().join("data")).await;
        Self::on(database, folder)
    }

    /// On a database that nobody has started on.
    pub async fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::empty(&folder.path().join("data")).await;
        Self::on(database, folder)
    }

    /// On a PostgreSQL server of the test's own.
    pub async fn on_server(server: &str) -> Self {
        let database = Database::on(server.to_owned()).await;
        Self::on(database, tempfile::tempdir().unwrap())
    }

    fn on(database: Database, folder: TempDir) -> Self {
        std::fs::create_dir(folder.path().join("data")).unwrap();
        Self {
            settings: Vec::new(),
            starts: AtomicUsize::new(0),
            database,
            folder,
        }
    }

    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Its `postrider.toml`.
    pub fn configured(self, toml: &str) -> Self {
        std::fs::write(self.folder.path().join("postrider.toml"), toml).unwrap();
        self
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The process, with its settings alone in its environment: nobody can ask it too often, unless they say so.
    pub fn process(&self, arguments: &[&str]) -> Command {
        self.process_in(&self.data(), arguments)
    }

    fn process_in(&self, data: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM.as_str());
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("POSTRIDER_DATA", data)
            .env("POSTRIDER_DATABASE_URL", self.database.url())
            .env("POSTRIDER_LISTEN", "127.0.0.1:0")
            .env("POSTRIDER_LOG_FORMAT", "json")
            .env("POSTRIDER_RATE_LIMITS", settings::no_limits())
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .kill_on_drop(true);
        command
    }

    /// Runs a command to its end.
    pub async fn command(&self, arguments: &[&str]) -> Ended {
        let output = self.process(arguments).output().await.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ended {
            status: output.status,
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Starts the server and waits until it is ready.
    pub async fn serve(&self) -> Binary {
        self.try_serve()
            .await
            .unwrap_or_else(|ended| panic!("cannot serve: {}", ended.stderr))
    }

    /// A second server on the same database, with a data folder of its own. Both need the same secret
    /// and objects: set them.
    pub async fn serve_beside(&self) -> Binary {
        self.try_serve_in(&self.data_beside())
            .await
            .unwrap_or_else(|ended| panic!("cannot serve: {}", ended.stderr))
    }

    /// A server of its own, from a folder that has everything in it.
    pub async fn serve_copy(&self, data: &Path) -> Binary {
        let mut process = self.process_in(data, &["serve", "--json"]);
        process.env_remove("POSTRIDER_DATABASE_URL");
        self.started(process)
            .await
            .unwrap_or_else(|ended| panic!("cannot serve: {}", ended.stderr))
    }

    /// The data folder of the second.
    pub fn data_beside(&self) -> PathBuf {
        self.folder.path().join("beside")
    }

    /// One that does only some of the work.
    pub async fn serve_as(&self, roles: &str) -> Binary {
        let process = self.process(&["serve", "--json", "--roles", roles]);
        self.started(process)
            .await
            .unwrap_or_else(|ended| panic!("cannot serve: {}", ended.stderr))
    }

    /// From a folder that is meant to be another's, on the same database.
    pub async fn try_serve_in(&self, data: &Path) -> Result<Binary, Ended> {
        self.started(self.process_in(data, &["serve", "--json"]))
            .await
    }

    /// `Err` if the process ended before it served.
    pub async fn try_serve(&self) -> Result<Binary, Ended> {
        self.started(self.process(&["serve", "--json"])).await
    }

    /// What a first start shows to whoever sits before it.
    pub async fn serve_on_a_terminal(&self) -> String {
        let shown = self.folder.path().join("terminal.log");
        let mut command = self.terminal("serve", &shown);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut keyboard = child.stdin.take().unwrap();
        let text = until("the server introduces itself", async || {
            let text = std::fs::read_to_string(&shown).ok()?;
            text.contains("Reference:").then_some(text)
        });
        let text = text.await;
        // Ctrl-C: one that ignores the loss of its terminal, as whatever `nohup` starts does, would go on for ever. And
        // whoever was started to ignore Ctrl-C as well does so until it serves.
        until("it ends", async || {
            let _ = keyboard.write_all(b"\x03").await;
            child.try_wait().unwrap()
        })
        .await;
        text
    }

    /// Runs a command for somebody who types a line when asked; gives what is then on the terminal.
    pub async fn command_on_a_terminal(&self, words: &str, typed: &str) -> String {
        let shown = self.folder.path().join("terminal.log");
        let mut command = self.terminal(words, &shown);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut keyboard = child.stdin.take().unwrap();
        let text = || std::fs::read_to_string(&shown).unwrap_or_default();
        until("it asks", async || {
            text().contains("name to go on").then_some(())
        })
        .await;
        let line = format!("{typed}\n");
        keyboard.write_all(line.as_bytes()).await.unwrap();
        child.wait().await.unwrap();
        text()
    }

    /// `script` gives it a terminal of its own.
    fn terminal(&self, words: &str, shown: &Path) -> Command {
        let process = self.process(&[]);
        let environment = process.as_std().get_envs();
        let mut command = Command::new("script");
        command
            .args(["--quiet", "--flush", "--command"])
            .arg(format!("{} {words}", *PROGRAM))
            .arg(shown)
            .current_dir(self.folder.path())
            .envs(environment.filter_map(|(key, value)| Some((key, value?))))
            .stdout(Stdio::null())
            .kill_on_drop(true);
        command
    }

    async fn started(&self, mut process: Command) -> Result<Binary, Ended> {
        let start = self.starts.fetch_add(1, Ordering::Relaxed);
        let file = |kind: &str| self.folder.path().join(format!("{kind}-{start}.log"));
        let (stdout, stderr) = (file("stdout"), file("stderr"));
        let mut child = process
            .stdout(Stdio::from(File::create(&stdout).unwrap()))
            .stderr(Stdio::from(File::create(&stderr).unwrap()))
            .spawn()
            .unwrap();
        let address = until("the server starts", async || {
            if let Some(status) = child.try_wait().unwrap() {
                return Some(Err(status));
            }
            logged_address(&stderr).map(Ok)
        });
        match address.await {
            Err(status) => Err(Ended {
                status,
                stdout: read(&stdout),
                stderr: read(&stderr),
            }),
            Ok(address) => {
                let binary = Binary {
                    child,
                    url: format!("http://{address}"),
                    stdout,
                    stderr,
                };
                let nobody = binary.nobody();
                until("the server is ready", async || {
                    let ready = nobody.request("GET", "/readyz").try_send().await.ok()?;
                    (ready.status == 200).then_some(())
                })
                .await;
                Ok(binary)
            }
        }
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.folder.disable_cleanup(true);
            let path = self.folder.path().display();
            #[expect(clippy::print_stderr, reason = "for whoever looks at a failed test")]
            {
                eprintln!("the data of the failed run is kept in {path}");
            }
        }
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The port is the system's choice; the log says which one it was.
fn logged_address(log: &Path) -> Option<String> {
    let entries = log_entries(log);
    let serving = entries.iter().find(|entry| entry["message"] == "serving")?;
    Some(serving["address"].as_str()?.to_owned())
}

fn log_entries(log: &Path) -> Vec<Value> {
    read(log)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// A server process.
pub struct Binary {
    child: Child,
    pub url: String,
    stdout: PathBuf,
    stderr: PathBuf,
}

impl Binary {
    pub fn nobody(&self) -> Caller {
        Caller::nobody(reqwest::Client::new(), &self.url)
    }

    pub fn caller(&self, secret: &str) -> Caller {
        self.nobody().with_key("", secret)
    }

    pub fn pid(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_none()
    }

    pub fn stdout(&self) -> String {
        read(&self.stdout)
    }

    pub fn log(&self) -> Vec<Value> {
        log_entries(&self.stderr)
    }

    pub fn raw_log(&self) -> String {
        read(&self.stderr)
    }

    /// What the first start made, and wrote where its output says.
    pub fn made(&self) -> Value {
        let told: Value =
            serde_json::from_str(&self.stdout()).expect("the first start says what it made");
        let path = told["secretsIn"]
            .as_str()
            .expect("and where the secrets are");
        serde_json::from_str(&read(Path::new(path))).expect("the file holds what was made")
    }

    /// SIGKILL: nothing is finished, nothing is closed.
    pub async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// SIGTERM: the server may finish what it has begun.
    pub async fn ask_to_stop(&self) {
        self.signal("-TERM").await;
    }

    /// SIGSTOP: it stands still, and does not know it.
    pub async fn freeze(&self) {
        self.signal("-STOP").await;
    }

    pub async fn thaw(&self) {
        self.signal("-CONT").await;
    }

    async fn signal(&self, signal: &str) {
        let id = self.pid().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().await;
        assert!(sent.unwrap().success());
    }

    pub async fn ended(&mut self) -> ExitStatus {
        let waiting = tokio::time::timeout(std::time::Duration::from_secs(40), self.child.wait());
        waiting.await.expect("it ends").unwrap()
    }
}
