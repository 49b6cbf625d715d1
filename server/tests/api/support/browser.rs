//! A real browser, driven over its debugging pipe: what a page may do, only a browser can say.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe::{OpenOptions, Receiver, Sender};
use tokio::process::{Child, Command};

/// Long enough for a browser that starts on a machine that does much else.
const PATIENCE: Duration = Duration::from_mins(1);

/// One page of a browser without a window. It reaches this machine and nothing else.
pub struct Browser {
    chromium: Child,
    commands: Sender,
    answers: Receiver,
    /// Bytes that came and are no whole message yet.
    read: Vec<u8>,
    calls: u64,
    page: Option<String>,
    // Last, so that it goes after the browser.
    _folder: TempDir,
}

impl Browser {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [commands, answers] = ["commands", "answers"].map(|name| folder.path().join(name));
        let made = Command::new("mkfifo").arg(&commands).arg(&answers).status();
        assert!(made.await.unwrap().success());
        let mut both_ways = OpenOptions::new();
        both_ways.read_write(true);
        // Open before the browser, which waits until there is somebody at the other end.
        let pipes = (
            both_ways.open_sender(&commands),
            both_ways.open_receiver(&answers),
        );
        // It takes its commands from the third file that it is born with; only a shell can give it one.
        let script = "exec chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
                      --disable-component-update --disable-sync --remote-debugging-pipe \"$@\" 3<commands 4>answers";
        let chromium = Command::new("sh")
            .current_dir(folder.path())
            .args(["-c", script, "sh", "--user-data-dir=profile"])
            .arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut browser = Self {
            chromium,
            commands: pipes.0.unwrap(),
            answers: pipes.1.unwrap(),
            read: Vec::new(),
            calls: 0,
            page: None,
            _folder: folder,
        };
        let page = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let page = page.await["targetId"].take();
        let attach = json!({ "targetId": page, "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach).await;
        browser.page = attached["sessionId"].as_str().map(str::to_owned);
        browser.call("Page.enable", json!({})).await;
        browser
    }

    /// Opens an address, and waits until all of it is there.
    pub async fn open(&mut self, url: &str) {
        let opened = self.call("Page.navigate", json!({ "url": url })).await;
        assert_eq!(opened["errorText"], Value::Null, "{url}");
        while self.message().await["method"] != "Page.loadEventFired" {}
    }

    /// What an expression comes to on the page. This works also where the page's own scripts may not run.
    pub async fn evaluate(&mut self, expression: &str) -> Value {
        let evaluated = self.call("Runtime.evaluate", json!({ "expression": expression }));
        evaluated.await["result"]["value"].take()
    }

    pub async fn close(mut self) {
        self.page = None;
        self.call("Browser.close", json!({})).await;
        let ended = tokio::time::timeout(PATIENCE, self.chromium.wait()).await;
        ended.expect("the browser ends").unwrap();
    }

    async fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut call = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(page) = &self.page {
            call["sessionId"] = json!(page);
        }
        let mut bytes = call.to_string().into_bytes();
        bytes.push(0);
        self.commands.write_all(&bytes).await.unwrap();
        loop {
            let mut message = self.message().await;
            if message["id"] == self.calls {
                assert_eq!(message["error"], Value::Null, "{method}");
                return message["result"].take();
            }
        }
    }

    async fn message(&mut self) -> Value {
        loop {
            if let Some(end) = self.read.iter().position(|byte| *byte == 0) {
                let message: Vec<u8> = self.read.drain(..=end).collect();
                return serde_json::from_slice(&message[..end]).unwrap();
            }
            let reading = self.answers.read_buf(&mut self.read);
            let read = tokio::time::timeout(PATIENCE, reading).await;
            read.expect("chromium is installed (scripts/install) and answers")
                .unwrap();
        }
    }
}
